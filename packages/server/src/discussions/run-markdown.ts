import type { Message } from '@crewroom/shared/model/message'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import { STOP_WORDS } from '@crewroom/shared/model/stop-words'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { ownRunOf } from '../sessions/own-round'
import { historyOf, ownIn } from './read-run'

/** A discussion as a document for people: goal, each answer under its round with its reason, and how it ended. Made page by page. */
export function* runMarkdown(shard: Shard, crew: Crew, run: RunRecord): Generator<string> {
  yield `# ${oneLine(titleOf(crew, run))}\n\n`
  const facts = factsOf(shard, crew, run, oneLine)
  yield `${facts.map(([name, value]) => `- ${name}: ${value}`).join('\n')}\n\n`
  let shown = 0
  for (const { message, round } of messagesIn(shard, crew, run)) {
    if (round && round.n !== shown && isAnswerIn(round, message)) {
      shown = round.n
      yield `## Round ${round.run?.n ?? round.n}\n\n*${oneLine(round.reason)}*\n\n`
    }
    yield `${head(shard, crew, message, round)}\n\n${message.content}\n\n`
  }
  if (run.summary !== null) yield `## Summary\n\n${run.summary}\n`
}

export function titleOf(crew: Crew, run: RunRecord): string {
  return crew.state.sessions[run.sessionId]?.title ?? run.goal
}

/** About a discussion, each a name and a value; names that people gave are written by `named`. */
export function factsOf(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
  named: (name: string) => string = (name) => name,
): [name: string, value: string][] {
  const { policy, participants, startedAt, stopReason, endedAt, progress, limits } = run
  const usage = usageOf(run)
  return [
    ['Crew', `${named(crew.state.lead.name)}, group: ${run.groupName}`],
    ['Policy', policy.kind],
    ['Participants', participants.map((id) => named(speaker(shard, crew, id))).join(', ')],
    ['Started', startedAt],
    ...(stopReason === null ? [] : [fact('Ended', `${endedAt}: ${STOP_WORDS[stopReason]}`)]),
    ['Rounds', `${progress.rounds} of ${limits.rounds}`],
    ...(usage === null ? [] : [fact('Used', usage)]),
  ]
}

const fact = (name: string, value: string): [string, string] => [name, value]

export function isAnswerIn(round: RoundRecord, { id }: Message): boolean {
  return round.responses.some(({ messageId }) => messageId === id)
}

export function* messagesIn(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
): Generator<{ message: Message; round: RoundRecord | undefined }> {
  const { reader } = shard.ports
  const runId = ownRunOf({ id: run.sessionId })
  const isOwn = ownIn(shard, crew, run)
  let after = 0
  for (;;) {
    const page = reader.page(run.leadId, {
      groupName: run.groupName,
      sessionId: run.sessionId,
      limit: LIMITS.page,
      viewer: null,
      after,
    })
    for (const message of page.messages) {
      if (!isOwn(message)) continue
      const n = message.round?.n
      const round = n === undefined ? undefined : (reader.round(run.leadId, runId, n) ?? undefined)
      yield { message, round }
    }
    const last = page.messages.at(-1)
    if (!last || !page.hasAfter) return
    after = last.seq
  }
}

function head(shard: Shard, crew: Crew, message: Message, round: RoundRecord | undefined): string {
  const facts = costsOf(crew, message, round)
  const about = facts.length > 0 ? ` (${facts.join(', ')})` : ''
  return `**${oneLine(speaker(shard, crew, message.from))}**, ${message.timestamp}${about}:`
}

/** By which model an answer is, and what it took. */
export function costsOf(crew: Crew, message: Message, round: RoundRecord | undefined): string[] {
  const { metadata = {} } = historyOf(crew, message, round)
  const { tokens, duration, cost, model } = metadata
  return [
    model,
    tokens === undefined ? undefined : `${tokens} tokens`,
    duration === undefined ? undefined : `${(duration / 1_000).toFixed(1)} s`,
    cost === undefined ? undefined : `$${cost.toFixed(2)}`,
  ].filter((one) => one !== undefined)
}

function speaker(shard: Shard, crew: Crew, id: string): string {
  const { agents } = crew.state
  return agents[id]?.name ?? (id === 'human' ? shard.ports.personName : 'System')
}

function usageOf({ progress: { usage } }: RunRecord): string | null {
  if (usage.tokens === 0 && usage.usd === 0) return null
  const least = usage.known ? '' : 'at least '
  return `${least}${usage.tokens} tokens, $${usage.usd.toFixed(2)}`
}

/** A name or a reason on one line, in which nothing is Markdown. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#]/g, (sign) => `\\${sign}`)
}
