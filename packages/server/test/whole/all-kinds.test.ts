import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AgentFloor } from '../harness/agent-floor'
import { FakeModel } from '../harness/fake-model'
import { MCP_CLIENTS, type McpClient, type McpClientKind, mcpClient } from '../harness/mcp-clients'
import { ScriptedRemote } from '../harness/scripted-remote'
import { eventually } from '../harness/speaker'

/** How often a text occurs in all of these. */
const times = (text: string, all: readonly string[]) =>
  all.reduce((sum, one) => sum + one.split(text).length - 1, 0)

/** Notes what it is given. */
const PIPE = `
const { appendFileSync } = require('node:fs')
process.stdin.on('data', (text) => appendFileSync(process.argv[2], text))
`

/** A member of a group that reads over MCP until it is stopped, with as many programs as are named. */
class McpMember {
  readonly heard: string[] = []
  readonly #clients: McpClient[] = []
  readonly #loops: Promise<void>[] = []
  #stopped = false

  static async join(
    floor: AgentFloor,
    token: string,
    kinds: readonly McpClientKind[],
  ): Promise<McpMember> {
    const member = new McpMember()
    for (const kind of kinds) {
      const client = await mcpClient(floor.server, kind, token)
      member.#clients.push(client)
      member.#loops.push(member.#reads(client))
    }
    return member
  }

  async call(name: string, args: Record<string, unknown>): Promise<string> {
    const [client] = this.#clients
    return (await client?.call(name, args))?.text ?? ''
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#loops)
    for (const client of this.#clients) await client[Symbol.asyncDispose]()
  }

  async #reads(client: McpClient): Promise<void> {
    while (!this.#stopped) {
      const { text, isError } = await client.call('read_inbox', { wait: 1 })
      if (!isError) this.heard.push(text)
    }
  }
}

test('MC34, MC6 members over MCP, ACP, pipe, HTTP and a model are each given a message of their group once, two programs with one token together once', async () => {
  await using model = await FakeModel.start()
  await using floor = await AgentFloor.open({ agentTools: true })
  const file = path.join(floor.folder, 'pip.given')
  writeFileSync(file, '')
  writeFileSync(`${file}.cjs`, PIPE)
  await floor.add('ada', model.driver())
  await floor.agent('cli', { chunks: ['ok'], mcp: 'lists' })
  await floor.add('pip', { kind: 'pipe', command: process.execPath, args: [`${file}.cjs`, file] })
  const tokens: Record<string, string> = {}
  for (const name of ['web', 'one', 'two']) {
    const body = { name, role: 'architect', driver: { kind: 'remote' } }
    const made = await floor.server.call('POST', `/api/lead/${floor.leadId}/agents`, body)
    floor.ids[name] = made.body['agent'].id as string
    tokens[name] = made.body['token'] as string
  }
  const web = new ScriptedRemote(floor.id('web'), (method, route, given) =>
    floor.server.call(method, route, given, { token: tokens['web'] ?? '' }),
  )
  await floor.group('plan', ['ada', 'cli', 'pip', 'web', 'one', 'two'])
  const one = await McpMember.join(floor, tokens['one'] ?? '', ['v2 pinned'])
  // Two programs with one token, of two generations.
  const two = await McpMember.join(floor, tokens['two'] ?? '', [MCP_CLIENTS[0], MCP_CLIENTS[1]])
  const heard: string[] = []
  const everybody = () => [
    model.asked.map(FakeModel.promptOf),
    floor.programs.prompts('cli'),
    [readFileSync(file, 'utf8')],
    heard,
    one.heard,
    two.heard,
  ]
  const isGiven = async (text: string) => {
    heard.push(...(await web.drain()).map((item) => item.text))
    return everybody().every((given) => times(`]: ${text}`, given) > 0)
  }
  const said = ['the first thing', 'the second thing', 'the third thing']
  for (const text of said) {
    await floor.post('plan', text)
    await eventually(`everybody has ${text}`, () => isGiven(text))
  }
  // What one of them says over MCP is read by all the others, and not by itself.
  await one.call('group_message', { group: 'plan', content: 'the fourth thing' })
  await eventually('the others have it', async () => {
    heard.push(...(await web.drain()).map((item) => item.text))
    return everybody().every(
      (given) => given === one.heard || times(']: the fourth thing', given) > 0,
    )
  })
  await Promise.all([one.stop(), two.stop()])
  for (const text of said) {
    const counts = everybody().map((given) => times(`]: ${text}`, given))
    expect(counts, text).toEqual([1, 1, 1, 1, 1, 1])
  }
  const counts = everybody().map((given) => times(']: the fourth thing', given))
  expect(counts).toEqual([1, 1, 1, 1, 0, 1])
})
