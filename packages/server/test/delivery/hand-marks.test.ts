import path from 'node:path'
import { expect, test } from 'vitest'
import { interrupt } from '../../src/agents/direct-messages'
import { leaves } from '../../src/delivery/attach'
import { beginHandOver } from '../../src/delivery/hand-over'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { AcpPrompts } from '../../src/programs/acp/acp-prompts'
import { HandMarksFile, type RunOfMachine } from '../../src/storage/hand-marks-file'
import { tempFolder } from '../harness/temp-folder'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { pushed } from '../harness/pushed'

/** Runs of a server on one machine that are all killed; before the one with this number the machine is started again. */
function killedRuns(folder: string, startedAgainBefore = Number.POSITIVE_INFINITY) {
  let runs = 0
  const run = (n: number): RunOfMachine | null =>
    n === 0 ? null : { bootId: n < startedAgainBefore ? 'boot-1' : 'boot-2', runId: `run-${n}` }
  return () => {
    runs++
    const now = run(runs)
    const before = run(runs - 1)
    return new HandMarksFile(
      path.join(folder, 'hand-marks'),
      before && now && { ...before, bootId: now.bootId },
      now,
      (error) => {
        throw error
      },
    )
  }
}

function post(crew: TestCrew, count: number): void {
  for (let n = 1; n <= count; n++) {
    sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'team', content: `no ${n}` })
  }
}

/** What leaves for the agent next, by id. */
async function hands(crew: TestCrew, limit: number): Promise<{ id: string; repeat: boolean }[]> {
  const page = await pushed(crew.core.inbox, crew.id('ada'), limit)
  leaves(crew.shard, crew.id('ada'))
  return (page?.deliveries ?? []).map(({ id, repeat }) => ({ id, repeat }))
}

/** A crew of which ada was handed something, in an order that interrupts overtake, while more waited. */
async function waiting(crew: TestCrew): Promise<Set<string>> {
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: ['ada'] })
  post(crew, 20)
  const first = await hands(crew, 5)
  interrupt(crew.shard, crew.crew, crew.by('human'), { to: crew.id('ada'), content: 'stop' })
  const overtakes = await hands(crew, 1)
  expect([first.length, overtakes.length]).toEqual([5, 1])
  // Stored, and not handed over: taken in memory alone.
  post(crew, 5)
  return new Set([...first, ...overtakes].map(({ id }) => id))
}

test('DL40 after a kill items that waited come unannounced, and items that were handed over are announced, even after another kill', async () => {
  using folder = tempFolder()
  const handMarks = killedRuns(folder.path)
  await using crew = testCrew({ agents: { ada: 'architect' }, handMarks })
  const handed = await waiting(crew)
  // Planned, and killed before it left.
  await pushed(crew.core.inbox, crew.id('ada'), 3)
  for (let run = 0; run < 2; run++) {
    crew.restart()
    const again = await hands(crew, 3)
    expect(again.every(({ id, repeat }) => repeat && handed.has(id))).toBe(true)
  }
  crew.restart()
  const all = await hands(crew, 100)
  const announced = all.filter(({ repeat }) => repeat).map(({ id }) => id)
  expect(new Set(announced)).toEqual(handed)
  expect(all.length).toBeGreaterThan(handed.size + 15)
})

test('DL41 after the machine was started again, everything that may have been handed over is announced', async () => {
  using folder = tempFolder()
  const handMarks = killedRuns(folder.path, 2)
  await using crew = testCrew({ agents: { ada: 'architect' }, handMarks })
  await waiting(crew)
  crew.restart()
  const [one] = await hands(crew, 1)
  expect(one?.repeat).toBe(true)
  // And is not forgotten with the next kill.
  crew.restart()
  const all = await hands(crew, 100)
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(({ repeat }) => !repeat)).toEqual([])
})

test('DL42 after a kill a stored turn is announced as a repeat if its prompt had left, and not otherwise', async () => {
  using folder = tempFolder()
  const handMarks = killedRuns(folder.path)
  const driver = { kind: 'acp' as const, command: 'planned', args: [], env: {} }
  await using crew = testCrew({ agents: { ada: 'architect' }, driver, handMarks })
  const prompt = async () => {
    const prompts = new AcpPrompts(crew.shard, crew.id('ada'))
    return (await prompts.next(true))?.text ?? ''
  }
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'team', members: ['ada'] })
  post(crew, 1)
  expect(await prompt()).toContain('no 1')
  crew.restart()
  // Stored as a turn, and killed before it left.
  sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'team', content: 'XYZ' })
  expect(beginHandOver(crew.shard, crew.id('ada'))?.items).toHaveLength(1)
  crew.restart()
  const lines = (await prompt()).split('\n')
  const at = (part: string) => lines.findLastIndex((line) => line.includes(part))
  const [, announced] = /next (\d+) items may be repeats/.exec(lines.join('\n')) ?? []
  expect(at('may be repeats')).toBeGreaterThan(-1)
  expect(at('no 1')).toBeGreaterThan(at('may be repeats'))
  expect(at('XYZ')).toBeGreaterThan(at('may be repeats') + Number(announced))
  crew.restart()
  const again = await prompt()
  expect(again).toContain(`next ${Number(announced) + 1} items may be repeats`)
})
