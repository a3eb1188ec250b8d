import { describe, expect, test } from 'vitest'
import { terminateAgent } from '../../src/agents/end-agent'
import { changeRun } from '../../src/discussions/change-run'
import { roundText } from '../../src/rounds/context'
import { BY_PERSON } from '../harness/test-crew'
import { DiscussionCrew, scripted, startsDiscussion } from '../harness/discussion-crew'

const GROW = { ana: ['What of yaml?'], ben: ['What of json?'], cy: ['What of toml?'] }
const BOTH = ['ana', 'ben']

function ends(room: DiscussionCrew, who: string): void {
  const { crew } = room
  crew.act(() => terminateAgent(crew.shard, crew.crew, BY_PERSON, crew.id(who), 'enough'))
}

/** Who was asked for an answer, in the order of the rounds. */
const askedIn = (room: DiscussionCrew, run: { readonly id: string }) =>
  room.course(run).map((line) => line.split(':')[0])

describe('RU72 nobody pays for a monologue', () => {
  test('RU72 the one that is left answers what is new to it, and then the discussion ends', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH, limits: { rounds: 30 } })
    await room.settle()
    await room.answers('ana', 'What of yaml?')
    ends(room, 'ana')
    await room.plays(scripted(GROW))
    expect(room.end(run)).toEqual(['alone', 'What of json?', 2])
    expect(askedIn(room, run)).toEqual(['1 answer ana', '2 answer ben'])
  })

  test('RU72 also with a single participant, which a person who writes in between asks again', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: ['ana'] })
    await room.settle()
    await room.question('ana')
    await room.writes(run, 'And which ending?')
    await room.says('ana', 'What of yaml?')
    await room.settle()
    expect(await room.answers('ana', 'So .yaml?')).toContain('[User]: And which ending?')
    expect(room.end(run)).toEqual(['alone', 'So .yaml?', 2])
  })

  test('RU72 also within an answer, whose agent has the result', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH })
    await room.settle()
    await room.answers('ana', startsDiscussion({ goal: 'Which ending?', with: ['cy'], rounds: 9 }))
    const inner = room.newest()
    await room.answers('cy', 'What of toml?')
    ends(room, 'cy')
    await room.answers('ana', 'Why toml?')
    expect(room.end(inner)).toEqual(['alone', 'Why toml?', 2])
    expect(await room.question('ana')).toContain('had nothing new to answer')
    expect(askedIn(room, run)).toEqual(['1 answer ana'])
  })

  test('RU72 also with an agent that chooses, which is not asked to', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'selection', by: 'lead', repeat: true } as const
    const { run } = room.start({ policy, participants: BOTH })
    await room.settle()
    await room.answers('lead', 'NEXT: ana')
    await room.answers('ana', 'What of yaml?')
    await room.question('lead')
    ends(room, 'ben')
    await room.says('lead', 'NEXT: ana')
    await room.settle()
    expect(await room.answers('ana', 'And then?')).toContain('you were chosen to go on')
    expect(room.end(run)[0]).toBe('alone')
    expect(askedIn(room, run)).toEqual(['1 select lead', '1 answer ana', '2 select lead', '2 answer ana']) // prettier-ignore
  })

  test('RU72 … nor do rules ask the same one twice, even where it may speak twice', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'selection', repeat: true } as const
    const participants = [{ id: 'ana', expertise: ['name', 'clearest'] }, 'ben']
    const { run } = room.start({ policy, participants, limits: { rounds: 4 } })
    await room.plays(scripted(GROW))
    expect(askedIn(room, run)).toEqual(['1 answer ana', '2 answer ben', '3 answer ana', '4 answer ben']) // prettier-ignore
  })

  test('RU72 where the person chooses, the person is asked, and whoever they choose goes on', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({
      policy: { kind: 'selection', by: 'human' },
      participants: ['ana'],
    })
    await room.settle()
    for (const says of ['What of yaml?', 'What of json?']) {
      room.next(run, 'ana')
      await room.settle()
      await room.answers('ana', says)
    }
    expect(room.turn(run)?.turn?.asks).toBe('choose')
    room.skip(run)
    expect(room.end(run)).toEqual(['alone', 'What of json?', 2])
  })

  test('RU72, RU8 a turn that the person skips is nothing new, again and again', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: ['ana', 'human'], limits: { rounds: 30 } })
    await room.settle()
    await room.answers('ana', 'What of yaml?')
    room.skip(run)
    await room.settle()
    expect(room.end(run)).toEqual(['stalled', 'What of yaml?', 2])
  })

  test('RU72 the person who takes part is the other one, and what they write is new', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: ['ana', 'ben', 'human'] })
    await room.settle()
    ends(room, 'ben')
    await room.answers('ana', 'What of yaml?')
    expect(room.turn(run)).toBeDefined()
    await room.writes(run, 'Why not?')
    expect(room.asked()).toEqual(['ana'])
  })

  test('RU72, RU46 a manager whose workers gave no answer reads that', async () => {
    await using room = new DiscussionCrew()
    const policy = { kind: 'hierarchical', manager: 'lead' } as const
    room.start({ policy, participants: ['ana'] })
    await room.settle()
    await room.answers('lead', '@ana, which one?')
    await room.answers('ana', null)
    expect(await room.question('lead')).toContain('Nobody whom you asked gave an answer.')
  })

  test('RU72 one whose answer was stopped is asked again, also after a restart', async () => {
    await using room = new DiscussionCrew()
    const limits = { answerSeconds: 10, waitSeconds: 10 }
    const { run } = room.start({ participants: BOTH, limits })
    await room.settle()
    await room.answers('ana', 'What of yaml?')
    await room.answers('ben', 'What of json?')
    await room.question('ana')
    room.crew.clock.advance(10_000)
    room.crew.restart()
    await room.settle()
    expect(askedIn(room, run).slice(2)).toEqual(['3 answer ana', '4 answer ana'])
    await room.question('ana')
  })

  test('RU72, RU15 one that ended so goes on for one more answer, and with other participants', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: ['ana'] })
    await room.plays(scripted(GROW))
    expect(room.end(run)[0]).toBe('alone')
    room.goesOn(run)
    await room.plays(scripted(GROW))
    expect(room.end(run)).toEqual(['alone', 'What of yaml?', 2])
    room.goesOn(run, { rounds: 4 })
    room.change(run, BOTH)
    await room.plays(scripted(GROW))
    expect(room.end(run)).toEqual(['max_rounds', 'What of yaml?', 4])
  })

  test('RU72 with `stall` at its most it goes on without news', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: ['ana'], limits: { rounds: 3, stall: 1_000 } })
    await room.plays(scripted(GROW))
    expect(room.end(run)).toEqual(['max_rounds', 'What of yaml?', 3])
  })

  test('RU2 a question that was handed over counts although it failed, one that nobody was handed does not', async () => {
    for (const [isHanded, rounds] of [
      [true, 1],
      [false, 0],
    ] as const) {
      // prettier-ignore
      await using room = new DiscussionCrew()
      const { run } = room.start({ participants: ['ana', 'ben'] })
      await room.settle()
      if (isHanded) await room.question('ana')
      ends(room, 'ana')
      await room.settle()
      expect(room.run(run).progress.rounds).toBe(rounds)
    }
  })
})

