import { expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import type { ErrorCode } from '@crewroom/shared/protocol/errors'
import { terminateAgent } from '../../src/agents/end-agent'
import { completeTask } from '../../src/agents/tasks'
import { archiveGroup } from '../../src/groups/archive-group'
import { createSession } from '../../src/sessions/create-session'
import { updateSession } from '../../src/sessions/update-session'
import { changesBetween, readTables } from '../harness/effects'
import { BY_PERSON } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

/**
 * A group `plan` of ada (who made it) and dan, an archived group `old`; olga is outside, zoe in another crew. In `plan` there
 * are sessions in which only ada takes part: one of them is archived, and two have the same title.
 */
async function world(server: TestServer) {
  const crew = await server.crew('atlas', {
    ada: 'architect',
    dan: 'developer',
    olga: 'qa-tester',
    other: 'qa-tester',
    gone: 'designer',
    done: 'technical-writer',
  })
  const beside = await server.crew('borealis', { zoe: 'developer' })
  const { shard } = server.app.core
  const atlas = shard.crew(crew.leadId)
  const ids: Record<string, string> = { ...crew.ids, zoe: beside.ids['zoe'] ?? '' }
  const tokens: Record<string, string> = { ...crew.tokens, zoe: beside.tokens['zoe'] ?? '' }
  const as = { token: tokens['ada'] ?? '' }
  const path = `/api/lead/${crew.leadId}`
  for (const name of ['plan', 'old']) {
    await server.call('POST', `${path}/groups`, { name, memberIds: ['dan'] }, as)
  }
  const posted = await server.call('POST', `${path}/groups/plan/messages`, { content: 'x' }, as)
  for (const title of ['Own', 'Closed', 'Twice', 'Twice']) {
    const group = 'plan'
    const { id } = createSession(shard, atlas, BY_PERSON, { group, title, agents: ['ada'] })
    if (title !== 'Closed') continue
    updateSession(shard, atlas, BY_PERSON, { group, session: id, status: 'archived' })
  }
  archiveGroup(shard, atlas, BY_PERSON, 'old')
  terminateAgent(shard, atlas, BY_PERSON, ids['gone'] ?? '', null)
  completeTask(shard, atlas, BY_PERSON, ids['done'] ?? '', {})
  return { ids, tokens, path, messageId: posted.body['message'].id as string }
}

type World = Awaited<ReturnType<typeof world>>
type Command = readonly [CommandName, object]
type Request = readonly [method: string, path: string, body?: object]
type Refusal = readonly [
  who: string,
  command: (world: World) => Command,
  rest: (world: World) => Request,
  code: ErrorCode,
  /** What a command is told where it cannot be the same: it names a group or an agent, not a crew. */
  told?: RegExp,
]

const group = (name: string, more: object = {}) => ({ group: name, ...more })
const say = (name: string): [(w: World) => Command, (w: World) => Request] => [
  () => ['GROUP_MESSAGE', group(name, { content: 'hi' })],
  ({ path }) => ['POST', `${path}/groups/${name}/messages`, { content: 'hi' }],
]
const react = (name: string): [(w: World) => Command, (w: World) => Request] => [
  ({ messageId }) => ['REACT', group(name, { emoji: '👍', messageId })],
  ({ path, messageId }) => [
    'POST',
    `${path}/groups/${name}/messages/${messageId}/reactions`,
    { emoji: '👍' },
  ],
]
const read = (name: string): [(w: World) => Command, (w: World) => Request] => [
  () => ['READ_GROUP', group(name)],
  ({ path }) => ['GET', `${path}/groups/${name}/messages`],
]
const saySession = (
  name: string,
  session: string,
): [(w: World) => Command, (w: World) => Request] => [
  () => ['GROUP_MESSAGE', group(name, { session, content: 'hi' })],
  ({ path }) => ['POST', `${path}/groups/${name}/sessions/${session}/messages`, { content: 'hi' }],
]
const readSession = (
  name: string,
  session: string,
): [(w: World) => Command, (w: World) => Request] => [
  () => ['READ_GROUP', group(name, { session })],
  ({ path }) => ['GET', `${path}/groups/${name}/sessions/${session}/messages`],
]
const add = (name: string, who: string): [(w: World) => Command, (w: World) => Request] => [
  ({ ids }) => ['ADD_TO_GROUP', group(name, { members: [ids[who] ?? who] })],
  ({ path, ids }) => ['POST', `${path}/groups/${name}/members`, { memberIds: [ids[who] ?? who] }],
]
const create = (name: string, who: string): [(w: World) => Command, (w: World) => Request] => [
  ({ ids }) => ['CREATE_GROUP', { name, members: [ids[who] ?? who] }],
  ({ path, ids }) => ['POST', `${path}/groups`, { name, memberIds: [ids[who] ?? who] }],
]
const remove = (name: string, who: string): [(w: World) => Command, (w: World) => Request] => [
  ({ ids }) => ['REMOVE_FROM_GROUP', group(name, { members: [ids[who] ?? who] })],
  ({ path, ids }) => ['DELETE', `${path}/groups/${name}/members/${ids[who] ?? who}`],
]
const leave = (name: string, who: string): [(w: World) => Command, (w: World) => Request] => [
  () => ['LEAVE_GROUP', group(name)],
  ({ path, ids }) => ['DELETE', `${path}/groups/${name}/members/${ids[who]}`],
]
const write = (to: string): [(w: World) => Command, (w: World) => Request] => [
  ({ ids }) => ['AGENT_MESSAGE', { to: ids[to] ?? to, content: 'hi' }],
  ({ ids }) => ['POST', `/api/agents/${ids[to] ?? to}/messages`, { content: 'hi' }],
]
const interrupt = (to: string): [(w: World) => Command, (w: World) => Request] => [
  ({ ids }) => ['INTERRUPT', { to: ids[to] ?? to, content: 'stop' }],
  ({ ids }) => ['POST', `/api/agents/${ids[to] ?? to}/interrupt`, { content: 'stop' }],
]
const terminate = (who: string): [(w: World) => Command, (w: World) => Request] => [
  ({ ids }) => ['TERMINATE_AGENT', { agent: ids[who] ?? who }],
  ({ ids }) => ['POST', `/api/agents/${ids[who] ?? who}/terminate`],
]
const complete = (who: string): [(w: World) => Command, (w: World) => Request] => [
  () => ['COMPLETE_TASK', {}],
  ({ ids }) => ['PATCH', `/api/agents/${ids[who]}`, { status: 'completed' }],
]
const autoGroups: [(w: World) => Command, (w: World) => Request] = [
  () => ['AUTO_GROUPS', { on: false }],
  ({ path }) => ['PATCH', path, { autoGroups: false }],
]

const NO_GROUP = /^there is no group "plan"\. You are in no group\.$/
const ANOTHER_CREW = /^".*" belongs to another crew/

const REFUSALS: readonly Refusal[] = [
  // Outside of the group.
  ['olga', ...say('plan'), 'not_a_member'],
  ['olga', ...react('plan'), 'not_a_member'],
  ['olga', ...read('plan'), 'not_a_member'],
  ['olga', ...add('plan', 'olga'), 'not_a_member'],
  ['olga', ...remove('plan', 'dan'), 'not_a_member'],
  ['olga', ...leave('plan', 'olga'), 'not_a_member'],
  ['olga', ...say('nowhere'), 'group_not_found'],
  // Inside, without the right or against the state.
  ['dan', ...remove('plan', 'ada'), 'forbidden'],
  ['lead', ...leave('plan', 'lead'), 'lead_cannot_leave'],
  ['ada', ...remove('plan', 'lead'), 'lead_cannot_leave'],
  ['ada', ...remove('plan', 'olga'), 'agent_not_found'],
  ['ada', ...say('old'), 'group_archived'],
  ['ada', ...create('plan', 'dan'), 'group_exists'],
  ['olga', ...create('old', 'dan'), 'group_exists'],
  ['ada', ...create('new', 'nobody'), 'agent_not_found'],
  ['ada', ...create('new', 'qa-tester'), 'ambiguous_member'],
  ['ada', ...create('new', 'gone'), 'agent_terminal'],
  ['ada', ...create('new', 'zoe'), 'other_crew'],
  ['ada', ...add('plan', 'nobody'), 'agent_not_found'],
  ['ada', ...add('plan', 'qa-tester'), 'ambiguous_member'],
  ['ada', ...add('plan', 'done'), 'agent_terminal'],
  ['ada', ...add('plan', 'zoe'), 'other_crew'],
  // In a session: outside of it or of its group, against its state, or not told apart.
  ['olga', ...saySession('plan', 'Own'), 'not_a_member'],
  ['dan', ...readSession('plan', 'Own'), 'session_not_found'],
  ['ada', ...readSession('plan', 'Twice'), 'session_not_found'],
  ['ada', ...saySession('plan', 'Closed'), 'session_archived'],
  // Over agents.
  ['dan', ...write('dan'), 'forbidden'],
  ['dan', ...write('gone'), 'agent_terminal'],
  ['dan', ...interrupt('ada'), 'forbidden'],
  ['dan', ...terminate('ada'), 'forbidden'],
  ['lead', ...terminate('lead'), 'forbidden'],
  ['done', ...complete('done'), 'no_open_task'],
  ['dan', ...autoGroups, 'forbidden'],
  // Across crews.
  ['zoe', ...say('plan'), 'lead_not_found', NO_GROUP],
  ['zoe', ...react('plan'), 'lead_not_found', NO_GROUP],
  ['zoe', ...read('plan'), 'lead_not_found', NO_GROUP],
  ['zoe', ...add('plan', 'zoe'), 'lead_not_found', NO_GROUP],
  ['zoe', ...remove('plan', 'dan'), 'lead_not_found', NO_GROUP],
  ['zoe', ...leave('plan', 'zoe'), 'lead_not_found', NO_GROUP],
  ['zoe', ...saySession('plan', 'Own'), 'lead_not_found', NO_GROUP],
  ['zoe', ...create('plan', 'dan'), 'lead_not_found', ANOTHER_CREW],
  ['zoe', ...write('dan'), 'agent_not_found', ANOTHER_CREW],
  ['zoe', ...interrupt('dan'), 'agent_not_found', ANOTHER_CREW],
  ['zoe', ...terminate('dan'), 'agent_not_found', ANOTHER_CREW],
  // Who has ended.
  ['gone', ...say('plan'), 'agent_terminal'],
  ['gone', ...write('dan'), 'agent_terminal'],
]

/** What a refused command leaves: its answer and its place in the stream. */
const LEFT_BY_COMMAND: ReadonlySet<string> = new Set([
  'agent_streams',
  'deliveries',
  'journal',
  'shard',
])

test('TD3 a refusal is the same sentence by command and by REST, and changes nothing', async () => {
  await using server = await TestServer.start()
  const { core } = server.app
  const at = await world(server)
  const tables = async () => {
    await core.journal.flush()
    return readTables(server.data.database)
  }
  for (const [who, command, rest, code, told] of REFUSALS) {
    const [method, path, body] = rest(at)
    const [name, payload] = command(at)
    const asked = `${who}: ${name} ${JSON.stringify(payload)}`
    const before = await tables()
    const reply = await server.call(method, path, body, { token: at.tokens[who] ?? null })
    expect.soft([reply.status >= 400, reply.body['error']?.code], asked).toEqual([true, code])
    const between = await tables()
    expect.soft(changesBetween(before, between), asked).toEqual({})

    // A remote agent that was terminated is told by its token; its last words come from a program of the server.
    const crew = core.shard.crewOf(at.ids[who] ?? '')
    if (!crew) throw new Error(`no agent called ${who}`)
    const output = { text: commandLine(name, payload), stream: 'main', endOfTurn: true }
    const { results } = await core.intake.output(crew, at.ids[who] ?? '', output)
    const head = `[System] ${name} refused: `
    const said = results[0]?.reply ?? ''
    expect
      .soft([results.length, results[0]?.ok, said.startsWith(head)], asked)
      .toEqual([1, false, true])
    const sentence: unknown = told ? expect.stringMatching(told) : reply.body['error']?.message
    expect.soft(said.slice(head.length), asked).toEqual(sentence)
    const changed = changesBetween(between, await tables())
    const beside = Object.keys(changed).filter((table) => !LEFT_BY_COMMAND.has(table))
    const facts = changed['journal']?.came.map((row) => row['type'])
    expect
      .soft([beside, [...new Set(facts)]], asked)
      .toEqual([[], ['delivery:created', 'stream:advanced']])
  }
})
