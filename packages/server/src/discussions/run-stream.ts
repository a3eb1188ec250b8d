import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { ownRunOf } from '../sessions/own-round'
import { findRun } from './find-run'
import {
  historyBefore,
  historyOf,
  type HistoryMessage,
  inHistory,
  nameOf,
  ownIn,
  resultOf,
} from './read-run'
import type { Delta, RunDeltas } from './run-deltas'
import { positionText, type RunPosition } from './run-position'

/** One line of the course of a discussion. `position`: to go on behind it, ask for what is `since` that. */
export type RunLine = Placed & LineOfFact

interface Placed {
  readonly position: string
}

/** `seq`: of its fact, of which there may be more lines. */
type LineOfFact = { readonly seq: number; readonly at: string } & (
  | {
      readonly type: 'start'
      readonly conversationId: string
      readonly participants: readonly string[]
    }
  | {
      readonly type: 'speaker-selected'
      readonly speaker: string
      readonly round: number
      readonly reason: string
    }
  | ({
      readonly type: 'message'
      readonly speaker: string
      readonly round: number | null
    } & HistoryMessage)
  | {
      readonly type: 'human-needed'
      readonly conversationId: string
      readonly prompt: string
      /** The newest messages, as many as are useful to answer. */
      readonly history: readonly HistoryMessage[]
    }
  | ({ readonly type: 'complete' } & ReturnType<typeof resultOf>)
  /** Asked for: part of an answer that is being written. It is in no log, so that its position is that of the line before. */
  | {
      readonly type: 'delta'
      readonly speaker: string
      readonly round: number | null
      readonly text: string
    }
)

/** Facts that are looked at in one go. */
const BATCH = 500
/** What was published is read after this long, together with what is published meanwhile. */
const PAUSE_MS = 20
/** Messages that come with the person's turn. */
const SHOWN = 20
/** So many facts before the first line are looked at: that of the person's turn comes right before its round. */
const LOOK_BACK = 8

