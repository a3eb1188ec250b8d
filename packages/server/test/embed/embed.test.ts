import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, expectTypeOf, test } from 'vitest'
import { ChatGroupRegistry, CrewError, GroupChatActor } from '../../src/embed'
import type * as api from '../../src/embed/embed-api'
import { dumpOf } from '../harness/recorded-batches'
import { tempFolder } from '../harness/temp-folder'

test('EM1 a bare registry emits before its methods return, with the payloads of the document', () => {
  const registry = new ChatGroupRegistry(new Database(':memory:'))
  const seen: unknown[] = []
  registry.on('group:created', ({ group }) =>
    seen.push(['created', group.name, [...group.memberIds]]),
  )
  registry.on('group:message', ({ message, recipientIds }) =>
    seen.push(['message', message.content, message.fromRole, recipientIds]),
  )
  registry.on('group:member_added', (event) => seen.push(['added', event]))
  registry.on('group:member_removed', (event) => seen.push(['removed', event]))
  registry.on('group:archived', (event) => seen.push(['archived', event]))

  registry.create('lead-1', 'config-team', ['a1', 'b2'])
  registry.addMembers('lead-1', 'config-team', ['c3'])
  registry.sendMessage('config-team', 'lead-1', 'a1', 'Developer', 'hello')
  registry.removeMembers('lead-1', 'config-team', ['c3'])
  registry.archiveGroup('lead-1', 'config-team')
  expect(seen).toEqual([
    ['created', 'config-team', ['lead-1', 'a1', 'b2']],
    ['added', { group: 'config-team', agentId: 'c3' }],
    ['message', 'hello', 'Developer', ['lead-1', 'b2', 'c3']],
    ['removed', { group: 'config-team', agentId: 'c3' }],
    ['archived', { group: 'config-team', leadId: 'lead-1' }],
  ])
  expect(registry.getGroups('lead-1')).toEqual([])
  expect(registry.getMessages('config-team', 'lead-1').map((message) => message.content)).toEqual([
    'hello',
  ])
})

test('EM2 what a registry did is there for the next one on the same file', () => {
  using folder = tempFolder()
  const file = `${folder.path}/embedded.sqlite`
  const first = new Database(file)
  const registry = new ChatGroupRegistry(first)
  registry.create('lead-1', 'team', ['a1'])
  const { id } = registry.sendMessage('team', 'lead-1', 'a1', 'Developer', 'kept')
  registry.addReaction(id, 'lead-1', '👍')
  first.close()
  const second = new ChatGroupRegistry(new Database(file))
  expect(second.getMembers('team', 'lead-1')).toEqual(['lead-1', 'a1'])
  expect(second.getGroupsForAgent('a1').map((group) => group.name)).toEqual(['team'])
  expect(second.getMessages('team', 'lead-1')).toMatchObject([
    { content: 'kept', reactions: { '👍': ['lead-1'] } },
  ])
})

test('EM3 what the disk refuses throws, and nothing of it is in memory or in the tables', () => {
  const database = new Database(':memory:')
  const registry = new ChatGroupRegistry(database)
  registry.create('lead-1', 'team', ['a1'])
  database.pragma(`max_page_count = ${String(database.pragma('page_count', { simple: true }))}`)
  let refused = 0
  for (let n = 0; n < 50; n++) {
    try {
      registry.sendMessage('team', 'lead-1', 'a1', 'Developer', 'x'.repeat(4_000))
    } catch {
      refused++
    }
  }
  expect(refused).toBeGreaterThan(0)
  const before = dumpOf(database)
  const many = Array.from({ length: 90 }, (_, n) => `agent-${n}-of-a-lead`)
  expect(() => registry.create('lead-2', 'wide', many)).toThrow('full')
  const { shard: _, ...rows } = dumpOf(database)
  expect(rows).toEqual({ ...before, shard: undefined })
  expect(registry.getGroups('lead-2')).toEqual([])
  database.pragma('max_page_count = 1000000')
  registry.sendMessage('team', 'lead-1', 'a1', 'Developer', 'after')
  const messages = registry.getMessages('team', 'lead-1', 200)
  expect(messages).toHaveLength(50 - refused + 1)
  expect(messages.at(-1)?.content).toBe('after')
  expect(registry.create('lead-2', 'wide', many).memberIds.size).toBe(91)
})

