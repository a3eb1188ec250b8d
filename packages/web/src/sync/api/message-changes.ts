import { client } from '../request'
import { GROUP } from './groups'

const MESSAGE = `${GROUP}/messages/{messageId}` as const

interface MessageOf {
  readonly leadId: string
  readonly group: string
  readonly id: string
}

const pathOf = ({ leadId, group, id }: MessageOf) => ({ id: leadId, name: group, messageId: id })

/** Changing and deleting what the person wrote: fetched with the first use of it. */
export const messageChanges = {
  edit: (message: MessageOf, content: string) =>
    client.patch(MESSAGE, { path: pathOf(message), body: { content } }),
  remove: (message: MessageOf) => client.delete(MESSAGE, { path: pathOf(message) }),
  versions: (message: MessageOf, signal: AbortSignal) =>
    client.get(`${MESSAGE}/versions`, { path: pathOf(message), signal }),
}