export interface Follow {
  readonly shard: Shard
  readonly by: By
  readonly id: string
  /** Behind the last line that is known. */
  readonly since: RunPosition
  /** Resolves when something of the crew was published, or when `signal` says that nobody listens any more. */
  readonly changed: (leadId: string, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  /** What is being written, where that is asked for. */
  readonly deltas?: RunDeltas | undefined
}

/**
 * The course of a discussion from the journal, line by line, up to its end. Whoever reads slowly is waited for: nothing is kept
 * for them. Rights are asked again with each batch.
 */
export async function* runLines({
  shard,
  by,
  id,
  since,
  changed,
  signal,
  deltas,
}: Follow): AsyncGenerator<RunLine> {
  const { run: first } = findRun(shard, by, id)
  const { reader } = shard.ports
  let at = Math.max(since.seq - LOOK_BACK, (reader.runSeq(id) ?? 1) - 1)
  let need: NeedRecord | null = null
  let next: Promise<void> | null = null
  // One wait for all parts of answers that come meanwhile.
  let published: Promise<void> | null = null
  let before: Placed & { readonly seq: number; readonly at: string } = {
    seq: at,
    at: first.startedAt,
    position: positionText({ seq: at, line: 1 }),
  }
  while (!signal.aborted) {
    const { crew, run } = findRun(shard, by, id)
    // Before its facts are read: what ends it while a line is sent is read in the next round.
    const isOver = !crew.state.runs[id] && reader.run(id)?.status === 'ended'
    // Before the facts: an answer that is there says everything.
    for (const delta of deltas?.take() ?? []) {
      const { seq, position } = before
      const now = new Date(shard.ports.clock.now()).toISOString()
      yield { seq, at: now, position, ...deltaLine(delta) }
    }
    const page = reader.events(first.leadId, at, BATCH)
    for (const event of page.events) {
      // The round that waits for the person, which comes next, says so.
      if (event.type === 'need:opened') ({ need } = event)
      if (event.seq < since.seq) continue
      const lines = linesOf(shard, crew, run, event, need)
      for (const [place, line] of lines.entries()) {
        const position = { seq: event.seq, line: place + 1 }
        if (event.seq === since.seq && position.line <= since.line) continue
        before = { ...line, position: positionText(position) }
        yield { ...line, position: positionText(position) }
      }
    }
    at = Math.max(at, page.last)
    if (page.more) {
      // Others have their turn between two batches of a long journal.
      await nextTurn()
    } else if (isOver) {
      return
    } else if (next === null) {
      // What is published from here on ends the wait; what came before it is read first.
      published ??= changed(first.leadId, signal).then(() => {
        published = null
      })
      next = deltas ? Promise.race([published, deltas.next(signal)]) : published
    } else {
      await next
      next = null
      // What follows at once is read with it.
      await pause(PAUSE_MS)
    }
  }
}

function deltaLine({ crew, asked, text }: Delta) {
  const round = crew.rounds.round(asked.runId, asked.n)?.run?.n ?? null
  return { type: 'delta', speaker: nameOf(crew, asked.agentId), round, text } as const
}

function linesOf(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
  event: CrewEvent,
  need: NeedRecord | null,
): LineOfFact[] {
  const { seq, at } = event
  switch (event.type) {
    case 'run:started':
      if (event.run.id !== run.id) return []
      return [
        {
          seq,
          at,
          type: 'start',
          conversationId: run.sessionId,
          participants: event.run.participants.map((one) => nameOf(crew, one)),
        },
      ]
    case 'round:opened': {
      const { round } = event
      if (round.run?.id !== run.id || round.ask === 'select' || round.ask === 'aggregate') return []
      const selected = round.responses.map(({ agentId }): LineOfFact => ({
        seq,
        at,
        type: 'speaker-selected',
        speaker: nameOf(crew, agentId),
        round: round.run?.n ?? round.n,
        reason: round.reason,
      }))
      const isTurn = round.ask === 'human' && need?.id === round.responses[0]?.deliveryId
      return isTurn && need ? [...selected, humanNeeded(shard, crew, run, event, need)] : selected
    }
    case 'session:message': {
      const { message } = event
      if (event.sessionId !== run.sessionId) return []
      if (!ownIn(shard, crew, run)(message)) return []
      const round = roundOf(shard, crew, run, message.round?.n)
      const speaker = message.from === HUMAN_ID ? HUMAN_ID : nameOf(crew, message.from)
      const said = historyOf(crew, message, round)
      return [
        {
          seq,
          at,
          type: 'message',
          speaker,
          round: round?.run?.id === run.id ? (round.run?.n ?? null) : null,
          ...said,
        },
      ]
    }
    case 'need:opened':
      return event.need.turn?.runId === run.id && event.need.turn.asks === 'choose'
        ? [humanNeeded(shard, crew, run, event, event.need)]
        : []
    case 'run:ended': {
      if (event.run.id !== run.id) return []
      const history = historyBefore(shard, crew, event.run)
      return [{ seq, at, type: 'complete', ...resultOf(event.run, history) }]
    }
    default:
      return []
  }
}

function humanNeeded(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
  { seq, at }: CrewEvent,
  { text }: NeedRecord,
): LineOfFact {
  const { leadId, groupName, sessionId } = run
  const place = { groupName, sessionId, limit: SHOWN, viewer: null, before: seq }
  const { messages } = shard.ports.reader.page(leadId, place)
  const own = messages.filter(ownIn(shard, crew, run))
  const history = inHistory(shard, crew, run, own)
  return { seq, at, type: 'human-needed', conversationId: sessionId, prompt: text, history }
}

function roundOf(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
  n: number | undefined,
): RoundRecord | undefined {
  if (n === undefined) return undefined
  const runId = ownRunOf({ id: run.sessionId })
  return crew.rounds.round(runId, n) ?? shard.ports.reader.round(run.leadId, runId, n) ?? undefined
}