/** A registry with two leads, each with a group and a message. */
function twoLeads() {
  const database = new Database(':memory:')
  const registry = new ChatGroupRegistry(database)
  registry.create('lead-1', 'team', ['a1', 'b2'])
  registry.create('lead-1', 'old', ['a1'])
  registry.archiveGroup('lead-1', 'old')
  registry.create('lead-2', 'team', ['c3'])
  const { id } = registry.sendMessage('team', 'lead-1', 'a1', 'Developer', 'hello')
  registry.addReaction(id, 'a1', '👍')
  const told: unknown[] = []
  for (const name of [
    'group:created',
    'group:message',
    'group:reaction',
    'group:member_added',
    'group:member_removed',
    'group:archived',
  ] as const) {
    registry.on(name, (event: unknown) => told.push([name, event]))
  }
  return { database, registry, id, told }
}

test('EM3, EM4, EM6, EM8 what is refused leaves every table, memory and every listener as they were', () => {
  const { database, registry, id, told } = twoLeads()
  const any = registry as unknown as Record<string, (...given: unknown[]) => unknown>
  const many = Array.from({ length: 101 }, (_, n) => `m-${n}`)
  const refusals: readonly (readonly [code: string, method: string, ...given: unknown[]])[] = [
    // A lead, or agents, that would come into being by it.
    ['group_exists', 'create', 'lead-1', 'team', ['new-1', 'new-2']],
    ['other_crew', 'create', 'lead-3', 'team', ['new-1', 'a1', 'new-2']],
    ['other_crew', 'create', 'lead-3', 'team', ['new-1', 'lead-1']],
    ['other_crew', 'create', 'a1', 'team', []],
    ['other_crew', 'addMembers', 'lead-2', 'team', ['new-1', 'a1']],
    ['limit_reached', 'create', 'lead-3', 'team', many.slice(0, 100)],
    ['validation', 'create', 'lead-3', 'team', many],
    ['validation', 'create', 'lead-3', 'team', ['new-1', 'has blanks']],
    ['group_not_found', 'addMembers', 'lead-1', 'nowhere', ['new-1']],
    ['lead_not_found', 'addMembers', 'lead-3', 'team', ['new-1']],
    ['lead_not_found', 'removeMembers', 'lead-3', 'team', ['a1']],
    ['lead_not_found', 'archiveGroup', 'lead-3', 'team'],
    ['lead_not_found', 'sendMessage', 'team', 'lead-3', 'lead-3', 'Lead', 'hello'],
    // What is not there, or may not be.
    ['agent_not_found', 'removeMembers', 'lead-1', 'team', ['b2', 'nobody']],
    ['lead_cannot_leave', 'removeMembers', 'lead-1', 'team', ['b2', 'lead-1']],
    ['group_not_found', 'archiveGroup', 'lead-1', 'nowhere'],
    ['group_not_found', 'sendMessage', 'nowhere', 'lead-1', 'a1', 'Developer', 'hello'],
    ['group_archived', 'sendMessage', 'old', 'lead-1', 'a1', 'Developer', 'hello'],
    ['not_a_member', 'sendMessage', 'team', 'lead-1', 'c3', 'Developer', 'hello'],
    ['not_a_member', 'sendMessage', 'team', 'lead-1', 'nobody', 'Developer', 'hello'],
    ['validation', 'sendMessage', 'team', 'lead-1', 'a1', 'Human', 'hello'],
    ['message_not_found', 'addReaction', 'nothing', 'a1', '👍'],
    ['not_a_member', 'addReaction', id, 'c3', '👍'],
    ['not_a_member', 'addReaction', id, 'nobody', '👍'],
    ['not_a_member', 'addReaction', id, 'system', '👍'],
    ['validation', 'addReaction', id, 'a1', 'yes'],
    ['message_not_found', 'removeReaction', 'nothing', 'a1', '👍'],
    // What JavaScript lets through.
    ['validation', 'create', 'lead-3', '', ['new-1']],
    ['validation', 'create', 'lead-3', 'x'.repeat(101), ['new-1']],
    ['validation', 'create', 7, 'team', ['new-1']],
    ['validation', 'create', 'lead-3', 'team', 'new-1'],
    ['validation', 'create', 'lead-3', 'team', [null]],
    ['validation', 'sendMessage', 'team', 'lead-1', 'a1', 'Developer', ' '],
    ['validation', 'sendMessage', 'team', 'lead-1', 'a1', 'Developer', 'x'.repeat(50_001)],
    ['validation', 'sendMessage', 'team', 'lead-1', 'a1', undefined, 'hello'],
    ['validation', 'getMessages', 'team', 'lead-1', 0],
    ['validation', 'getMessages', 'team', 'lead-1', 1.5],
    ['validation', 'getGroups', undefined],
    // Names that are kept for others, and what no id can be.
    ...['human', 'System', '@shard', '', ' ', 'a b', 'a\nb', 'a\u200Bb', 'x'.repeat(65)].map(
      (leadId) => ['validation', 'create', leadId, 'team', []] as const,
    ),
    ...['system', 'Human', '@x', '', 'a\u0000', 'a\uD800', 'x'.repeat(65)].map(
      (agent) => ['validation', 'create', 'lead-3', 'team', ['new-1', agent]] as const,
    ),
  ]
  const state = () =>
    ['lead-1', 'lead-2', 'lead-3'].map((lead) => [
      registry.getGroups(lead),
      ['team', 'old'].map((name) => [
        registry.getMembers(name, lead),
        registry.getMessages(name, lead),
      ]),
    ])
  const before = [dumpOf(database), state()]
  for (const [code, method, ...given] of refusals) {
    const name = `${method}(${JSON.stringify(given).slice(0, 90)})`
    const refused = () => any[method]?.(...given)
    expect(refused, name).toThrow(CrewError)
    expect(refused, name).toThrow(expect.objectContaining({ code }))
    expect(dumpOf(database), name).toEqual(before[0])
  }
  expect([dumpOf(database), state()]).toEqual(before)
  expect(told).toEqual([])
  // And everything goes on, with numbers that follow.
  registry.create('lead-3', 'team', ['new-1', 'new-2'])
  registry.sendMessage('team', 'lead-3', 'new-1', 'Developer', 'on we go')
  expect(told).toHaveLength(2)
  const again = new ChatGroupRegistry(database)
  expect(again.getMembers('team', 'lead-3')).toEqual(['lead-3', 'new-1', 'new-2'])
  expect(again.getMessages('team', 'lead-1')).toEqual(registry.getMessages('team', 'lead-1'))
})

