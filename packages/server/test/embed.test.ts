import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ChatGroupRegistry } from '../src/embed'
import { tempFolder } from './harness/temp-folder'

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
  registry.sendMessage('team', 'lead-1', 'a1', 'Developer', 'kept')
  first.close()
  const second = new ChatGroupRegistry(new Database(file))
  expect(second.getMembers('team', 'lead-1')).toEqual(['lead-1', 'a1'])
  expect(second.getGroupsForAgent('a1').map((group) => group.name)).toEqual(['team'])
  expect(second.getMessages('team', 'lead-1')[0]?.content).toBe('kept')
})

test('EM3 a refused write throws, and nothing of it is in memory or in the tables', () => {
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
  database.pragma('max_page_count = 1000000')
  registry.sendMessage('team', 'lead-1', 'a1', 'Developer', 'after')
  const messages = registry.getMessages('team', 'lead-1', 200)
  expect(messages).toHaveLength(50 - refused + 1)
  expect(messages.at(-1)?.content).toBe('after')
})

test('EM4 an agent belongs to one lead: another one is refused, and nothing changes', () => {
  const registry = new ChatGroupRegistry(new Database(':memory:'))
  registry.create('lead-1', 'team', ['a1'])
  expect(() => registry.create('lead-2', 'team', ['a1'])).toThrow(/another lead's crew/)
  expect(registry.getGroups('lead-2')).toEqual([])
  expect(registry.getMembers('team', 'lead-1')).toEqual(['lead-1', 'a1'])
})
