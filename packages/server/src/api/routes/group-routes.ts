import { type Request, Router } from 'express'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID, HUMAN_ROLE, shortId } from '@crewroom/shared/model/participant'
import {
  AddMembers,
  CreateGroup,
  GroupsQuery,
  NoBody,
  NoQuery,
  PutRead,
  UpdateGroup,
  UpdateMember,
} from '@crewroom/shared/protocol/rest'
import { type GroupView, groupView, type MemberView } from '@crewroom/shared/protocol/views'
import { mentionCount, unreadCount } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../../crew/crew'
import type { PresenceBook } from '../../crew/presence'
import { archiveGroup, unarchiveGroup } from '../../groups/archive-group'
import { addMembers, removeMember } from '../../groups/change-members'
import { createGroup } from '../../groups/create-group'
import { listGroups, readGroup } from '../../groups/list-groups'
import { markRead } from '../../groups/mark-read'
import { pauseGroup } from '../../groups/pause-group'
import { setWake } from '../../groups/set-wake'
import { updateGroup } from '../../groups/update-group'
import { assertWrites } from '../gate'
import { actorOf, byOf, crewFor, type Principal } from '../principal'
import { POSTS } from '../retries/posts'
import { type Answer, param, route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface GroupRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
  readonly personName: string
}

/** Groups and their members. Each route translates to one verb. */
export function groupRoutes(ports: GroupRoutePorts): Router {
  const { shard, presence } = ports
  const router = Router({ mergeParams: true })

  const view = (crew: Crew, group: GroupRecord, principal: Principal): GroupView =>
    groupView(
      group,
      unreadCount(crew.state, group, actorOf(principal).id),
      mentionCount(crew.state, group, actorOf(principal).id),
    )
  const answer = (crew: Crew, body: object, status = 200): Answer => ({
    status,
    body: { ...body, asOf: crew.state.seq },
    leadId: crew.state.lead.id,
  })
  const target = (request: Request, principal: Principal) => ({
    crew: crewFor(shard, principal, param(request, 'id')),
    name: param(request, 'name'),
  })

  router.get(
    '/',
    route(ports, (request, principal) => {
      const crew = crewFor(shard, principal, param(request, 'id'))
      const { archived } = validated(GroupsQuery, request.query)
      const which = archived === 'all' ? archived : archived === 'true' ? 'archived' : 'inUse'
      const groups = listGroups(crew, byOf(principal), which)
      return answer(crew, { groups: groups.map((group) => view(crew, group, principal)) })
    }),
  )

  router.post(
    '/',
    route(
      ports,
      (request, principal) => {
        assertWrites(principal)
        const crew = crewFor(shard, principal, param(request, 'id'))
        const { memberIds, ...input } = validated(CreateGroup, request.body)
        const group = createGroup(shard, crew, byOf(principal), { ...input, members: memberIds })
        return answer(crew, { group: view(crew, group, principal) }, 201)
      },
      { creating: POSTS['/api/lead/{id}/groups'] },
    ),
  )

  router.get(
    '/:name',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const { crew, name } = target(request, principal)
      const group = readGroup(crew, byOf(principal), name)
      return answer(crew, {
        group: view(crew, group, principal),
        members: group.members.map((member) =>
          memberView(crew, presence, ports.personName, member),
        ),
      })
    }),
  )

  router.patch(
    '/:name',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, name } = target(request, principal)
      const input = validated(UpdateGroup, request.body)
      const group = updateGroup(shard, crew, byOf(principal), { ...input, group: name })
      return answer(crew, { group: view(crew, group, principal) })
    }),
  )

  router.post(
    '/:name/members',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, name } = target(request, principal)
      const { memberIds, roles } = validated(AddMembers, request.body)
      const { added, group } = addMembers(shard, crew, byOf(principal), {
        group: name,
        members: memberIds,
        roles,
      })
      return answer(crew, { added, group: view(crew, group, principal) })
    }),
  )

  router.patch(
    '/:name/members/:memberId',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, name } = target(request, principal)
      const { wake } = validated(UpdateMember, request.body)
      const member = param(request, 'memberId')
      const group = setWake(shard, crew, byOf(principal), { group: name, member, wake })
      return answer(crew, { group: view(crew, group, principal) })
    }),
  )

  router.delete(
    '/:name/members/:memberId',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, name } = target(request, principal)
      const member = param(request, 'memberId')
      const removed = removeMember(shard, crew, byOf(principal), { group: name, member })
      return answer(crew, { removed })
    }),
  )

  for (const paused of [true, false]) {
    router.post(
      `/:name/${paused ? 'pause' : 'resume'}`,
      route(ports, (request, principal) => {
        assertWrites(principal)
        validated(NoBody, request.body ?? {})
        const { crew, name } = target(request, principal)
        const group = pauseGroup(shard, crew, byOf(principal), name, paused)
        return answer(crew, { group: view(crew, group, principal) })
      }),
    )
  }

  for (const [action, verb] of [
    ['archive', archiveGroup],
    ['unarchive', unarchiveGroup],
  ] as const) {
    router.post(
      `/:name/${action}`,
      route(ports, (request, principal) => {
        assertWrites(principal)
        validated(NoBody, request.body ?? {})
        const { crew, name } = target(request, principal)
        const group = verb(shard, crew, byOf(principal), name)
        return answer(crew, { group: view(crew, group, principal) })
      }),
    )
  }

  router.put(
    '/:name/read',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, name } = target(request, principal)
      const input = validated(PutRead, request.body)
      return answer(crew, markRead(shard, crew, byOf(principal), { ...input, group: name }))
    }),
  )

  return router
}

function memberView(
  crew: Crew,
  presence: PresenceBook,
  personName: string,
  member: GroupRecord['members'][number],
): MemberView {
  const { id, memberRole, joinedAt, wake, listed } = member
  const agent = crew.state.agents[id]
  if (!agent || id === HUMAN_ID) {
    return {
      id,
      shortId: shortId(id),
      name: personName,
      role: 'human',
      roleName: HUMAN_ROLE,
      type: 'human',
      memberRole,
      status: null,
      joinedAt,
      wake,
    }
  }
  return {
    id,
    shortId: shortId(id),
    name: agent.name,
    role: agent.role,
    roleName: agent.roleName,
    type: 'agent',
    memberRole,
    status: agent.ended ?? presence.get(id).status,
    joinedAt,
    wake,
    ...(listed === false ? { listed } : {}),
  }
}
