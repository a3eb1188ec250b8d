import { expect, test } from 'vitest'
import { groupAddress } from './group-address'

const at = (tail: string, ...names: string[]) =>
  groupAddress(`/leads/l1/groups${tail}`, Object.fromEntries(names.map((name) => [name, {}])))

test('UI55 the archive has addresses, and a group that is really called archived keeps its own', () => {
  const list = { name: undefined, pane: 'list' }
  expect(at('')).toEqual({ ...list, isArchive: false })
  expect(at('/team')).toEqual({ name: 'team', pane: 'chat', isArchive: false })
  expect(at('/team/members')).toEqual({ name: 'team', pane: 'members', isArchive: false })
  expect(at('/archived')).toEqual({ ...list, isArchive: true })
  expect(at('/archived/team')).toEqual({ name: 'team', pane: 'chat', isArchive: true })
  expect(at('/archived/members')).toEqual({ name: 'members', pane: 'chat', isArchive: true })
  const own = { name: 'archived', isArchive: false }
  expect(at('/archived', 'archived')).toEqual({ ...own, pane: 'chat' })
  expect(at('/archived/members', 'archived')).toEqual({ ...own, pane: 'members' })
  expect(at('/archived/team', 'archived')).toEqual({ name: 'team', pane: 'chat', isArchive: true })
  expect(at('/%E0%A4%A')).toEqual({ name: '%E0%A4%A', pane: 'chat', isArchive: false })
})

test('UI561 a session has an address below its group, also below one that is called archived', () => {
  const session = { pane: 'chat', isArchive: false, sessionId: 's1' }
  expect(at('/team/s/s1')).toEqual({ name: 'team', ...session })
  expect(at('/archived/s/s1')).toEqual({ name: 'archived', ...session })
  expect(at('/team/s/main')).toEqual({ name: 'team', pane: 'chat', isArchive: false })
  expect(at('/archived/s')).toEqual({ name: 's', pane: 'chat', isArchive: true })
})