test('EM7 reactions are added and removed once, are told, and stand with their messages', () => {
  const { registry, id, told } = twoLeads()
  const reactions = () => registry.getMessages('team', 'lead-1').map((message) => message.reactions)
  expect(registry.addReaction(id, 'b2', '👍')).toBe(true)
  expect(registry.addReaction(id, 'b2', '👍')).toBe(false)
  expect(registry.addReaction(id, 'b2', '❤')).toBe(true)
  expect(reactions()).toEqual([{ '👍': ['a1', 'b2'], '❤️': ['b2'] }])
  expect(registry.removeReaction(id, 'a1', '👍')).toBe(true)
  expect(registry.removeReaction(id, 'a1', '👍')).toBe(false)
  expect(registry.removeReaction(id, 'b2', '❤️')).toBe(true)
  expect(reactions()).toEqual([{ '👍': ['b2'] }])
  const of = { leadId: 'lead-1', groupName: 'team', messageId: id }
  expect(told).toEqual([
    ['group:reaction', { ...of, agentId: 'b2', emoji: '👍', action: 'add' }],
    ['group:reaction', { ...of, agentId: 'b2', emoji: '❤️', action: 'add' }],
    ['group:reaction', { ...of, agentId: 'a1', emoji: '👍', action: 'remove' }],
    ['group:reaction', { ...of, agentId: 'b2', emoji: '❤️', action: 'remove' }],
  ])
  const sent = registry.sendMessage('team', 'lead-1', 'a1', 'Developer', 'another')
  expect(sent.reactions).toEqual({})
  expect(told.at(-1)).toMatchObject(['group:message', { message: { reactions: {} } }])
  // What is given out is the embedder's own.
  const [message] = registry.getMessages('team', 'lead-1')
  message?.reactions['👍']?.push('nobody')
  registry.getGroups('lead-1')[0]?.memberIds.add('nobody')
  expect(reactions()[0]).toEqual({ '👍': ['b2'] })
  expect(registry.isMember('team', 'lead-1', 'nobody')).toBe(false)
})

