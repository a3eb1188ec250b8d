import * as shapes from '@crewroom/shared/protocol/routes/message-changes'
import { whatStays } from '@crewroom/shared/text/what-stays'
import type { Crew } from '../../crew/crew'
import { deleteMessage, editMessage, readVersions } from '../../groups/change-message'
import type { Answer, RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** Which message of which group an address names. */
const at = (param: (name: string) => string) => ({
  group: param('name'),
  messageId: param('messageId'),
})
const answer = (crew: Crew, body: object): Answer => ({
  body: { ...body, asOf: crew.state.seq },
  leadId: crew.state.lead.id,
})
const WRITES = ['group_archived', 'admission_closed'] as const

/** Changing and deleting what a person wrote. */
export const MESSAGE_CHANGE_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Messages', shapes.editMessage, {
    id: 'editMessage',
    who: 'owner',
    errors: [...WRITES, 'message_deleted', 'limit_reached'],
    summary: 'Changes a message of yours; agents that have read it are told',
    sample: {
      path: { messageId: '{ownMessage}' },
      body: { content: 'Keep the old name, please.' },
    },
    run: ({ crew, by, body, param }, { shard }) =>
      answer(crew, editMessage(shard, crew, by, { ...body, ...at(param) })),
  }),
  row('Messages', shapes.deleteMessage, {
    id: 'deleteMessage',
    who: 'owner',
    errors: WRITES,
    summary: 'Deletes a message of yours, and leaves its place; agents that have read it are told',
    sample: { path: { messageId: '{ownMessage}' } },
    run: ({ crew, by, param }, { shard }) =>
      answer(crew, {
        ...deleteMessage(shard, crew, by, at(param)),
        stays: whatStays('message'),
      }),
  }),
  row('Messages', shapes.listVersions, {
    id: 'listVersions',
    who: 'reader',
    errors: ['not_a_member'],
    summary:
      'What a message has said, oldest first, with what it says now; nothing where nobody changed it',
    sample: { after: ['editMessage'], path: { messageId: '{ownMessage}' } },
    run: async ({ crew, by, param }, { shard }) => ({
      body: await readVersions(shard, crew, by, at(param)),
    }),
  }),
]
