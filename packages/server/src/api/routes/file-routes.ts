import type { FileKind } from '@crewroom/shared/model/group-file'
import * as shapes from '@crewroom/shared/protocol/routes/group-files'
import { whatStays } from '@crewroom/shared/text/what-stays'
import type { By } from '../../crew/shard'
import { chatOf } from '../../group-chats/chat-of'
import { fileReply, listFiles } from '../../group-chats/files'
import { removeFile } from '../../group-chats/remove-file'
import type { Answer, RoutePorts } from './route'
import { row, type RouteRow } from './row'

interface AskedByName {
  readonly by: By
  readonly param: (name: string) => string
}

const OF_CHAT = { chatId: '{chat}' }

function list({ by, param }: AskedByName, { shard }: RoutePorts, kind: FileKind) {
  const at = chatOf(shard, by, param('chatId'))
  const files = listFiles(at, by, kind)
  return {
    leadId: at.crew.state.lead.id,
    files: files.map((file) => fileReply(at, file, shard.ports.personName)),
  }
}

function remove({ by, param }: AskedByName, { shard }: RoutePorts, kind: FileKind): Answer {
  const at = chatOf(shard, by, param('chatId'))
  const { name } = removeFile(shard, at, by, { kind, name: param('fileName') })
  return { body: { deleted: name, stays: whatStays('file') }, leadId: at.crew.state.lead.id }
}

/** Files and pictures of a group; their contents have routes of their own. */
export const FILE_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Group chats', shapes.listFiles, {
    id: 'listFiles',
    who: 'reader',
    summary: 'The files of a group chat, in the order in which they were added',
    sample: { path: OF_CHAT },
    run: (asked, ports) => {
      const { files, leadId } = list(asked, ports, 'file')
      return { body: { files }, leadId }
    },
  }),
  row('Group chats', shapes.removeFile, {
    id: 'removeFile',
    who: 'writer',
    summary: 'Removes a file: whoever added it, the creator of the group, the lead or a person',
    sample: { path: { ...OF_CHAT, fileName: 'notes.txt' } },
    run: (asked, ports) => remove(asked, ports, 'file'),
  }),
  row('Group chats', shapes.listPictures, {
    id: 'listPictures',
    who: 'reader',
    summary: 'The pictures of a group chat, in the order in which they were added',
    sample: { path: OF_CHAT },
    run: (asked, ports) => {
      const { files, leadId } = list(asked, ports, 'picture')
      return { body: { pictures: files }, leadId }
    },
  }),
  row('Group chats', shapes.removePicture, {
    id: 'removePicture',
    who: 'writer',
    summary: 'Removes a picture: whoever added it, the creator of the group, the lead or a person',
    sample: { path: { ...OF_CHAT, fileName: 'dot.gif' } },
    run: (asked, ports) => remove(asked, ports, 'picture'),
  }),
]
