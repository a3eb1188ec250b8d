import { and, eq, sql } from 'drizzle-orm'
import { begunAnew } from '@crewroom/shared/model/conduct'
import type { Message, MessageChange } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import {
  chatGroupMessages,
  chatGroupReactions,
  chatGroups,
  messageVersions,
  readMarks,
} from '../schema'
import type { Projection, ProjectionContext } from './projection'
import { sessionToucher } from './touch-session'

const p = sql.placeholder

interface ReactionRow {
  readonly messageId: string
  readonly emoji: string
  readonly agentId: string
  readonly action: 'add' | 'remove'
}

export function messagesProjection(context: ProjectionContext) {
  const { orm, guard } = context
  const touchSession = sessionToucher(context)
  const putMessage = guard(
    orm.insert(chatGroupMessages).values({
      id: p('id'),
      groupName: p('group'),
      leadId: p('leadId'),
      fromAgentId: p('from'),
      fromRole: p('fromRole'),
      content: p('content'),
      timestamp: p('timestamp'),
      seq: p('seq'),
      n: p('n'),
      sessionId: p('sessionId'),
      kind: p('kind'),
      mentions: p('mentions'),
      clientId: p('clientId'),
      hop: p('hop'),
      runId: p('runId'),
      roundN: p('roundN'),
      roundAs: p('roundAs'),
      parts: p('parts'),
      replyTo: p('replyTo'),
      editedAt: null,
      deletedAt: null,
    }),
  )
  /** The person's own message is read with all before it, where nothing of others waits there. */
  const readOwn = guard(
    orm
      .insert(readMarks)
      .select(
        sql`select ${p('leadId')}, ${p('groupName')}, ${p('sessionId')}, ${HUMAN_ID}, ${p('seq')}, ${p('n')}, ${p('timestamp')}
        where not exists (
          select 1 from chat_group_messages other
          where other.lead_id = ${p('leadId')} and other.group_name = ${p('groupName')}
            and other.session_id = ${p('sessionId')} and other.n < ${p('n')} and other.from_agent_id <> ${HUMAN_ID}
            and other.n > coalesce((select mark.n from read_marks mark
              where mark.lead_id = ${p('leadId')} and mark.group_name = ${p('groupName')}
                and mark.session_id = ${p('sessionId')} and mark.reader_id = ${HUMAN_ID}), 0))`,
      )
      .onConflictDoUpdate({
        target: [readMarks.leadId, readMarks.groupName, readMarks.sessionId, readMarks.readerId],
        set: { seq: sql`excluded.seq`, n: sql`excluded.n`, lastSeen: sql`excluded.last_seen` },
      }),
  )
  const setConduct = guard(
    orm
      .update(chatGroups)
      .set({ conduct: sql`${p('conduct')}` })
      .where(and(eq(chatGroups.name, p('groupName')), eq(chatGroups.leadId, p('leadId')))),
  )
  /** Reactions have no crew of their own: they are of their message's. */
  const ofCrew = sql`(select ${chatGroupMessages.id} from ${chatGroupMessages}
    where ${chatGroupMessages.id} = ${p('messageId')} and ${chatGroupMessages.leadId} = ${p('leadId')})`
  const addReaction = guard(
    orm.insert(chatGroupReactions).values({
      messageId: ofCrew,
      emoji: p('emoji'),
      agentId: p('agentId'),
      seq: p('seq'),
    }),
  )
  const dropReaction = guard(
    orm
      .delete(chatGroupReactions)
      .where(
        and(
          eq(chatGroupReactions.messageId, ofCrew),
          eq(chatGroupReactions.emoji, p('emoji')),
          eq(chatGroupReactions.agentId, p('agentId')),
        ),
      ),
  )
  /** The first change keeps what was posted. */
  const keepPosted = guard(
    orm
      .insert(messageVersions)
      .select(
        sql`select id, seq, content, mentions, parts, timestamp from ${chatGroupMessages}
          where id = ${p('messageId')} and lead_id = ${p('leadId')}`,
      )
      .onConflictDoNothing(),
  )
  const putVersion = guard(
    orm.insert(messageVersions).values({
      messageId: p('messageId'),
      seq: p('seq'),
      content: p('content'),
      mentions: p('mentions'),
      parts: p('parts'),
      at: p('at'),
    }),
  )
  const dropVersions = guard(
    orm.delete(messageVersions).where(eq(messageVersions.messageId, p('messageId'))),
  )
  const thatMessage = and(
    eq(chatGroupMessages.id, p('messageId')),
    eq(chatGroupMessages.leadId, p('leadId')),
  )
  const editMessage = guard(
    orm
      .update(chatGroupMessages)
      .set({
        content: sql`${p('content')}`,
        mentions: sql`${p('mentions')}`,
        parts: sql`${p('parts')}`,
        editedAt: sql`${p('at')}`,
      })
      .where(thatMessage),
  )
  const deleteMessage = guard(
    orm
      .update(chatGroupMessages)
      .set({
        content: sql`''`,
        mentions: sql`'[]'`,
        parts: null,
        editedAt: null,
        deletedAt: sql`${p('at')}`,
      })
      .where(thatMessage),
  )
  /** Copies of it are looked for, and nothing of it is to be left in the file. Where nothing was left of it before, nothing is to be done. */
  const toErase = guard({
    toSQL: () => ({
      sql: `insert into erasures (lead_id, since, message_id, texts)
        select lead_id, timestamp, id, (select json_group_array(content) from (
          select content union select content from message_versions where message_id = own.id))
        from chat_group_messages own where id = ? and lead_id = ? and content <> ''`,
      params: [p('messageId'), p('leadId')],
    }),
  })
  /** Whoever replied to it quotes nothing any more. */
  const clearQuotes = guard({
    toSQL: () => ({
      sql: `update chat_group_messages set reply_to = json_set(reply_to, '$.text', '')
        where reply_to is not null and json_extract(reply_to, '$.id') = ? and lead_id = ?
          and group_name = (select group_name from chat_group_messages where id = ?)`,
      params: [p('messageId'), p('leadId'), p('messageId')],
    }),
  })
  const edited = (
    leadId: string,
    seq: number,
    messageId: string,
    at: string,
    said: MessageChange,
    mentions: readonly string[],
  ) => {
    const parts = said.parts ? JSON.stringify(said.parts) : null
    const row = { leadId, seq, messageId, at, content: said.content, parts }
    keepPosted(row)
    putVersion({ ...row, mentions: JSON.stringify(said.mentions) })
    editMessage({ ...row, mentions: JSON.stringify(mentions) })
  }
  const deleted = (leadId: string, messageId: string, at: string) => {
    toErase({ messageId, leadId })
    clearQuotes({ messageId, leadId })
    dropVersions({ messageId })
    deleteMessage({ leadId, messageId, at })
  }
  const messageRow = (message: Message, leadId: string) =>
    putMessage({
      ...message,
      leadId,
      mentions: JSON.stringify(message.mentions),
      clientId: message.clientId ?? null,
      runId: message.round?.runId ?? null,
      roundN: message.round?.n ?? null,
      roundAs: message.round?.as ?? null,
      parts: message.parts ? JSON.stringify(message.parts) : null,
      replyTo: message.replyTo ? JSON.stringify(message.replyTo) : null,
    })
  const ownRow = (message: Message, leadId: string, sessionId: string) => {
    if (message.from !== HUMAN_ID) return
    const { group: groupName, seq, n, timestamp } = message
    readOwn({ leadId, groupName, sessionId, seq, n, timestamp })
  }
  const reactionRow = (data: ReactionRow, leadId: string, seq: number) => {
    const { messageId, emoji, agentId } = data
    if (data.action === 'add') addReaction({ messageId, leadId, emoji, agentId, seq })
    else dropReaction({ messageId, leadId, emoji, agentId })
  }

  return {
    'group:message': ({ data: { message, begins }, leadId, seq }) => {
      messageRow(message, leadId)
      ownRow(message, leadId, MAIN_SESSION)
      if (!begins) return
      const conduct = JSON.stringify(begunAnew(seq))
      setConduct({ leadId, groupName: message.group, conduct })
    },
    'session:message': ({ data: { message, sessionId }, leadId, at }) => {
      messageRow(message, leadId)
      ownRow(message, leadId, sessionId)
      touchSession(sessionId, leadId, at)
    },
    'group:message_edited': ({ data, leadId, seq, at }) =>
      edited(leadId, seq, data.messageId, at, data, data.mentions),
    'group:message_deleted': ({ data, leadId, at }) => deleted(leadId, data.messageId, at),
    'group:reaction': ({ data, leadId, seq }) => reactionRow(data, leadId, seq),
    'session:reaction': ({ data, leadId, seq }) => reactionRow(data, leadId, seq),
    'group:history': ({ data: { item }, leadId, seq }) => {
      if (item.kind === 'message') messageRow(item.message, leadId)
      // It calls nobody here.
      if (item.kind === 'edit') edited(leadId, seq, item.messageId, item.at, item, [])
      if (item.kind === 'deletion') deleted(leadId, item.messageId, item.at)
      if (item.kind !== 'reaction') return
      reactionRow({ ...item, agentId: item.from }, leadId, seq)
    },
  } satisfies Projection
}
