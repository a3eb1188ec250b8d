import { describe, expect, test } from 'vitest'
import type { EndRule } from '@crewroom/shared/model/run'
import { BY_PERSON } from '../harness/test-crew'
import { DiscussionCrew, scripted } from '../harness/discussion-crew'
import { readRun } from '../../src/discussions/read-run'

const GROW = { ana: ['What of yaml?'], ben: ['What of json?'], cy: ['What of toml?'] }
const BOTH = ['ana', 'ben']
const BY_ME = { kind: 'selection', by: 'human' } as const

describe('RU75 what ends a discussion beside its limits', () => {
  const ROWS: readonly (readonly [until: EndRule, says: object, end: readonly [string, number]])[] = [
    [{ word: 'APPROVED' }, { ben: ['Fine. **APPROVED**'] }, ['until', 2]],
    [{ word: 'APPROVED', from: 'ana' }, { ben: ['Fine. APPROVED'] }, ['max_rounds', 6]],
    [{ word: 'APPROVED', from: 'ana' }, { ana: ['APPROVED'] }, ['until', 1]],
    [{ rounds: 3 }, {}, ['until', 3]],
    [{ messages: 4 }, {}, ['until', 4]],
    [{ any: [{ word: 'APPROVED' }, { rounds: 5 }] }, {}, ['until', 5]],
    [{ all: [{ word: 'APPROVED' }, { rounds: 5 }] }, { ana: ['APPROVED'] }, ['until', 5]],
    [{ all: [{ word: 'YES', from: 'ana' }, { word: 'YES', from: 'ben' }] }, { ana: ['YES', 'Well?'], ben: ['Why?', 'Now YES'] }, ['until', 4]],
    [{ any: [{ all: [{ word: 'A' }, { word: 'B' }] }, { rounds: 6 }] }, { ana: ['One A'], ben: ['No.', 'Two B'] }, ['until', 4]],
    [{ all: [{ word: 'APPROVED' }, { word: 'SHIP' }] }, { ana: ['APPROVED\n[DONE]'] }, ['done', 1]],
    [{ tokens: 1_000 }, {}, ['max_rounds', 6]],
    [{ usd: 0.01 }, {}, ['max_rounds', 6]],
  ] // prettier-ignore
  test.for(ROWS)('RU75 until %j, where %j is said, it ends with %j', async ([until, says, [why, rounds]]) => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH, limits: { rounds: 6, stall: 100, until } })
    await room.plays(scripted({ ...GROW, ...says }))
    const [reason, , count] = room.end(run)
    expect([reason, count]).toEqual([why, rounds])
  }) // prettier-ignore

  test('RU75 a word that was said counts also after a restart, and the question names the words', async () => {
    await using room = new DiscussionCrew()
    const until = { all: [{ word: 'YES', from: 'ana' }, { word: 'GO' }] }
    const { run } = room.start({ participants: BOTH, limits: { until } })
    await room.settle()
    expect(await room.answers('ana', 'YES')).toContain('Words that count at the end of an answer: YES (ana), GO.')
    room.crew.restart()
    await room.settle()
    await room.answers('ben', 'Then GO')
    expect(room.end(run)).toEqual(['until', 'Then GO', 2])
  }) // prettier-ignore

  test('RU75, RU15 one that ended so goes on with another end, and is refused with the same count', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH, limits: { until: { rounds: 2 } } })
    await room.plays(scripted(GROW))
    expect(() => room.goesOn(run)).toThrow('has come already')
    room.goesOn(run, { until: { word: 'SHIP' } })
    await room.plays(scripted({ ...GROW, ben: ['SHIP'] }))
    expect(room.end(run)).toEqual(['until', 'SHIP', 4])
    room.goesOn(run)
    await room.settle()
    expect(room.run(run).status, 'a word counts from its beginning on').toBe('running')
  })

  test('RU75 somebody who takes no part is refused, and nothing is written', async () => {
    await using room = new DiscussionCrew()
    const until = { any: [{ word: 'YES', from: 'cy' }] }
    expect(() => room.start({ participants: BOTH, limits: { until } })).toThrow('cy takes no part')
    expect(room.facts('run:started')).toEqual([])
  })
})

