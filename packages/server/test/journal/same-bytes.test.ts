import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { archiveGroup } from '../../src/groups/archive-group'
import { readEventsSince } from '../../src/crew/read-events'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { reactInSession } from '../../src/sessions/react-in-session'
import { retryAnswer } from '../../src/sessions/retry-answer'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { CountingIds } from '../harness/counting-ids'
import { crewWithoutSessions } from '../harness/every-fact'
import { crewText, takeIn } from '../harness/export-text'
import { answer, interrupt, openSession, post, take } from '../harness/session-acts'
import { say, team } from '../harness/talk'
import { BY_PERSON, testCrew, type TestCrew } from '../harness/test-crew'

/** Which events each viewer is sent, and the hash of their bytes. */
async function seenBy(
  crew: TestCrew,
  agents: readonly string[],
): Promise<Record<string, { seqs: string; sha256: string }>> {
  const viewers: Record<string, string | null> = { person: null, lead: crew.leadId }
  for (const name of agents) viewers[name] = crew.id(name)
  const seen: Record<string, { seqs: string; sha256: string }> = {}
  for (const [name, viewer] of Object.entries(viewers)) {
    const range = { since: 0, limit: 10_000 }
    const { events } = await readEventsSince(crew.shard, crew.crew, viewer, range)
    const frames = events.map((event) => JSON.stringify(event))
    seen[name] = {
      seqs: events.map(({ seq }) => seq).join(' '),
      sha256: createHash('sha256').update(frames.join('\n')).digest('hex'),
    }
  }
  return seen
}

/**
 * `CREWROOM_RECORD_BYTES=1` writes the files again, for a change of what a fact says. A change of them that nobody
 * meant is one that programs and files of people meet. The file as it was recorded.
 */
async function assertAsRecorded(
  crew: TestCrew,
  file: string,
  seenFile: string,
  agents: readonly string[],
): Promise<string> {
  const [text, seen] = [await crewText(crew), await seenBy(crew, agents)]
  const at = (name: string) => new URL(`../fixtures/${name}`, import.meta.url)
  if (process.env['CREWROOM_RECORD_BYTES']) {
    writeFileSync(at(file), text)
    writeFileSync(at(seenFile), `${JSON.stringify(seen, null, 2)}\n`)
  }
  const recorded = readFileSync(at(file), 'utf8')
  expect(text).toBe(recorded)
  expect(seen).toEqual(JSON.parse(readFileSync(at(seenFile), 'utf8')))
  return recorded
}

test('JR40 for the same acts a crew has the same file, and each viewer the same events, byte for byte as recorded', async () => {
  await using crew = await crewWithoutSessions('00f')
  await assertAsRecorded(crew, 'every-fact-v1.ndjson', 'every-fact-seen.json', ['dev', 'sec'])
})

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const

/**
 * A crew whose sessions have met everything: answers, one of them late, one passed, one stopped and asked again, one that
 * nobody was handed; an agent that writes unasked; reactions, marks and mentions; a session out of use, and a deleted one.
 */
async function crewWithSessions(): Promise<TestCrew> {
  const crew = testCrew({ agents: AGENTS, ids: new CountingIds('a5e5', 'a5e5-') })
  const { shard, crew: own } = crew
  for (const name of ['plan', 'past']) team(crew, name, ['ada', 'ben', 'cleo'])
  say(crew, 'ada', 'in the group itself', 'plan')
  const session = openSession(crew, 'plan', 'Rounds')
  const place = { group: 'plan', session: session.id }
  post(crew, 'human', session, 'How do we build it?')
  const first = await answer(crew, 'ada', session, 'In layers, @human.')
  const { id: messageId = '', seq = 0 } = first?.message ?? {}
  reactInSession(shard, own, BY_PERSON, { ...place, messageId, emoji: '👍', action: 'add' })
  await take(crew, 'ben')
  post(crew, 'human', session, 'And how do we test it?', 'a client’s own id')
  crew.clock.advance(90_000)
  await answer(crew, 'ben', session, 'From the bottom up, “ünïcode” \u0001 and all.')
  await answer(crew, 'ada', session, ' \n')
  post(crew, 'ada', session, 'By the way.')
  markSessionRead(shard, own, BY_PERSON, { ...place, seq })
  await take(crew, 'cleo')
  interrupt(crew, 'cleo', session)
  retryAnswer(shard, own, BY_PERSON, { ...place, n: 2, agent: crew.id('cleo') })
  updateSession(shard, own, BY_PERSON, { ...place, title: 'Building' })
  const gone = openSession(crew, 'plan')
  post(crew, 'human', gone, 'Never mind.')
  deleteSession(shard, own, BY_PERSON, { group: 'plan', session: gone.id })
  const past = openSession(crew, 'past', 'Past', ['ada'])
  post(crew, 'human', past, 'What was it?')
  archiveGroup(shard, own, BY_PERSON, 'past')
  crew.check()
  return crew
}

test('EX40 a crew with sessions has the file that was recorded, which comes out of the crew that it becomes', async () => {
  await using crew = await crewWithSessions()
  const agents = ['ada', 'ben']
  const text = await assertAsRecorded(crew, 'sessions-v7.ndjson', 'sessions-v7-seen.json', agents)
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text)
  expect(await crewText(other, crew.leadId)).toBe(text)
  other.restart()
  expect(await crewText(other, crew.leadId)).toBe(text)
})