describe('RU73 a participant is told what it is and who else takes part', () => {
  const ANA = { id: 'ana', role: 'writer', description: 'writes the manual.', expertise: ['style'] }
  const SHE = '[System] You are ana: writer, writes the manual. (style). Also taking part:\n'

  test('RU73 its first question alone says so, also after a restart before it is handed over', async () => {
    await using room = new DiscussionCrew()
    room.start({ participants: [ANA, 'ben', 'human'] })
    await room.settle()
    room.crew.restart()
    await room.settle()
    expect(await room.answers('ana', 'What of yaml?')).toContain(
      `${SHE}- ben: Architect\n- User\n\n`,
    )
    expect(await room.answers('ben', 'What of json?')).toContain(
      '[System] You are ben: Architect. Also taking part:\n- ana: writer, writes the manual. (style)\n- User',
    )
    await room.writes({ sessionId: room.newest().sessionId }, 'And toml?')
    room.crew.restart()
    await room.settle()
    expect(await room.question('ana')).not.toContain('You are')
  })

  test('RU73 one that joins in a pause is told, and the others are told of it, with what waits to be handed over', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: [ANA, 'ben'] })
    await room.settle()
    await room.answers('ana', 'What of yaml?')
    room.pause(run)
    const { crew } = room
    const participants = [ANA, 'ben', { id: 'cy', role: 'critic' }]
    crew.act(() => changeRun(crew.shard, BY_PERSON, run.id, participants))
    room.resume(run)
    await room.settle()
    expect(await room.answers('ben', 'What of json?')).toContain('\n- cy: critic\n')
    expect(await room.answers('cy', 'What of toml?')).toContain(
      'You are cy: critic. Also taking part',
    )
    expect(await room.answers('ana', 'Well?')).toContain(`${SHE}- ben: Architect\n- cy: critic`)
    expect(await room.question('ben')).not.toContain('You are')
  })

  test('RU73 also in a discussion within an answer, whose starter reads the goal, too', async () => {
    await using room = new DiscussionCrew()
    room.start({ participants: BOTH })
    await room.settle()
    await room.answers('ana', startsDiscussion({ goal: 'Which ending?', with: ['cy', 'ana'] }))
    expect(await room.answers('cy', 'What of toml?')).toContain('You are cy: QA Tester. Also taking part:\n- ana: Developer') // prettier-ignore
    const question = await room.question('ana')
    expect(question).toContain('You are ana: Developer. Also taking part:\n- cy: QA Tester')
    expect(question).toContain('[System] The goal: Which ending?')
  })

  test('RU73 also by whom the speakers are chosen and the answers summed up, and again when it goes on', async () => {
    for (const [policy, does] of [
      [{ kind: 'selection', by: 'lead' }, 'chooses who speaks next'],
      [{ kind: 'parallel', aggregator: 'lead' }, 'sums up'],
    ] as const) {
      await using room = new DiscussionCrew()
      const { run } = room.start({ policy, participants: BOTH })
      await room.settle()
      if (policy.kind === 'selection') await room.answers('lead', 'NEXT: ana')
      expect(await room.answers('ana', 'So it is.\n[DONE]')).toContain(`\n- atlas: ${does}\n`)
      if (policy.kind === 'parallel') await room.answers('ben', 'So it is.')
      expect(room.end(run)[0]).toBe('done')
      room.goesOn(run)
      await room.settle()
      if (policy.kind === 'selection') await room.answers('lead', 'NEXT: ben')
      expect(await room.question('ben')).toContain('You are ben')
    }
  })

  test('RU73 a question that was handed over still says so later, even if the participants were changed', async () => {
    await using room = new DiscussionCrew()
    const { run } = room.start({ participants: BOTH })
    await room.settle()
    const all = room.facts('delivery:created').map(({ data }) => data.delivery)
    const first = all.find(({ content }) => content.form === 'round')
    await room.answers('ana', 'What of yaml?')
    const { shard, crew } = room.crew
    const text = () => roundText(shard, crew, first?.agentId ?? '', first?.content as never)
    room.change(run, ['cy', 'ana'])
    expect(text()).toContain('You are ana: Developer. Also taking part:\n- cy')
    room.stop(run)
    expect(text()).toContain('You are ana')
  })

  test('RU73 the longest of everything has room, and what is left out is counted', async () => {
    await using room = new DiscussionCrew()
    const long = (n: number) => 'w '.repeat(n / 2)
    const expertise = Array.from({ length: 20 }, () => long(100))
    const whole = { role: long(100), description: long(500), expertise }
    room.start({ participants: ['ana', 'ben', 'cy', 'human'].map((id) => ({ id, ...whole })) })
    await room.settle()
    const question = await room.question('ana')
    expect(question.length).toBeLessThan(4_800)
    expect(question).toContain('You are ana: w w')
  })
})

