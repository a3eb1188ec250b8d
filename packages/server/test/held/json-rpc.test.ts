import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds } from './compare'
import { type MadeCrew, makeCrew } from './crew'
import { Outside } from './outside'
import { type Frame, Wire } from './wire'

const PROTOCOL = '2026.1122.0'
const APP = 'e12fe562-ed1f-4d2d-bed5-68b8edfa41cb'
const NOBODY = '5b3a600e-4a28-4b5d-a521-5bcb9d922f33'

let server: Outside
let crew: MadeCrew
const wires: Record<string, Wire> = {}
const dialogue: unknown[] = []
let asked = 0

beforeAll(async () => {
  server = await Outside.start()
  crew = await makeCrew(server, 'delta', { tm: 'architect', ben: 'developer', cleo: 'designer' })
  server.name(APP, '<app>')
  server.name(NOBODY, '<nobody>')
})
afterAll(async () => {
  for (const wire of Object.values(wires)) wire.end()
  await server.end()
})

const shown = (value: unknown) =>
  server.normalised(value, {
    seq: '<position>',
    sinceSeq: '<position>',
    cursor: '<cursor>',
    nextCursor: '<cursor>',
  })

/** A request of an agent; what it was and what was answered is recorded. */
async function asks(who: string, method: string, params?: object): Promise<Frame> {
  const wire = wires[who]
  if (!wire) throw new Error(`${who} is not connected`)
  const id = `q${++asked}`
  const sent = { jsonrpc: '2.0', id, method, ...(params ? { params } : {}) }
  const answer = await wire.asks(sent, (frame) => frame['id'] === id)
  dialogue.push({ by: who, sent, answer })
  return (answer['result'] ?? {}) as Frame
}

test('OA17 /rpc/ws answers each method as it answered it, and tells each agent what it told', async () => {
  const versions = { minProtocol: PROTOCOL, maxProtocol: PROTOCOL }
  for (const who of ['tm', 'ben', 'cleo']) {
    wires[who] = await Wire.open(`${server.url}/rpc/ws`)
    await asks(who, 'network/connect', { agentKey: crew.tokens[who], ...versions })
  }
  const { ids } = crew
  await asks('tm', 'network/ping')
  const made = await asks('tm', 'task/create', {
    appId: APP,
    invitedAgentIds: [ids['ben'], ids['cleo']],
    initialConversation: { name: 'Names', participants: [ids['tm'], ids['ben']] },
  })
  const taskId = server.name(made['task'].id as string, '<task>')
  const conversationId = server.name(made['conversation'].id as string, '<conversation>')
  const at = { taskId, conversationId }
  await asks('ben', 'task/list', {})
  const parts = [
    { type: 'text', text: 'Which name?' },
    { type: 'image', url: 'https://example.com/a.png', altText: 'a name' },
  ]
  const { message } = await asks('ben', 'messages/send', { ...at, parts })
  server.name(message.id as string, '<message>')
  await asks('tm', 'messages/send', {
    ...at,
    parts: [{ type: 'text', text: 'The short one.' }],
    replyToId: message.id,
  })
  await asks('tm', 'messages/list', { ...at, limit: 1 })
  await asks('tm', 'messages/list', { ...at, sinceSeq: message.seq as string })
  await asks('tm', 'task/conversation/participants/add', { ...at, agentId: ids['cleo'] })
  await asks('tm', 'task/conversation/participants/remove', { ...at, agentId: ids['cleo'] })
  const second = await asks('tm', 'task/conversation/create', {
    taskId,
    name: 'Files',
    participants: [ids['ben'], ids['cleo']],
  })
  server.name(second['conversation'].id as string, '<second conversation>')
  await asks('ben', 'task/conversation/list', { limit: 1 })
  await asks('tm', 'task/conversation/archive', at)
  await asks('ben', 'messages/send', { ...at, parts })
  await asks('tm', 'task/conversation/unarchive', at)
  await asks('tm', 'task/removeParticipant', { taskId, agentId: ids['cleo'] })
  await asks('tm', 'task/addParticipant', { taskId, agentId: ids['cleo'] })
  await asks('cleo', 'task/leave', { taskId })
  await asks('tm', 'task/close', { taskId })

  await asks('tm', 'task/close', { taskId })
  await asks('tm', 'messages/list', { taskId: NOBODY, conversationId })
  await asks('ben', 'messages/list', { taskId: crew.leadId, conversationId: NOBODY })
  await asks('cleo', 'messages/send', { ...at, parts })
  await asks('tm', 'nothing/there')
  await asks('tm', 'task/list', { limit: 0, more: 1 })
  await asks('tm', 'network/connect', { agentKey: crew.tokens['tm'], ...versions })
  const ends = async (name: string, sent: unknown) => {
    const wire = await Wire.open(`${server.url}/rpc/ws`)
    const answer = await wire.asks(sent, () => true)
    dialogue.push({ by: name, sent, answer })
    wire.end()
  }
  const connect = { jsonrpc: '2.0', id: '1', method: 'network/connect' }
  await ends('a wrong key', { ...connect, params: { agentKey: 'x', ...versions } })
  const older = {
    agentKey: crew.tokens['tm'],
    minProtocol: '2020.101.0',
    maxProtocol: '2020.101.0',
  }
  await ends('an older client', { ...connect, params: older })
  await ends('a stranger', { jsonrpc: '2.0', id: '1', method: 'task/list', params: {} })
  await ends('a batch', [connect])
  await ends('no JSON', '{')
  await ends('a number as id', { ...connect, id: 1 })
  for (const who of Object.keys(wires)) await asks(who, 'network/ping')
  holds('json-rpc/dialogue', shown(dialogue))

  const notified = Object.fromEntries(
    Object.entries(wires).map(([who, { frames }]) => [
      who,
      // What an agent is owed came to this door later; a client leaves out what it does not know.
      frames.filter((frame) => !('id' in frame) && frame['method'] !== 'agent/delivered'),
    ]),
  )
  for (const [who, frames] of Object.entries(notified)) expect(frames, who).not.toEqual([])
  holds('json-rpc/notifications', shown(notified))
})
