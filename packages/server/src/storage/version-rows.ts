import type { Message, MessageChange } from '@crewroom/shared/model/message'
import type { Part } from '@crewroom/shared/model/part'
import type { Sqlite } from './database'

/** A text that a message has had. */
export interface MessageVersion extends MessageChange {
  /** Number of the fact that gave it. */
  readonly seq: number
  readonly at: string
}

interface Row {
  readonly messageId: string
  readonly seq: number
  readonly content: string
  readonly mentions: string
  readonly parts: string | null
  readonly at: string
}

const DELETED: MessageChange = { content: '', mentions: [] }

/** Prepared reads of what changed messages have said. */
export function versionRows(sqlite: Sqlite) {
  const ofMessages = sqlite.prepare(
    `select message_id as messageId, seq, content, mentions, parts, at from message_versions
     where message_id in (select value from json_each(?)) order by message_id, seq`,
  )
  const of = (ids: readonly string[]): ReadonlyMap<string, readonly MessageVersion[]> => {
    const found = new Map<string, MessageVersion[]>()
    if (ids.length === 0) return found
    for (const row of ofMessages.all(JSON.stringify(ids)) as Row[]) {
      const { messageId, seq, content, at, parts } = row
      const mentions = JSON.parse(row.mentions) as string[]
      const version = {
        seq,
        at,
        content,
        mentions,
        ...(parts === null ? {} : { parts: JSON.parse(parts) as Part[] }),
      }
      const list = found.get(messageId)
      if (list) list.push(version)
      else found.set(messageId, [version])
    }
    return found
  }

  return {
    /** Oldest first; none where nobody has changed it, and where it was deleted. */
    ofMessage: (id: string): readonly MessageVersion[] => of([id]).get(id) ?? [],
    /** What facts have said that changed messages: by the message's id and the number. Nothing is left of a deleted one. */
    changes: (ids: readonly string[]): ((id: string, seq: number) => MessageChange) => {
      const found = of(ids)
      return (id, seq) => {
        const version = found.get(id)?.find((one) => one.seq === seq)
        if (!version) return DELETED
        const { content, mentions, parts } = version
        return { content, mentions, ...(parts ? { parts } : {}) }
      }
    },
    /** The same messages as they were posted, without marks of what came later. Their texts are gone where they were deleted. */
    asPosted: (messages: readonly Message[]): Message[] => {
      const changed = messages.filter((message) => message.editedAt !== undefined)
      const first = of(changed.map(({ id }) => id))
      return messages.map((message) => {
        const { editedAt: _, deletedAt: __, ...rest } = message
        const [posted] = first.get(message.id) ?? []
        if (!posted) return message.deletedAt === undefined ? message : rest
        const { parts: ___, ...plain } = rest
        const { content, mentions, parts } = posted
        return { ...plain, content, mentions, ...(parts ? { parts } : {}) }
      })
    },
  }
}