test('EM6, EM8 adding and removing say who, and reading what is not there gives nothing', () => {
  const { registry } = twoLeads()
  expect(registry.addMembers('lead-1', 'team', ['a1', 'new-1', 'b2', 'new-1'])).toEqual(['new-1'])
  expect(registry.addMembers('lead-1', 'team', ['a1'])).toEqual([])
  expect(registry.removeMembers('lead-1', 'team', ['new-1', 'a1', 'new-1'])).toEqual([
    'new-1',
    'a1',
  ])
  expect(registry.getMembers('team', 'lead-1')).toEqual(['lead-1', 'b2'])
  const members = ['lead-1', 'b2', 'a1', 'c3', 'nobody', 'human']
  expect(members.filter((id) => registry.isMember('team', 'lead-1', id))).toEqual(['lead-1', 'b2'])
  for (const [group, lead] of [
    ['nowhere', 'lead-1'],
    ['team', 'lead-9'],
  ] as const) {
    expect(registry.isMember(group, lead, 'b2')).toBe(false)
    expect(registry.getMembers(group, lead)).toEqual([])
    expect(registry.getMessages(group, lead)).toEqual([])
  }
  expect(registry.getGroups('lead-9')).toEqual([])
  expect(registry.getGroupsForAgent('nobody')).toEqual([])
  // The person takes part by writing, as through every door.
  expect(registry.sendMessage('team', 'lead-1', 'human', 'Human', 'hi').from).toBe('human')
  expect(registry.isMember('team', 'lead-1', 'human')).toBe(true)
})

test('EM1 what a listener throws comes out of the method, when all have been told and it is stored', () => {
  const { registry, told } = twoLeads()
  registry.once('group:message', () => {
    throw new Error('of the listener')
  })
  registry.once('group:message', ({ message }) => {
    if (message.content === 'one') registry.sendMessage('team', 'lead-1', 'b2', 'Dev', 'two')
  })
  const send = (content: string) => registry.sendMessage('team', 'lead-1', 'a1', 'Dev', content)
  expect(() => send('zero')).toThrow('of the listener')
  send('one')
  send('three')
  const said = registry.getMessages('team', 'lead-1').map(({ content }) => content)
  expect(said).toEqual(['hello', 'zero', 'one', 'two', 'three'])
  expect(told.map((event) => (event as [string])[0])).toEqual(Array(4).fill('group:message'))
})

