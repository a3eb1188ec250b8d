import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds } from './compare'
import { type MadeCrew, makeCrew } from './crew'
import { Outside } from './outside'
import { type Frame, Wire } from './wire'

let server: Outside
let crew: MadeCrew
let page: Wire
const wires: Wire[] = []

beforeAll(async () => {
  server = await Outside.start()
  crew = await makeCrew(server, 'gamma', { dora: 'developer', ben: 'architect', cleo: 'designer' })
  page = await open('/ws', server.owner)
  await page.asks({ type: 'hello', leads: '*' }, isOf('hello'))
})
afterAll(async () => {
  for (const wire of wires) wire.end()
  await server.end()
})

const isOf =
  (type: string) =>
  (frame: Frame): boolean =>
    frame['type'] === type
const isError = isOf('error')
const atlas = (rest: string) => `/api/lead/${crew.leadId}${rest}`
/** The id of a line of a session is where it is in the log. */
const unplaced = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll(/"event-\d+"/g, '"event-<position>"')) as unknown
const shown = (value: unknown) =>
  server.normalised(unplaced(value), {
    epoch: '<epoch>',
    cursor: '<cursor>',
    sentSeq: '<position>',
    seenSeq: '<position>',
    revision: '<revision>',
    next_before: '<cursor>',
  })

async function open(address: string, token?: string): Promise<Wire> {
  const wire = await Wire.open(`${server.url}${address}`, token)
  wires.push(wire)
  return wire
}

test('OA17 /agent speaks with the program of an agent as it spoke, and /ws shows it live as it showed it', async () => {
  const { ids, tokens, person } = crew
  const dialogue: unknown[] = []
  const live: unknown[] = []
  const [dora, doraToken] = [ids['dora'], tokens['dora']]
  await person('POST', atlas('/groups'), { name: 'plan', memberIds: [dora, ids['ben']] })
  const plan = atlas('/groups/plan')
  await person('POST', `${plan}/messages`, { content: 'Who takes it?' })

  const one = await open('/agent')
  const says = async (sent: Frame | string, fits: (answer: Frame) => boolean) => {
    const answer = await one.asks(sent, fits)
    dialogue.push({ sent, answer })
    return answer
  }
  const comes = async (
    what: string,
    happens: () => Promise<unknown>,
    fits: (answer: Frame) => boolean,
  ) => {
    const from = one.frames.length
    await happens()
    const answer = await one.wait(fits, from)
    dialogue.push({ after: what, answer })
    return answer
  }
  /** How much of a text one frame has, and how many items it names, is a matter of time. */
  const shows = async (fits: (frame: Frame) => boolean) => {
    const frame = await page.wait(fits)
    const some = Object.keys(frame).filter((key) => ['delta', 'text', 'changed'].includes(key))
    live.push({ ...frame, ...Object.fromEntries(some.map((key) => [key, `<${key}>`])) })
  }

  await says({ type: 'hello', token: doraToken, agentId: dora }, isOf('hello'))
  const first = await one.wait(isOf('turn'))
  dialogue.push({ after: 'hello', answer: first })
  await says({ type: 'ack', cursor: first['cursor'] as string }, isOf('acked'))
  await shows(
    ({ type, agentId, connection, owed }) =>
      type === 'live:agent' && agentId === dora && connection === 'connected' && owed.count === 0,
  )
  await shows(
    ({ type, agentId, seenSeq, sentSeq }) =>
      type === 'live:receipt' && agentId === dora && seenSeq === sentSeq,
  )
  page.send({ type: 'watch', transcript: `agent-${dora}` })
  await page.asks({ type: 'ping' }, isOf('pong'))
  one.send({ type: 'status', status: 'working' })
  await shows(
    ({ type, agentId, status }) =>
      type === 'live:agent' && agentId === dora && status === 'working',
  )
  const text = 'I look at it.\n⟦⟦ GROUP_MESSAGE {"group": "plan", "content": "I take'
  await says({ type: 'output', text, stream: 's1', offset: 0, replies: 'inline' }, isOf('output'))
  await shows(({ type, text: composed }) => type === 'live:composing' && composed !== undefined)
  const rest = ' it."} ⟧⟧\n'
  await says(
    { type: 'output', text: rest, stream: 's1', offset: text.length, replies: 'inline' },
    isOf('output'),
  )
  await shows(({ type, done }) => type === 'live:composing' && done === true)
  await says({ type: 'turn_end', stream: 's1' }, isOf('output'))
  await shows(({ type, changed }) => type === 'live:transcript' && changed !== undefined)
  const refused =
    '⟦⟦ GROUP_MESSAGE {"group": "nope", "content": "Hello."} ⟧⟧\n⟦⟦ HELP {"command": "REACT"} ⟧⟧\n'
  await says(
    { type: 'output', text: refused, stream: 's2', offset: 0, replies: 'inline' },
    isOf('output'),
  )
  await says({ type: 'output', text: 'x', stream: 's2', offset: 1_000 }, isError)
  one.send({ type: 'status', status: 'idle' })
  await says({ type: 'ping' }, isOf('pong'))
  const task = await comes(
    'a task',
    () => person('POST', `/api/agents/${dora}/tasks`, { task: 'Move it.', context: 'Ben waits.' }),
    isOf('turn'),
  )
  await says({ type: 'ack', cursor: task['cursor'] as string }, isOf('acked'))

  const sessions = `${plan}/sessions`
  const { session } = await person('POST', sessions, { title: 'Names', agents: [dora] })
  const round = await comes(
    'a round',
    () => person('POST', `${sessions}/${session.id}/messages`, { content: 'Which name?' }),
    ({ type, deliveries }) => type === 'turn' && deliveries.some((item: Frame) => item['round']),
  )
  const { id: deliveryId } = round['deliveries'].find((item: Frame) => item['round'])
  await says({ type: 'answer', deliveryId, content: 'The short one.' }, isOf('answered'))
  await says({ type: 'answer', deliveryId: 'nothing', content: 'Yes.' }, isError)
  await says({ type: 'ack', cursor: 'nothing' }, isError)
  await says({ type: 'other' }, isError)
  await says({ type: 'output' }, isError)
  await says('{', isError)
  await says({ type: 'hello', agentId: dora ?? '' }, isError)

  const two = await open('/agent', doraToken)
  await two.asks({ type: 'hello', agentId: dora, for: 'wake' }, isOf('hello'))
  dialogue.push({ after: 'a newer connection', closed: await one.closed })
  await person('POST', `/api/agents/${dora}/terminate`, { reason: 'Done.' })
  dialogue.push({
    after: 'its end',
    answer: await two.asks({ type: 'ping' }, isError),
    closed: await two.closed,
  })
  for (const [name, hello] of Object.entries({
    'a wrong token': { type: 'hello', token: 'x', agentId: dora },
    'the agent of somebody else': { type: 'hello', token: tokens['ben'], agentId: dora },
    'no hello': { type: 'ping' },
  })) {
    const stranger = await open('/agent')
    const answer = await stranger.asks(hello, isError)
    dialogue.push({ by: name, answer, closed: await stranger.closed })
  }
  holds('frames/agent', shown(dialogue))
  // Text is shown live of programs that the server runs.
  const program =
    "process.stdin.once('data', () => console.log('I look at it. '.repeat(99))).resume()"
  const { agent } = await person('POST', atlas('/agents'), {
    name: 'pip',
    role: 'developer',
    driver: { kind: 'pipe', command: process.execPath, args: ['-e', program] },
    task: 'Look at it.',
  })
  await shows(({ type, agentId }) => type === 'live:text' && agentId === agent.id)
  await person('POST', '/api/pause', {})
  await shows(({ type, paused }) => type === 'live:server' && paused === true)
  await person('POST', '/api/resume', {})
  holds('frames/live', shown(live))
})

