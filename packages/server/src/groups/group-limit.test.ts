import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { hasRoomForGroup } from './group-limit'

/** As far as the limits look: many thousands of groups take long to make. */
function room(open: number, archived: number): boolean {
  const groups = Object.fromEntries(
    Array.from({ length: open + archived }, (_, n) => [`g${n}`, { archived: n >= open }]),
  )
  const shard = { ports: { groupsPerLead: 3 } } as unknown as Shard
  return hasRoomForGroup(shard, { state: { groups } } as unknown as Crew)
}

test('GR41 groups in use are counted, and archived ones apart from them', () => {
  const most = LIMITS.archivedGroupsPerLead
  const asked = [
    room(2, 0),
    room(3, 0),
    room(2, 3),
    room(2, most - 1),
    room(0, most),
    room(3, most),
  ]
  expect(asked).toEqual([true, false, true, true, false, false])
})