describe('RU76 who may speak behind whom', () => {
  const PAIRS = { ana: ['ben'], ben: ['ana', 'cy'], cy: ['ana'] }
  const ids = (room: DiscussionCrew, run: { readonly id: string }) =>
    room.course(run).map((line) => line.split(' ').slice(1, 3).join(' ').replace(':', ''))

  test('RU76 in turn, the next in order that may follow speaks', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'round_robin', transitions: { ...PAIRS, ben: ['ana'] } } as const
    const { run } = room.start({
      policy,
      participants: ['ana', 'ben', 'cy'],
      limits: { rounds: 4 },
    })
    await room.plays(scripted(GROW))
    expect(ids(room, run)).toEqual(['answer ana', 'answer ben', 'answer ana', 'answer ben'])
  })

  test('RU76, RU39 whoever chooses reads who may, and is asked again for another one', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'selection', by: 'lead', transitions: PAIRS } as const
    room.start({ policy, participants: ['ana', 'ben', 'cy'] })
    await room.settle()
    expect(await room.answers('lead', 'NEXT: ana')).not.toContain('Who may speak now')
    await room.answers('ana', 'What of yaml?')
    expect(await room.answers('lead', 'NEXT: cy')).toContain('[System] Who may speak now: ben.')
    expect(await room.question('lead')).toContain(
      'named one that may not speak behind the last one',
    )
  })

  test('RU76 also by rules, whoever is mentioned', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'selection', transitions: PAIRS } as const
    const { run } = room.start({
      policy,
      participants: ['ana', 'ben', 'cy'],
      limits: { rounds: 3 },
    })
    await room.plays(scripted({ ana: ['@cy, what of yaml?'], ben: ['@cy, you?'], cy: ['Well?'] }))
    expect(ids(room, run)).toEqual(['answer ana', 'answer ben', 'answer cy'])
  })

  test('RU76 a person chooses whom they like, and followers that were taken out restrict nobody', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'round_robin', transitions: { ana: ['ben'] } } as const
    const { run } = room.start({ policy, participants: ['ana', 'ben', 'cy'] })
    await room.settle()
    room.next(run, 'cy')
    await room.answers('ana', 'What of yaml?')
    expect(room.asked()).toEqual(['cy'])
    room.next(run, 'ana')
    await room.answers('cy', 'What of toml?')
    room.change(run, ['ana', 'cy'])
    await room.answers('ana', 'Well?')
    expect(room.asked()).toEqual(['cy'])
  })

  test('RU76 where nobody that may follow can speak, it ends with no_speakers', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'round_robin', transitions: { ana: ['ben'] } } as const
    const limits = { waitSeconds: 10 }
    const { run } = room.start({ policy, participants: ['ana', 'ben', 'cy'], limits })
    await room.settle()
    await room.answers('ana', 'What of yaml?')
    for (let time = 0; time < 2; time++) {
      room.crew.clock.advance(10_000)
      await room.settle()
      if (room.asked().includes('cy')) await room.answers('cy', 'What of toml?')
      if (room.asked().includes('ana')) await room.answers('ana', 'And now?')
    }
    expect(room.end(run)[0]).toBe('no_speakers')
  })

  test('RU76 somebody who takes no part is refused', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'round_robin', transitions: { ana: ['cy'] } } as const
    expect(() => room.start({ policy, participants: BOTH })).toThrow('cy takes no part')
  })
})