test('OA17 the socket of a session tells what happens there as it told it', async () => {
  const { ids, person } = crew
  const dialogue: unknown[] = []
  const { group } = await person('POST', atlas('/groups'), {
    name: 'review',
    memberIds: [ids['ben']],
  })
  const sessions = atlas('/groups/review/sessions')
  const { session } = await person('POST', sessions, { title: 'Names', agents: [ids['ben']] })
  const address = `/api/group-chats/${group.id}/sessions/${session.id}/ws`
  const one = await open(`${address}?member_type=human`)
  /** Frames that have to come after something; two of them may come in either order. */
  const comes = async (what: unknown, happens: () => unknown, ...types: readonly string[]) => {
    const from = one.frames.length
    await happens()
    for (const type of types) await one.wait(isOf(type), from)
    const came = one.frames.slice(from).toSorted((a, b) => (a['type'] < b['type'] ? -1 : 1))
    dialogue.push({ after: what, came })
    return came
  }
  const says = (sent: Frame | string, ...types: readonly string[]) =>
    comes(sent, () => one.send(sent), ...types)

  await says({ type: 'hello', token: server.owner }, 'view_data')
  await says(
    { type: 'send_message', id: 'c1', content: 'Which name?' },
    'user',
    'agent_thinking',
    'done',
  )
  const { rounds } = await person('GET', `${sessions}/${session.id}/rounds`)
  const [{ deliveryId }] = rounds.at(-1).responses
  await comes(
    'an answer',
    () =>
      crew.as('ben')('POST', `/api/agents/${ids['ben']}/answer`, {
        deliveryId,
        content: 'The short one.',
      }),
    'agent_response',
  )
  await says({ type: 'send_message', id: 'c2', content: 'Why?' }, 'user', 'agent_thinking', 'done')
  await says({ type: 'interrupt', id: 'c3', agent_id: ids['ben'] }, 'agent_error', 'done')
  await comes(
    'a new member',
    () =>
      person('POST', `/api/group-chats/${group.id}/members`, { type: 'agent', id: ids['cleo'] }),
    'system',
  )
  await says({ type: 'switch_view', id: 'c4', view: 'agent', agent_id: ids['ben'] }, 'view_data')
  await says({ type: 'send_message', id: 'c5', content: 'Hello.' }, 'error')
  await says({ type: 'switch_view', id: 'c6', view: 'ui' }, 'view_data')
  await says({ type: 'send_message', id: 'c7', content: ' ' }, 'error')
  await says({ type: 'other', id: 'c8' }, 'error')
  await says('{', 'error')
  await person('DELETE', `${sessions}/${session.id}`)
  dialogue.push({
    after: 'its end',
    answer: await one.wait(({ code }) => code === 'session_not_found' || code === 'not_found'),
    closed: await one.closed,
  })
  const stranger = await open(address)
  const answer = await stranger.asks({ type: 'hello', token: 'x' }, isError)
  dialogue.push({ by: 'a wrong token', answer, closed: await stranger.closed })
  expect(dialogue.length).toBeGreaterThan(10)
  holds('frames/session', shown(dialogue))
})
