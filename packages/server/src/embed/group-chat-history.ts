import type { Message } from '@crewroom/shared/model/message'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { type HistoryMessage, inHistory, messagesBefore, ownIn } from '../discussions/read-run'
import type { ConversationMessage } from './embed-api'

/** The whole history of one discussion. What was read once is not read again: it only grows. */
export class GroupChatHistory {
  readonly #shard: Shard
  #known: ConversationMessage[] = []
  #newest: Message | null = null

  constructor(shard: Shard) {
    this.#shard = shard
  }

  /** Ascending; the caller's own. */
  of(crew: Crew, run: RunRecord): ConversationMessage[] {
    const more = this.#inMemory(crew, run) ?? this.#inTables(crew, run)
    this.#newest = more.at(-1) ?? this.#newest
    this.#known.push(...inHistory(this.#shard, crew, run, more).map(toConversation))
    return this.#known.map(copyOf)
  }

  /** What came since it was read last, where memory still has all of that. */
  #inMemory(crew: Crew, run: RunRecord): readonly Message[] | null {
    const since = this.#newest?.seq
    const window = crew.window(placeOfSession(run.sessionId))
    if (since === undefined || run.status === 'ended' || !window.coversAfter(since)) return null
    const isOwn = ownIn(this.#shard, crew, run)
    return window.after(since).filter((one) => one.seq <= crew.durableSeq && isOwn(one))
  }

  #inTables(crew: Crew, run: RunRecord): readonly Message[] {
    const more: Message[] = []
    let before = Number.MAX_SAFE_INTEGER
    for (;;) {
      const page = messagesBefore(this.#shard, crew, run, before)
      const fresh = page.messages.filter(({ seq }) => seq > (this.#newest?.seq ?? 0))
      more.unshift(...fresh)
      if (page.before === null || fresh.length < page.messages.length) break
      ;({ before } = page)
    }
    return more
  }
}

/** What a message of the engine's history is to an embedder. */
export function toConversation(message: HistoryMessage): ConversationMessage {
  const { id, timestamp, role, name, content, metadata } = message
  const { model, tokens, duration, cost } = metadata ?? {}
  const known = {
    ...(model === undefined ? {} : { model }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(duration === undefined ? {} : { duration }),
    ...(cost === undefined ? {} : { cost }),
  }
  return {
    id,
    timestamp: new Date(timestamp),
    role,
    ...(name === undefined ? {} : { name }),
    content,
    ...(metadata === undefined ? {} : { metadata: known }),
  }
}

function copyOf(message: ConversationMessage): ConversationMessage {
  const copy = { ...message, timestamp: new Date(message.timestamp) }
  return message.metadata ? { ...copy, metadata: { ...message.metadata } } : copy
}