describe('RU77 a person’s words count', () => {
  test.for(['[DONE]', 'I have heard enough. **[DONE]**'])('RU77, RU4 %j between turns ends it when the answer under way is there', async (words) => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH })
    await room.settle()
    await room.question('ana')
    await room.writes(run, words)
    expect(room.run(run).status).toBe('running')
    await room.says('ana', 'What of yaml?')
    await room.settle()
    expect(room.end(run)).toEqual(['done', 'What of yaml?', 1])
    expect(room.said(run)).toContain(`human: ${words}`)
  }) // prettier-ignore

  test('RU77 … also if a restart comes between the two', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH })
    await room.settle()
    await room.question('ana')
    await room.writes(run, '[DONE]')
    room.crew.restart()
    await room.settle()
    await room.answers('ana', 'What of yaml?')
    expect(room.end(run)[0]).toBe('done')
  })

  test('RU77 … and at once in a pause, where nobody answers', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH })
    await room.settle()
    room.pause(run)
    await room.answers('ana', 'What of yaml?')
    await room.writes(run, 'Not [DONE] yet')
    expect(room.run(run).status).toBe('paused')
    await room.writes(run, '[DONE]')
    expect(room.end(run)).toEqual(['done', 'What of yaml?', 1])
  })

  test('RU77 where the person chooses, NEXT and TERMINATE count, also before the first round and in between', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ policy: BY_ME, participants: BOTH })
    await room.settle()
    await room.writes(run, 'Ben knows json.\nNEXT: ben')
    expect(room.turn(run)).toBeUndefined()
    await room.question('ben')
    await room.writes(run, 'NEXT: ana')
    await room.says('ben', 'What of json?')
    await room.settle()
    expect(room.asked()).toEqual(['ana'])
    await room.answers('ana', 'What of yaml?')
    expect(room.turn(run)?.turn?.asks).toBe('choose')
    await room.writes(run, 'NEXT: zoe')
    expect(room.turn(run)?.turn?.asks, 'nobody is called so').toBe('choose')
    await room.writes(run, 'TERMINATE')
    expect(room.end(run)).toEqual(['terminated', 'What of yaml?', 2])
    const { result } = await readRun(room.crew.shard, BY_PERSON, run.id)
    expect(result.history.map(({ content }) => content).slice(0, 3)).toEqual([
      'Which name is the clearest?',
      'Ben knows json.\nNEXT: ben',
      'NEXT: ana',
    ])
  })

  test('RU77 … also in the person’s own answer', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ policy: BY_ME, participants: [...BOTH, 'human'] })
    await room.settle()
    await room.writes(run, 'NEXT: human')
    expect(room.turn(run)?.turn?.asks).toBe('answer')
    await room.writes(run, 'I like json.\nNEXT: ben')
    expect(room.asked()).toEqual(['ben'])
  })

  test('RU77 where somebody else chooses they are words like others', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: ['ana', 'ben', 'cy'] })
    await room.settle()
    await room.writes(run, 'NEXT: cy\nTERMINATE')
    await room.answers('ana', 'What of yaml?')
    expect(room.asked()).toEqual(['ben'])
  })

  test('RU77, RU75 a person’s word counts for the end that was set', async () => {
    await using room = new DiscussionCrew()
    const until = { all: [{ word: 'SHIP' }, { rounds: 1 }] }
    const { run } = room.start({ participants: BOTH, limits: { until } })
    await room.settle()
    await room.writes(run, 'SHIP')
    await room.answers('ana', 'What of yaml?')
    expect(room.end(run)).toEqual(['until', 'What of yaml?', 1])
  })

  test('RU77 what was written before it began, or before it went on, counts for nothing', async () => {
    await using room = new DiscussionCrew()
    const session = room.open('Names', BOTH)
    room.post(session, 'human', 'We are [DONE]\n[DONE]')
    const { run } = room.start({ participants: BOTH, session: session.id, goal: 'Go\n[DONE]' })
    await room.settle()
    await room.answers('ana', 'What of yaml?')
    await room.question('ben')
    await room.writes(run, '[DONE]')
    await room.says('ben', 'What of json?')
    await room.settle()
    expect(room.end(run)[0]).toBe('done')
    room.goesOn(run)
    await room.settle()
    expect(room.run(run).status).toBe('running')
  })
})
