import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { plannedDriver } from '../harness/agent-floor'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'

const REQUEST = {
  toolCall: { toolCallId: 't', title: 'ls', kind: 'execute', rawInput: { command: 'ls' } },
  options: [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ],
}
const BEHAVIOUR = { permissions: [REQUEST], loadSession: true, chunks: ['on it'] }

/** A server and one agent in each of two crews. */
class Scene {
  readonly server: ChildServer
  readonly data: string

  constructor(server: ChildServer, data: string) {
    this.server = server
    this.data = data
  }

  async call(method: string, route: string, body?: unknown) {
    const reply = await request(`${this.server.url}${route}`, ownerToken(this.data), method, body)
    if (!reply) throw new Error(`no answer to ${method} ${route}`)
    return reply
  }

  async waiting(leadId: string): Promise<NeedRecord[]> {
    const { body } = await this.call('GET', `/api/lead/${leadId}/needs`)
    return (body['needs'] as NeedRecord[]).filter(({ kind }) => kind === 'permission')
  }

  async asked(leadId: string): Promise<NeedRecord> {
    let found: NeedRecord[] = []
    await eventually('one request waits', async () => {
      found = await this.waiting(leadId)
      return found.length === 1
    })
    const [need] = found
    if (!need) throw new Error('no request waits')
    return need
  }
}

const notes = (folder: string, name: string, what: 'prompts' | 'notes') =>
  readFileSync(path.join(folder, `${name}.${what}`), 'utf8').split('\n').filter((line) => line !== '') // prettier-ignore

test('PM6 a server that is killed while requests wait closes them at its next start; agents continue and ask again, and nothing is done twice', async () => {
  using data = tempFolder()
  using folder = tempFolder()
  const leads: string[] = []
  const asked: NeedRecord[] = []
  {
    await using server = await ChildServer.start({ data: data.path, port: 0 })
    const scene = new Scene(server, data.path)
    for (const name of ['ada', 'ben']) {
      const leadId = (await scene.call('POST', '/api/lead', { name })).body['lead'].id as string
      const driver = plannedDriver(folder.path, name, [BEHAVIOUR])
      const agent = { name, role: 'developer', driver }
      const { body } = await scene.call('POST', `/api/lead/${leadId}/agents`, agent)
      await scene.call('POST', `/api/agents/${body['agent'].id}/messages`, { content: `go ${name}` }) // prettier-ignore
      leads.push(leadId)
      asked.push(await scene.asked(leadId))
    }
    await server.end('SIGKILL')
  }
  await using server = await ChildServer.start({ data: data.path, port: 0 })
  const scene = new Scene(server, data.path)
  for (const [index, name] of ['ada', 'ben'].entries()) {
    const [leadId = '', old] = [leads[index], asked[index]]
    const again = await scene.asked(leadId)
    expect(again.id).not.toBe(old?.id)
    const route = (id = '') => `/api/lead/${leadId}/needs/${id}/permission`
    const late = await scene.call('POST', route(old?.id), { optionId: 'yes' })
    expect([late.status, late.body['error']?.code]).toEqual([404, 'need_not_found'])
    const both = await Promise.all(
      ['yes', 'no'].map((optionId) => scene.call('POST', route(again.id), { optionId })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await eventually('it is answered', () =>
      notes(folder.path, name, 'notes').some((line) => line.includes('"answered"')),
    )
    expect(notes(folder.path, name, 'notes').filter((line) => line.includes('"answered"'))).toHaveLength(1) // prettier-ignore
    const prompts = notes(folder.path, name, 'prompts')
    expect(prompts).toHaveLength(2)
    expect(await scene.waiting(leadId)).toEqual([])
  }
})