describe('RU74 the starter takes part', () => {
  test.for([
    [{ with: ['ben'] }, ['ben', 'ana']],
    [{ with: ['ana', 'ben'] }, ['ana', 'ben']],
    [{ with: ['ben'], policy: 'selection', by: 'ana' }, ['ben']],
    [{ with: ['ben'], policy: 'parallel' }, ['ben']],
    [{ with: ['ben'], policy: 'hierarchical', by: 'ana' }, ['ben']],
  ] as const)('RU74 within an answer, %j makes %j take part', async ([input, who]) => {
    await using room = new DiscussionCrew()
    room.start({ participants: ['ana', 'cy'] })
    await room.settle()
    await room.answers('ana', startsDiscussion({ goal: 'Which ending?', ...input }))
    const named = room.newest().participants.map((id) => room.nameOf(id))
    expect(named).toEqual(who)
  })

  test('RU74 outside an answer it takes part if it names itself', async () => {
    await using room = new DiscussionCrew()
    await room.crew.says('lead', startsDiscussion({ goal: 'Which ending?', with: ['ben'] }))
    expect(room.newest().participants).toEqual([room.crew.id('ben')])
    await room.crew.says('lead', startsDiscussion({ goal: 'Which?', with: ['ben', 'atlas'] }))
    expect(room.newest().participants).toEqual([room.crew.id('ben'), room.crew.leadId])
  })

  test('RU74 naming one twice is refused, also when the participants are changed', async () => {
    await using room = new DiscussionCrew()
    expect(() => room.start({ participants: ['ana', room.crew.id('ana')] })).toThrow('ana is named twice') // prettier-ignore
    const { run } = room.start({ participants: BOTH })
    expect(() => room.change(run, ['human', 'ben', 'Human'])).toThrow('the person is named twice')
  })
})
