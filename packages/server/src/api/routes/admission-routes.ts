import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import type { GroupRecord } from '@crewroom/shared/model/group'
import * as shapes from '@crewroom/shared/protocol/routes/admissions'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { groupView } from '@crewroom/shared/protocol/views'
import { mentionCount, unreadCount } from '@crewroom/shared/state/crew-state'
import { admit } from '../../admissions/admit'
import { closeAdmission } from '../../admissions/close-admission'
import { createAdmission } from '../../admissions/create-admission'
import { createConversation } from '../../admissions/create-conversation'
import { dismiss } from '../../admissions/dismiss'
import { leaveAdmission } from '../../admissions/leave-admission'
import { listAdmissions } from '../../admissions/list-admissions'
import type { Crew } from '../../crew/crew'
import type { By } from '../../crew/shard'
import type { AdmissionPlace } from '../../journal/ports/admission-port'
import type { Answer, RoutePorts } from './route'
import { row, type RouteRow } from './row'

const answer = (crew: Crew, body: object, status = 200): Answer => ({
  status,
  body: { ...body, asOf: crew.state.seq },
  leadId: crew.state.lead.id,
})
const one = (crew: Crew, admission: AdmissionRecord) => answer(crew, { admission })
const viewOf = ({ state }: Crew, { actor: { id } }: By, group: GroupRecord) =>
  groupView(group, unreadCount(state, group, id), mentionCount(state, group, id))

const CHANGES = [
  'admission_not_found',
  'admission_closed',
  'not_admitted',
  'limit_reached',
] as const
const ADMISSION = { admissionId: '{circle}' }

/** Agents that may talk together, and their conversations. Members and the archive of one go through groups. */
export const ADMISSION_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Groups', shapes.listAdmissions, {
    id: 'listAdmissions',
    who: 'reader',
    summary:
      'The circles of a crew that concern you, closed ones too: first that of the crew itself, then the newest',
    sample: { query: { limit: 2 } },
    run: async ({ crew, by, query }, { shard }) => {
      const { cursor, limit = LIMITS.page } = query
      const after = cursor === undefined ? null : placeOf(cursor)
      const { admissions, hasMore } = await listAdmissions(shard, crew, by, { after, limit })
      const last = admissions.at(-1)
      return answer(crew, {
        admissions,
        ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
      })
    },
  }),
  row('Groups', shapes.createAdmission, {
    id: 'createAdmission',
    who: 'writer',
    status: [201],
    errors: ['not_admitted', 'limit_reached'],
    summary:
      'Creates a circle of agents that may talk together, and perhaps its first conversation',
    sample: {
      body: { admitted: ['{dora}', '{ben}'], conversation: { name: 'Names of the flags' } },
    },
    run: ({ crew, by, body }, { shard }) => {
      const { admission, group } = createAdmission(shard, crew, by, body)
      return answer(crew, { admission, group: group && viewOf(crew, by, group) }, 201)
    },
  }),
  row('Groups', shapes.createConversation, {
    id: 'createConversation',
    who: 'writer',
    status: [201],
    errors: CHANGES,
    summary: 'Creates a conversation of agents that are admitted; every member reads all of it',
    sample: { path: ADMISSION, body: { name: 'Flags of old', participants: ['{dora}'] } },
    run: ({ crew, by, body, param }, { shard }) => {
      const admission = param('admissionId')
      const group = createConversation(shard, crew, by, { ...body, admission })
      return answer(crew, { group: viewOf(crew, by, group) }, 201)
    },
  }),
  row('Groups', shapes.admit, {
    id: 'admitAgent',
    who: 'writer',
    errors: CHANGES,
    summary: 'Admits an agent to a circle; one that is in it stays so',
    sample: { path: ADMISSION, body: { agentId: '{finn}' } },
    run: ({ crew, by, body, param }, { shard }) => {
      const input = { admission: param('admissionId'), agent: body.agentId }
      return one(crew, admit(shard, crew, by, input).admission)
    },
  }),
  row('Groups', shapes.dismiss, {
    id: 'dismissAgent',
    who: 'writer',
    errors: ['admission_not_found', 'admission_closed', 'not_admitted'],
    summary: 'Takes an agent out of a circle and of all its conversations',
    sample: { path: { ...ADMISSION, agentId: '{finn}' } },
    run: ({ crew, by, param }, { shard }) => {
      const input = { admission: param('admissionId'), agent: param('agentId') }
      return one(crew, dismiss(shard, crew, by, input))
    },
  }),
  row('Groups', shapes.leaveAdmission, {
    id: 'leaveAdmission',
    who: 'writer',
    errors: ['admission_not_found'],
    summary: 'Leaves a circle and all its conversations; the last agent that leaves closes it',
    sample: { path: ADMISSION, as: 'dora' },
    run: ({ crew, by, param }, { shard }) =>
      one(crew, leaveAdmission(shard, crew, by, param('admissionId'))),
  }),
  row('Groups', shapes.closeAdmission, {
    id: 'closeAdmission',
    who: 'writer',
    errors: ['admission_not_found'],
    summary: 'Closes a circle for good and archives its conversations',
    sample: { path: ADMISSION },
    run: ({ crew, by, param }, { shard }) =>
      one(crew, closeAdmission(shard, crew, by, param('admissionId'))),
  }),
]

function cursorOf({ createdAt, id }: AdmissionPlace): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

function placeOf(cursor: string): AdmissionPlace {
  const [createdAt, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (createdAt && id && rest.length === 0) return { createdAt, id }
  throw new CrewError('validation', 'cursor: is not one that the server has given.', {
    fields: { cursor: 'must be nextCursor of the page before' },
  })
}
