import { describe, expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { CountingIds } from '../harness/counting-ids'
import { type Deferral, DEFERRALS, type Waiting } from '../harness/deferrals'
import { crewText, takeIn } from '../harness/export-text'
import { FATES, RETURNS } from '../harness/fates'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { SessionCrew } from '../harness/session-crew'
import { testCrew } from '../harness/test-crew'

type Kind = keyof typeof DEFERRALS
type Fate = keyof typeof FATES

const KINDS = Object.keys(DEFERRALS) as Kind[]
const STEPS = often(40, 60)
const LONG_MS = 3 * 60 * 60_000

function waitingIn(room: SessionCrew): Waiting {
  const { crew } = room
  return {
    test: crew,
    get crew() {
      return crew.crew
    },
    id: (name) => crew.id(name),
  }
}

/** What is refused there changes nothing; it is known what the server does by itself after that. */
async function tries(at: Waiting, act: () => void | Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof CrewError)) throw error
  }
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  at.test.check()
}

/** Whoever can end them ends all that wait, in the order of the table; what does not end is the answer. */
async function endsAll(at: Waiting, kinds: readonly Kind[] = KINDS): Promise<readonly string[]> {
  const left: string[] = []
  for (const kind of kinds) {
    const { open, ends }: Deferral = DEFERRALS[kind]
    // Ending one may begin another one of its kind: a task of a chain, the next speaker.
    for (let turn = 0; turn < 20 && open(at).length > 0; turn++) {
      for (const one of open(at)) {
        try {
          await ends(at, one)
        } catch (error) {
          if (!(error instanceof CrewError)) throw error
          left.push(`${kind}: ${error.message}`)
        }
        for (let again = 0; again < 20; again++) await Promise.resolve()
        at.test.check()
      }
      if (left.length > 0) break
    }
    if (open(at).length > 0) left.push(`${kind}: still waits`)
  }
  return left
}

/** The same crew, as it comes out of its file on another server. */
async function imported(at: Waiting): Promise<Waiting & AsyncDisposable> {
  const other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, await crewText(at.test))
  const { leadId } = at.test
  return {
    test: other,
    get crew() {
      return other.shard.crew(leadId)
    },
    id: at.id,
    [Symbol.asyncDispose]: () => other[Symbol.asyncDispose](),
  }
}

describe.each(KINDS)('DF1 %s', (kind) => {
  const { begins, open, lasts }: Deferral = DEFERRALS[kind]

  test.each(Object.keys(FATES) as Fate[])('ends where %s', async (fate) => {
    await using room = new SessionCrew()
    const at = waitingIn(room)
    await tries(at, () => begins(at))
    expect(open(at).length, 'it waits').toBeGreaterThan(0)
    await tries(at, () => FATES[fate](at))
    expect(await endsAll(at)).toEqual([])
    const still = KINDS.filter((one) => DEFERRALS[one].open(at).length > 0)
    expect(still, 'nothing else waits because of that').toEqual([])
  })

  test('ends where its crew comes out of a file', async () => {
    await using room = new SessionCrew()
    const at = waitingIn(room)
    await tries(at, () => begins(at))
    await using there = await imported(at)
    expect(await endsAll(there)).toEqual([])
  })

  test.runIf(lasts !== null)('is over by itself, whatever became of its subject', async () => {
    for (const fate of Object.keys(FATES) as Fate[]) {
      await using room = new SessionCrew()
      const at = waitingIn(room)
      await tries(at, () => begins(at))
      await tries(at, () => FATES[fate](at))
      await endsAll(at, ['pause of the server', 'pause of the crew', 'pause of a group'])
      await tries(at, () => at.test.clock.advance((lasts ?? 0) + 1_000))
      expect(open(at), fate).toEqual([])
    }
  })
})

test('DF2 whatever waits and whatever becomes of whom it is about, in any order and over restarts and files: somebody can end it, and then nothing waits', async () => {
  const begun = new Set<Kind>()
  for (let seed = 1; seed <= often(7, 60); seed++) {
    const random = new Random(seed)
    await using room = new SessionCrew()
    const at = waitingIn(room)
    const did: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const roll = random.below(10)
      if (roll < 5) {
        const kind = random.pick(KINDS)
        did.push(kind)
        await tries(at, () => DEFERRALS[kind].begins(at))
      } else if (roll < 8 && random.chance(0.4)) {
        const fate = random.pick(Object.keys(FATES) as Fate[])
        did.push(fate)
        await tries(at, () => FATES[fate](at))
      } else if (roll === 8) {
        const back = random.pick(Object.keys(RETURNS) as (keyof typeof RETURNS)[])
        did.push(back)
        await tries(at, () => RETURNS[back](at))
      } else if (random.chance(0.6)) {
        const kind = random.pick(KINDS)
        const [one] = DEFERRALS[kind].open(at)
        did.push(`ends ${kind}`)
        if (one !== undefined) await tries(at, () => DEFERRALS[kind].ends(at, one))
      } else {
        did.push('time')
        await tries(at, () => at.test.clock.advance(random.below(LONG_MS)))
      }
      for (const kind of KINDS) if (DEFERRALS[kind].open(at).length > 0) begun.add(kind)
    }
    const what = `seed ${seed}: ${did.join(', ')}`
    await using there = await imported(at)
    expect(await endsAll(there), `${what}, from a file`).toEqual([])
    expect(await endsAll(at), what).toEqual([])
    const still = KINDS.filter((one) => DEFERRALS[one].open(at).length > 0)
    expect(still, what).toEqual([])
  }
  expect(
    KINDS.filter((kind) => !begun.has(kind)),
    'each has waited',
  ).toEqual([])
})
