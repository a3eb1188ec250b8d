import { setImmediate as nextTurn } from 'node:timers/promises'
import { type GroupRecord, newGroup } from '@crewroom/shared/model/group'
import {
  deletedMessage,
  editedMessage,
  lastMessageOf,
  type Message,
  newMessage,
} from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import { nextTimestamp } from '../crew/next-timestamp'
import type { By, Shard } from '../crew/shard'
import { assertRoomForGroup } from '../groups/group-limit'
import { newMember } from '../groups/rules'
import type { Envelope, HistoryItem } from '../journal/facts'
import type { GroupRows, Rehearsal } from '../journal/ports/transfer-port'
import { isOfDisk } from './crew-file'
import type { GroupFile, HistoryLines, OriginLine } from './group-file'
import { Misfit } from './read-file'

/** The history of a group on its way into a crew: facts in the tables of a rehearsal, numbered from 1 on. */
export class GroupHistory implements HistoryLines {
  readonly rows: GroupRows
  /** So many came so far. */
  facts = 0
  last: Message | null = null
  readonly leadId: string
  readonly #group: string
  readonly #shard: Shard
  readonly #by: By
  readonly #began: string
  readonly #rehearsal: Rehearsal

  constructor(shard: Shard, by: By, leadId: string, group: string, rehearsal: Rehearsal) {
    this.#shard = shard
    this.#by = by
    this.leadId = leadId
    this.#group = group
    this.#began = iso(shard.ports.clock.now())
    this.#rehearsal = rehearsal
    this.rows = rehearsal.groupRows()
  }

  /** An id is one message's on this server: where it is taken, this one gets another. */
  idHere({ id }: { readonly id: string }): string {
    const { reader, ids } = this.#shard.ports
    return reader.taken('message', [id]).length > 0 ? ids.message() : id
  }

  take(line: OriginLine): void {
    const fact = {
      leadId: this.leadId,
      seq: this.facts + 1,
      v: 1,
      at: this.#began,
      actor: this.#by.actor,
      cause: this.#by.cause,
      type: 'group:history',
      data: { groupName: this.#group, item: this.#item(line) },
    } satisfies Envelope
    try {
      this.#rehearsal.take(fact)
    } catch (error) {
      if (isOfDisk(error)) throw error
      throw new Misfit('it contradicts what came before it.')
    }
    this.facts++
  }

  #item(line: OriginLine): HistoryItem {
    if ('author' in line) return { kind: 'author', ...line.author }
    if ('event' in line) return { kind: 'event', ...line.event }
    if ('reaction' in line) {
      return { kind: 'reaction', messageId: this.#id(line.reaction.n), ...line.reaction }
    }
    if ('edit' in line) {
      const { n, at, content, mentions, parts } = line.edit
      const change = { content, mentions, ...(parts ? { parts } : {}) }
      if (this.last?.n === n) this.last = editedMessage(this.last, { ...change, mentions: [] }, at)
      return { kind: 'edit', n, messageId: this.#id(n), at, ...change }
    }
    if ('deletion' in line) {
      const { n, at } = line.deletion
      if (this.last?.n === n) this.last = deletedMessage(this.last, at)
      return { kind: 'deletion', n, messageId: this.#id(n), at }
    }
    const { id, mentions, parts, replyTo, ...rest } = line.message
    const message = newMessage({
      ...rest,
      id: this.#id(rest.n),
      seq: this.facts + 1,
      group: this.#group,
      leadId: this.leadId,
      ...(parts ? { parts } : {}),
      ...(replyTo ? { replyTo: { id: this.#id(replyTo.n), ...replyTo } } : {}),
    })
    this.last = message
    return { kind: 'message', id, mentions, message }
  }

  #id(n: number): string {
    return this.rows.said(n)?.idHere ?? ''
  }
}

/** Refuses a file whose messages another one has brought while it was read. Others get their turn in between. */
export async function assertIdsFree(shard: Shard, rows: GroupRows): Promise<void> {
  for (const ids of rows.idsHere()) {
    await nextTurn()
    if (shard.ports.reader.taken('message', ids).length === 0) continue
    throw new CrewError(
      'busy',
      'Another import has brought messages of this file meanwhile. Send it again. Nothing was imported.',
      { retryAfter: 1 },
    )
  }
}

/**
 * Takes a group into a crew as history, which is in the open staged file: archived, read by everybody who may read the group, owed to
 * nobody, calling nobody. Its authors stay who they were elsewhere; of the crew only the lead is in it, as in every group.
 */
export function importGroup(
  shard: Shard,
  crew: Crew,
  by: By,
  { header, record, files, history }: GroupFile,
): GroupRecord {
  assertMayInCrew('importGroup', crew, by)
  const { lead, groups } = crew.state
  const name = header.group
  if (groups[name]) {
    throw new CrewError(
      'group_exists',
      `"${lead.name}" already has a group "${name}". Nothing was imported.`,
      { name },
    )
  }
  assertRoomForGroup(shard, crew)
  const decision = shard.decide(crew)
  const { facts, last } = history
  const newest = last && { ...last, seq: decision.nextSeq - 1 + last.seq }
  decision.follow(facts)
  const seq = decision.nextSeq
  const { paused, hold, conduct, ...first } = newGroup(
    {
      ...record,
      id: shard.ports.ids.record(),
      name,
      leadId: lead.id,
      messageCount: newest?.n ?? 0,
      lastMessage: newest && lastMessageOf(newest),
      archived: true,
      archivedBy: by.actor.id,
    },
    [newMember(lead.id, 'lead', seq, decision.at, 1)],
  )
  // Its fields keep the order in which exports have always had them.
  const group = { ...record, ...first, paused, hold, conduct }
  decision.add('group:imported', { group, ...(files.length > 0 ? { files } : {}) })
  if (newest) {
    // The person has it before them: nothing of it is news.
    decision.add('group:read', {
      readerId: by.actor.id,
      groupName: name,
      lastSeq: newest.seq,
      n: newest.n,
      lastSeen: nextTimestamp(shard.ports.clock.now(), newest.timestamp),
    })
  }
  shard.commit(crew, by, decision)
  return group
}
