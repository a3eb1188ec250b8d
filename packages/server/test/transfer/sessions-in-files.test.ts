import { expect, test } from 'vitest'
import { pauseCrew } from '../../src/agents/pause'
import { searchMessages } from '../../src/groups/search-messages'
import { deleteSession } from '../../src/sessions/update-session'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, groupText, type Line, linesOf, takeIn } from '../harness/export-text'
import { dumpOf } from '../harness/recorded-batches'
import { answer, interrupt, openSession, post, take } from '../harness/session-acts'
import { say, team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const
const elsewhere = () => testCrew({ ids: new CountingIds('b0b0', 'b-') })

/** A crew with an open round: one agent has answered it, one has it, and one was handed nothing. */
async function talking(ids = new CountingIds()) {
  const crew = testCrew({ agents: AGENTS, ids })
  team(crew, 'plan', ['ada', 'ben', 'cleo'])
  say(crew, 'ada', 'in the group itself', 'plan')
  const session = openSession(crew, 'plan', 'Rounds')
  post(crew, 'human', session, 'How do we build it?')
  await answer(crew, 'ada', session, 'In layers, @human.')
  await take(crew, 'ben')
  crew.clock.advance(2_000)
  post(crew, 'human', session, 'And how do we test it?')
  await answer(crew, 'ada', session, 'One layer at a time.')
  interrupt(crew, 'cleo', session)
  const third = post(crew, 'human', session, 'And when?')
  await answer(crew, 'ada', session, 'Today.')
  return { crew, session, third }
}

test('EX36, EX45 a crew with sessions is a file of version 7, which comes out of the crew it becomes; without them it is one of version 1', async () => {
  const { crew, session } = await talking()
  await using _ = crew
  await using plain = testCrew({ ids: new CountingIds('c0c0', 'c-') })
  const before = linesOf(await crewText(plain))[0]
  expect(before).toMatchObject({ version: 1 })
  const text = await crewText(crew)
  expect(linesOf(text)[0]).toMatchObject({ version: 7, messages: 1 })
  await using other = elsewhere()
  await takeIn(other, text)
  const { crew: second } = await talking(new CountingIds('d0d0', 'd-'))
  await using _second = second
  await takeIn(other, await crewText(second))
  expect(await crewText(other, second.leadId)).toBe(await crewText(second))
  expect(await crewText(other, crew.leadId)).toBe(text)
  other.restart()
  expect(await crewText(other, crew.leadId)).toBe(text)
  // What was said in a deleted session is in the file all the same.
  deleteSession(crew.shard, crew.crew, BY_PERSON, { group: 'plan', session: session.id })
  const without = await crewText(crew)
  expect(linesOf(without)[0]).toMatchObject({ version: 7 })
  await using third = testCrew({ ids: new CountingIds('e0e0', 'e-') })
  await takeIn(third, without)
  expect(third.shard.crew(crew.leadId).state.sessions).toEqual({})
  expect(await crewText(third, crew.leadId)).toBe(without)
})

test('EX2, EX37 sessions of an imported crew are what they were; its open round is asked when a person has resumed it', async () => {
  const { crew, session } = await talking()
  await using _ = crew
  await using other = elsewhere()
  await takeIn(other, await crewText(crew))
  const imported = other.shard.crew(crew.leadId)
  expect(imported.state).toEqual({
    ...crew.crew.state,
    lead: { ...crew.crew.state.lead, paused: true },
  })
  const tables = ['sessions', 'rounds', 'responses', 'session_given', 'chat_group_messages']
  const rows = (of: TestCrew) => tables.map((name) => [name, dumpOf(of.database)[name]])
  expect(rows(other)).toEqual(rows(crew))
  const page = { groupName: 'plan', sessionId: session.id, limit: 50, viewer: null }
  const { reader } = other.shard.ports
  expect(reader.page(crew.leadId, page)).toEqual(crew.shard.ports.reader.page(crew.leadId, page))
  const found = (of: TestCrew, what: typeof imported) =>
    searchMessages(of.shard, what, BY_PERSON, { q: 'layer*', limit: 9 })
  expect(await found(other, imported)).toEqual(await found(crew, crew.crew))
  expect(await found(other, imported)).toMatchObject({ hits: [{}, {}] })

  // Nothing is handed over before somebody has looked at it.
  const inbox = async (of: TestCrew, name: string) =>
    (await of.core.inbox.fetch(crew.id(name), {})).deliveries.map(({ text }) => text)
  expect(imported.inert).toBe(true)
  expect(await inbox(other, 'cleo')).toEqual([])
  other.restart()
  expect(await inbox(other, 'cleo')).toEqual([])
  other.act(() => pauseCrew(other.shard, other.shard.crew(crew.leadId), BY_PERSON, false))
  const asked = async (of: TestCrew) => {
    const texts: string[] = []
    for (;;) {
      const { deliveries, cursor } = await of.core.inbox.fetch(crew.id('cleo'), {})
      texts.push(...deliveries.map(({ text }) => text))
      if (deliveries.length === 0) return texts
      await of.core.inbox.ack(crew.id('cleo'), cursor)
    }
  }
  const texts = await asked(other)
  expect(texts.filter((text) => text.includes('And when?'))).toHaveLength(1)
  expect(texts).toEqual(await asked(crew))
})

test('EX36, RN21, RN22 a file of a version that did not store who stopped an answer, and when it asked, is read', async () => {
  const { crew, session } = await talking()
  await using _ = crew
  const text = await crewText(crew)
  expect(text).toContain('"stoppedBy":"human"')
  expect(text).toContain('"askedAt":')
  const older = forged(text, (lines) => {
    for (const { data } of lines) {
      const { response, round } = data ?? {}
      for (const one of [...(round?.responses ?? []), ...(response ? [response] : [])]) {
        delete one.stoppedBy
        delete one.askedAt
      }
    }
  })
  await using other = elsewhere()
  await takeIn(other, older)
  other.restart()
  expect(await crewText(other, crew.leadId)).toBe(older)
  const newest = other.shard.crew(crew.leadId).state.rounds[session.id]?.at(-1)
  expect(newest?.responses[0]).toMatchObject({ status: 'done' })
  expect(newest?.responses[0]).not.toHaveProperty('askedAt')
})

test('EX39 the file of a group holds what was said in the group itself, and of its sessions nothing', async () => {
  const { crew } = await talking()
  await using _ = crew
  const lines = linesOf(await groupText(crew, 'plan'))
  expect(lines[0]).toMatchObject({ kind: 'group', version: 1, messages: 1 })
  const said = lines.flatMap((line) => (line['message'] ? [line['message'].content as string] : []))
  expect(said).toEqual(['in the group itself'])
})

/** The line of the first or last fact of a type. */
function lineOf(lines: Line[], type: string, last = false): Line {
  const one = (line: Line) => line['type'] === type
  const found = last ? lines.findLast(one) : lines.find(one)
  if (!found) throw new Error(`the file has no ${type}`)
  return found
}

test('EX6, EX38 a file whose sessions do not follow from what came before is refused with a sentence', async () => {
  const { crew } = await talking()
  await using _ = crew
  await using other = elsewhere()
  const text = await crewText(crew)
  const set =
    (type: string, change: (data: Line) => unknown, last = false) =>
    (lines: Line[]) => {
      change(lineOf(lines, type, last)['data'])
    }
  const ben = crew.id('ben')
  const foreign = '00070000-0000-4000-8000-000000000007'
  const attacks: Record<string, (lines: Line[]) => unknown> = {
    'another version than its facts have': (lines) => (lines[0]!['version'] = 1),
    'reads versions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11': (lines) => (lines[0]!['version'] = 12),
    'a session that the crew does not have': set('session:message', (d) => (d['sessionId'] = 's')),
    'into another group': set('session:message', (data) => {
      data['groupName'] = 'other'
      data['message'].group = 'other'
    }),
    'the main session of a group': set('session:created', (d) => (d['session'].id = 'main')),
    'begins out of use': set('session:created', (d) => (d['session'].status = 'archived')),
    'a group that the crew does not have': set('session:created', (data) => {
      data['session'].groupName = 'nowhere'
    }),
    'agent that the crew does not have': set('session:created', (data) => {
      data['session'].activeAgents = [foreign]
    }),
    'an agent takes part twice': set('session:created', (d) => (d['session'].chosen = [ben, ben])),
    'takes part twice': set('session:created', (d) => (d['session'].activeAgents = [ben, ben])),
    'other numbers of messages': set('session:created', (d) => (d['session'].messageCount = 1)),
    'a message of another session': set('session:message', (data) => {
      data['message'].sessionId = 'main'
    }),
    'of a session in the group itself': set('group:message', (data) => {
      data['message'].sessionId = 's'
    }),
    'an ordinal is missing': set('session:message', (data) => (data['message'].n = 7)),
    'contradicts its fact': set('session:message', (data) => (data['message'].seq = 7)),
    'a run that the session does not have': set('round:opened', (d) => (d['round'].runId = 's')),
    'a round is missing': set('round:opened', (data) => (data['round'].n = 2)),
    'a message that the session does not have': set('round:opened', (data) => {
      data['round'].triggerSeq += 1
    }),
    'another number than that of its fact': set('round:opened', (data) => {
      data['round'].openedSeq -= 1
    }),
    'asked twice': set('round:opened', (data) => {
      data['round'].responses.push(data['round'].responses[0])
    }),
    'does not bring this question': set('round:opened', ({ round }) => {
      round.responses[0].deliveryId = round.responses[1].deliveryId
    }),
    'an answer that is not there': set('round:responded', (data) => {
      data['response'].messageId = 'nowhere'
    }),
    'it names an agent': set('round:responded', (data) => {
      data['response'].stoppedBy = foreign
    }),
    'was not asked': set('round:responded', (data) => (data['response'].agentId = crew.leadId)),
    'a round that the session does not have': set('round:closed', (data) => (data['n'] = 9)),
    'messages of no time': (lines) => {
      const asks = lines.find((line) => line['data']?.delivery?.content.form === 'round')
      asks!['data'].delivery.content.toSeq = asks!['seq']
    },
    'delivery that contradicts itself': (lines) => {
      const asks = lines.find((line) => line['data']?.delivery?.content.form === 'round')
      asks!['data'].delivery.kind = 'task'
    },
    'no question to the agent': set('delivery:withdrawn', (data) => (data['agentId'] = ben)),
    'withdrawn twice': set('delivery:withdrawn', ({ deliveryIds }) => {
      deliveryIds.push(deliveryIds[0])
    }),
  }
  for (const [reason, change] of Object.entries(attacks)) {
    const error = await takeIn(other, forged(text, change)).then(
      () => 'taken',
      (refused: Error) => refused.message,
    )
    expect(error, reason).toContain(reason)
    expect(error, reason).toContain('Nothing was imported.')
  }
  await takeIn(other, text)
})