/** What an embedder writes; the compiler refuses each line that it is told to refuse. */
const PROGRAM = `
import Database from 'better-sqlite3'
import {
  ChatGroupRegistry, CrewError, GroupChatActor, type Chat, type ChatGroup, type ConversationMessage, type GroupChatInput,
  type GroupChatResult, type GroupMessage, type GroupReaction,
} from 'crewroom/embed'

const db = new Database(':memory:')
const registry = new ChatGroupRegistry(db)
registry.on('group:message', ({ message, recipientIds }) => {
  const text: string = message.content
  const ids: readonly string[] = recipientIds
  console.log(text, ids)
})
registry.once('group:reaction', (reaction: GroupReaction) => console.log(reaction.action satisfies 'add' | 'remove'))
registry.off('group:archived')
const group: ChatGroup = registry.create('lead-1', 'plan', ['dora-1'])
const added: string[] = registry.addMembers('lead-1', group.name, ['ada-1'])
const removed: string[] = registry.removeMembers('lead-1', group.name, added)
const message: GroupMessage = registry.sendMessage('plan', 'lead-1', 'dora-1', 'Developer', 'hello')
const first: string[] | undefined = message.reactions['👍']
const changed: boolean = registry.addReaction(message.id, 'dora-1', '👍') && registry.removeReaction(message.id, 'dora-1', '👍')
const messages: GroupMessage[] = registry.getMessages('plan', 'lead-1', 10)
const members: string[] = registry.getMembers('plan', 'lead-1')
const known: boolean = registry.isMember('plan', 'lead-1', 'dora-1') && registry.getGroups('lead-1').length > 0
registry.archiveGroup('lead-1', 'plan')
class Mine extends ChatGroupRegistry {
  groupsOf(agentId: string): number {
    return this.getGroupsForAgent(agentId).length
  }
}
try {
  new Mine(db).groupsOf('dora-1')
} catch (error) {
  if (error instanceof CrewError) console.log(error.code, error.details?.['fields'], error.message)
}
console.log(removed, first, changed, messages, members, known)
const chat: Chat = async (history, { groupChat, signal }) => {
  const { summary } = await groupChat.start({ participants: ['ana'], message: 'Which?', maxRounds: 2 })
  return { content: summary ?? history.at(-1)?.content ?? String(signal.aborted), metadata: { tokens: 1 } }
}
const input: GroupChatInput = {
  participants: ['ana', 'human', { name: 'ben', role: 'critic', chat }],
  initialMessage: 'Go',
  policy: { kind: 'selection', coordinator: () => 'TERMINATE' },
  terminationCondition: (history: ConversationMessage[]) => history.length > 3,
}
const actor = new GroupChatActor(registry, { leadId: 'lead-1' })
actor.on('chat:human-needed', ({ conversationId }) => actor.answer(conversationId, 'Yes'))
const result: GroupChatResult = await actor.execute(input, { actors: { ana: chat }, onHuman: async (_history, prompt) => prompt })
for await (const update of new GroupChatActor().stream({ conversationId: result.conversationId })) {
  if (update.type === 'message') console.log(update.speaker, update.content, update.message.timestamp.getTime())
  else if (update.type === 'complete') console.log(update.summary, update.history)
}
// @ts-expect-error -- a conversation begins with something
void actor.execute({ participants: ['ana'] })
// @ts-expect-error -- there is no such policy
void actor.execute({ ...input, policy: 'democracy' })
// @ts-expect-error -- a database is needed
new ChatGroupRegistry()
// @ts-expect-error -- ids are texts
registry.create(1, 'plan', [])
// @ts-expect-error -- there is no such event
registry.on('group:deleted', () => {})
// @ts-expect-error -- a message has no such field
console.log(message.groupName)
// @ts-expect-error -- nothing is returned
const nothing: boolean = registry.archiveGroup('lead-1', 'plan')
console.log(nothing)
`

const STRICTEST = {
  strict: true,
  skipLibCheck: false,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
}

test('EM9 a program in TypeScript compiles against what the package ships, in the strictest settings', () => {
  using folder = tempFolder()
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const server = path.join(root, 'packages/server')
  const modules = path.join(folder.path, 'node_modules')
  mkdirSync(path.join(modules, '@types'), { recursive: true })
  symlinkSync(server, path.join(modules, 'crewroom'))
  const types = { '@types/better-sqlite3': server, '@types/node': root }
  for (const [name, at] of Object.entries({ 'better-sqlite3': server, ...types })) {
    symlinkSync(path.join(at, 'node_modules', name), path.join(modules, name))
  }
  const write = (name: string, text: string) => writeFileSync(path.join(folder.path, name), text)
  write('program.ts', PROGRAM)
  write('package.json', '{"type":"module"}')
  const compilerOptions = { ...STRICTEST, noEmit: true, target: 'es2023', types: ['node'] }
  const compile = (module: string, moduleResolution: string) => {
    const options = { ...compilerOptions, module, moduleResolution }
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['program.ts'] }))
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder.path], {
      encoding: 'utf8',
    })
    return { stdout, status }
  }
  expect(compile('nodenext', 'nodenext')).toEqual({ stdout: '', status: 0 })
  expect(compile('preserve', 'bundler')).toEqual({ stdout: '', status: 0 })
  // And what they say is what there is: the compiler holds one against the other when it checks this file.
  expectTypeOf(ChatGroupRegistry).toExtend<typeof api.ChatGroupRegistry>()
  expectTypeOf<keyof ChatGroupRegistry>().toEqualTypeOf<keyof api.ChatGroupRegistry | 'published'>()
  expectTypeOf(GroupChatActor).toExtend<typeof api.GroupChatActor>()
  expectTypeOf<keyof GroupChatActor>().toEqualTypeOf<keyof api.GroupChatActor>()
  expectTypeOf<CrewError>().toExtend<api.CrewError>()
})
