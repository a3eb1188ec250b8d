import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { createAgent } from '../../src/agents/create-agent'
import { delegate } from '../../src/agents/tasks'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { often } from '../harness/long'
import { mcpClient } from '../harness/mcp-clients'
import { BY_PERSON, byAgent } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

/** More groups than an answer holds, or as many as a crew can have, with names as long as they can be; many agents and tasks. */
const GROUPS = often(160, 1_000)
const AGENTS = often(60, 200)
/** Far from the beginning and the end of the list. */
const [OLD, NEW] = [GROUPS * 0.4, GROUPS * 0.7]
const OWN_TASKS = 60

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

const groupName = (n: number) => `${'g'.repeat(55)}-${n}`

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { dora: 'developer', ben: 'developer' })
  const { shard } = server.app.core
  const atlas = shard.crew(crew.leadId)
  const members = [crew.ids['dora'] ?? '', crew.ids['ben'] ?? '']
  const stored = () => shard.journal.durable(crew.leadId)
  for (let n = 1; n <= GROUPS; n++) {
    if (n % 50 === 0) await stored()
    createGroup(shard, atlas, BY_PERSON, { name: groupName(n), members, purpose: 'p'.repeat(300) })
  }
  for (let n = 1; n <= AGENTS; n++) {
    if (n % 20 === 0) await stored()
    const name = `${'Nora '.repeat(18)}${n}`
    const { agent } = createAgent(shard, atlas, BY_PERSON, { role: 'qa-tester', name })
    delegate(shard, atlas, BY_PERSON, { to: agent.id, text: `task ${n} ${'t'.repeat(600)}` })
  }
  for (let n = 1; n <= OWN_TASKS; n++) {
    delegate(shard, atlas, BY_PERSON, { to: crew.ids['dora'] ?? '', text: `own ${n}` })
  }
  await stored()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const within = (text: string) => {
  expect(text.length, text.slice(0, 200)).toBeLessThanOrEqual(LIMITS.agentText)
  return text
}

/** An answer to a command by the agent's output; it is checked for its length. */
async function says(command: string, payload?: object): Promise<string> {
  const text = `⟦⟦ ${command} ${payload ? JSON.stringify(payload) : ''} ⟧⟧\n`
  const token = crew.tokens['dora'] ?? ''
  const path = `/api/agents/${crew.ids['dora']}/output`
  const { body } = await server.call('POST', path, { text }, { token })
  return within(body['results'][0].reply as string)
}

/** Every answer on the way through a list: each says how to ask for the next. */
async function pages(command: string): Promise<readonly string[]> {
  const texts: string[] = []
  for (let payload: object | undefined; ;) {
    const text = await says(command, payload)
    texts.push(text)
    const [, next] = /\n… and \d+ more: \[\[ \w+ (\{.*\}) \]\]$/m.exec(text) ?? []
    if (next === undefined) return texts
    payload = JSON.parse(next) as object
  }
}

test('TX35, CM33 QUERY_GROUPS of all groups is short, begins with what is unread and newest, and can be followed to its end', async () => {
  const { shard } = server.app.core
  const atlas = shard.crew(crew.leadId)
  const post = (n: number, who: string) =>
    sendMessage(shard, atlas, byAgent(crew.ids[who] ?? ''), {
      group: groupName(n),
      content: `news of ${n}`,
    })
  // What it has written itself is new, and nothing of it waits.
  post(NEW, 'dora')
  post(OLD, 'ben')
  const seen = (await pages('QUERY_GROUPS')).flatMap((text) => [
    ...text.matchAll(/^- "g+-(\d+)" \(\d+ members: .*?\) · \d+ messages?( · 1 unread)?/gm),
  ])
  expect(seen.slice(0, 2).map(([, n, unread]) => [n, unread])).toEqual([
    [`${OLD}`, ' · 1 unread'],
    [`${NEW}`, undefined],
  ])
  expect(seen).toHaveLength(GROUPS)
  expect(new Set(seen.map(([, n]) => n)).size).toBe(GROUPS)
})

test('TX35, TK44 QUERY_CREW of all agents is short, and every agent and open task is in one of its answers', async () => {
  const texts = await pages('QUERY_CREW')
  const all = texts.join('\n')
  for (let n = 1; n <= AGENTS; n++) expect.soft(all).toContain(`: task ${n} tt`)
  const own = [...all.matchAll(/(?:also )?task \w+: own (\d+)$/gm)]
  expect(own.map(([, n]) => Number(n))).toEqual(Array.from({ length: OWN_TASKS }, (_, n) => n + 1))
  expect(texts[0]).toContain(' · idle · not connected · task ')
  expect(texts[0]).toMatch(/ and \d+ more: \[\[ QUERY_CREW \{"after":\d+\} \]\]$/)
})

test('TX35 refusals with names of groups and agents are short, by output, tools and REST', async () => {
  const unknown = { group: 'nowhere', content: 'hello' }
  const groups = new RegExp(
    `Your groups: g+-${OLD}, g+-${NEW}, .* and \\d+ more: QUERY_GROUPS lists all\\.$`,
  )
  expect(await says('GROUP_MESSAGE', unknown)).toMatch(groups)
  await using client = await mcpClient(server, 'v1', crew.tokens['dora'] ?? '')
  expect(within((await client.call('group_message', unknown)).text)).toMatch(groups)
  expect(within((await client.call('query_groups')).text)).toMatch(/ and \d+ more: /)
  expect(within((await client.call('query_crew')).text)).toMatch(/ and \d+ more: /)
  const path = `/api/lead/${crew.leadId}/groups/nowhere/messages`
  const token = crew.tokens['dora'] ?? ''
  const { body } = await server.call('POST', path, { content: 'hello' }, { token })
  expect(within(body['error'].message as string)).toMatch(groups)
  for (const to of ['qa-tester', 'nobody']) {
    expect(await says('AGENT_MESSAGE', { to, content: 'x' })).toMatch(/ and \d+ more: QUERY_CREW lists all/) // prettier-ignore
  }
})

test('TX35 the lists of a manifest are short', async () => {
  const { body } = await server.call('GET', `/api/agents/${crew.ids['dora']}/manifest`)
  const sections = (body['text'] as string).split(/\n\n(?=== )/)
  expect(sections.find((one) => one.startsWith('== YOUR CREW'))).toContain('more: QUERY_CREW')
  expect(sections.find((one) => one.startsWith('== YOUR GROUPS'))).toContain('more: QUERY_GROUPS')
  for (const section of sections) within(section)
})
