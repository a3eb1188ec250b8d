import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { DOTS } from '../harness/file-requests'
import { filesWith } from '../harness/files-with'
import { often } from '../harness/long'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'

type Secrets = Record<string, string>

const SECRETS = [
  'message',
  'quote',
  'earlier',
  'direct',
  'line',
  'task',
  'need',
  'file',
  'fileName',
  'picture',
  'agentName',
  'groupName',
  'sessionTitle',
  'said',
] as const

async function made(server: ChildServer, data: string): Promise<{ leadId: string; all: Secrets }> {
  const token = ownerToken(data)
  const all = Object.fromEntries(
    SECRETS.map((name) => [name, `s${randomUUID().replaceAll('-', '').slice(1)}`]),
  ) as Secrets
  const call = async (method: string, path: string, body?: object, as = token) => {
    const reply = await request(`${server.url}${path}`, as, method, body)
    expect(reply?.status, `${method} ${path} ${JSON.stringify(reply?.body)}`).toBeLessThan(300)
    return reply?.body ?? {}
  }
  const lead = await call('POST', '/api/lead', { name: 'atlas' })
  const leadId = lead['lead'].id as string
  const agent = await call('POST', `/api/lead/${leadId}/agents`, {
    role: 'developer',
    name: all['agentName'],
  })
  const [ada, adas] = [agent['agent'].id as string, agent['token'] as string]
  const groups = `/api/lead/${leadId}/groups`
  const group = await call('POST', groups, {
    name: all['groupName'],
    memberIds: [ada],
  })
  const post = async (body: object) =>
    (await call('POST', `${groups}/${all['groupName']}/messages`, body))['message'] as {
      id: string
    }
  await post({ content: `It says ${all['message']}.` })
  const changed = await post({ content: `It said ${all['earlier']}.` })
  await call('PATCH', `${groups}/${all['groupName']}/messages/${changed.id}`, {
    content: `Now ${all['quote']}.`,
  })
  await post({ content: 'Yes.', replyTo: changed.id })
  await call('POST', `/api/agents/${ada}/messages`, { content: `For you: ${all['direct']}.` })
  await call('POST', `/api/agents/${ada}/tasks`, { task: `Look at ${all['task']}.` })
  const sessions = `${groups}/${all['groupName']}/sessions`
  const session = await call('POST', sessions, { title: all['sessionTitle'] })
  const sessionId = session['session'].id as string
  await call('POST', `${sessions}/${sessionId}/messages`, { content: `In it: ${all['line']}.` })
  const text = `I say ${all['said']}.\n${commandLine('AGENT_MESSAGE', { to: 'human', content: `I need ${all['need']}.` })}\n`
  await call('POST', `/api/agents/${ada}/output`, { text, offset: 0 }, adas)
  const put = async (place: string, body: string | Uint8Array) => {
    const address = `${server.url}/api/group-chats/${group['group'].id}/${place}`
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    expect(answer.status, await answer.text()).toBeLessThan(300)
  }
  await put(`files/${all['fileName']}.txt`, `The file has ${all['file']}.`)
  await put('pictures/dot.png', Buffer.concat([DOTS.png, Buffer.from(all['picture'] ?? '')]))
  return { leadId, all }
}

const left = (folder: string, all: Secrets) =>
  Object.entries(all).flatMap(([name, text]) =>
    filesWith(folder, text).map((file) => `${name} in ${file}`),
  )

const ENDS = often(['SIGKILL'] as const, ['SIGKILL', 'SIGTERM', null] as const)

test.each(ENDS)(
  'DE1, DE20 nothing that was said in a deleted crew is left in the data folder, even when the server ends before: %s',
  async (signal) => {
    using folder = tempFolder()
    const options = { data: folder.path, port: 0 }
    await using first = await ChildServer.start(options)
    const { leadId, all } = await made(first, folder.path)
    await eventually('all of it is stored', () => SECRETS.every((name) => filesWith(folder.path, all[name] ?? '').length > 0)) // prettier-ignore
    const path = `${first.url}/api/lead/${leadId}`
    const reply = await request(path, ownerToken(folder.path), 'DELETE', { confirm: 'atlas' })
    expect(reply?.status).toBe(200)
    if (signal) await first.end(signal)
    await using _second = signal ? await ChildServer.start(options) : null
    await eventually('nothing is left', () => left(folder.path, all).length === 0, 10_000).catch(
      (error: unknown) => {
        expect(left(folder.path, all)).toEqual([])
        throw error
      },
    )
  },
)
