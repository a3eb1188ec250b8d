import { expect, test } from 'vitest'
import { crewState, group, LEAD } from '../../test/samples'
import { paths } from '../shell/paths'
import { chatsAddress } from './chats-address'

const crews = [crewState(1, [group('team', { id: 'g1' })])]
const at = (path: string, search = '') => chatsAddress(crews, `/chats${path}`, search)

test('UI586 addresses below /chats lead to the group and session that they name', () => {
  expect(at('')).toBe(`/leads/${LEAD}/groups`)
  expect(at('/g1')).toBe(`/leads/${LEAD}/groups/team`)
  expect(at('/g1/s/s1', '?view=ui')).toBe(`/leads/${LEAD}/groups/team/s/s1`)
  expect(at('/g1/s/s1', '?view=agent&agent=a1&r=2')).toBe(
    `/leads/${LEAD}/groups/team/s/s1?view=agent&agent=a1&r=2`,
  )
  expect(at('/unknown')).toBe('/')
})

test('UI585 a link to a message leads to its session, one of the main talk to the group', () => {
  expect(paths.message('l', 'team', 'm1', 's1')).toBe('/leads/l/groups/team/s/s1?m=m1')
  expect(paths.message('l', 'team', 'm1', 'main')).toBe('/leads/l/groups/team?m=m1')
})
