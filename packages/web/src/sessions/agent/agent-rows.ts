import { responseOf, type RoundRecord, type RoundResponse } from '@crewroom/shared/model/round'
import type {
  AIItemView,
  TranscriptItemView,
  UserItemView,
} from '@crewroom/shared/transcript/views'
import { type Row, rowsOf, type Shown } from '../../transcripts/rows'

/**
 * What an agent's view draws one below the other. A round is many rows: it may have thousands of steps, and only those
 * in the view are drawn.
 */
export type AgentRow = RowPlace &
  (
    | { readonly kind: 'line'; readonly isOpen: boolean; readonly items: Items }
    | { readonly kind: 'fold'; readonly items: Items }
    | { readonly kind: 'given'; readonly given: UserItemView }
    | { readonly kind: 'step'; readonly row: Row }
    | { readonly kind: 'none' }
    | { readonly kind: 'answer'; readonly answer: AIItemView; readonly messageId: string }
    | { readonly kind: 'error'; readonly error: string }
  )

type Items = readonly TranscriptItemView[]

interface RowPlace {
  readonly key: string
  readonly round: RoundRecord
  readonly response: RoundResponse
  /** What counts as one thing that is new. */
  readonly item: { readonly id: string }
}

interface AgentRowsInput {
  readonly agentId: string
  /** Those that asked the agent, ascending. */
  readonly rounds: readonly RoundRecord[]
  /** Number of the one that is open. */
  readonly openN: number | undefined
  readonly items: ReadonlyMap<number, Items>
  readonly shown: Shown
}

/** The rows of an agent's view: each round as one folded line, and the open one with all that belongs to it. */
export function agentRows(input: AgentRowsInput): readonly AgentRow[] {
  const { agentId, rounds, openN, items, shown } = input
  return rounds.flatMap((round): readonly AgentRow[] => {
    const response = responseOf(round, agentId)
    if (!response) return []
    const own = items.get(round.n) ?? []
    const isOpen = round.n === openN
    const at = (name: string): RowPlace => {
      const key = rowKey(round.n, name)
      return { key, round, response, item: { id: key } }
    }
    const line: AgentRow = { kind: 'line', ...at('line'), isOpen, items: own }
    return isOpen
      ? [line, ...openRows(own, response, shown, at)]
      : [line, { kind: 'fold', ...at('fold'), items: own }]
  })
}

export const rowKey = (n: number, name: string) => `round ${n} ${name}`

function openRows(
  items: Items,
  response: RoundResponse,
  shown: Shown,
  at: (name: string) => RowPlace,
): readonly AgentRow[] {
  const { messageId, error } = response
  const last = items.findLast((item): item is AIItemView => item.type === 'ai')
  // The posted answer follows the steps, with a link to its message.
  const answer = messageId !== null && last?.lastOutput?.type === 'text' ? last : null
  const rows = items.flatMap((item): readonly AgentRow[] =>
    item.type === 'user'
      ? [{ kind: 'given', ...at(item.id), given: item }]
      : rowsOf([item], shown)
          .filter(
            (row) =>
              row.kind !== 'header' &&
              !(row.kind === 'last-output' && isShownElsewhere(item, answer)),
          )
          .map((row, index, all) => ({
            kind: 'step',
            ...at(row.key),
            row,
            item: countedAs(row, all[index - 1]),
          })),
  )
  return [
    ...(items.length === 0 ? [{ kind: 'none', ...at('none') } as const] : rows),
    ...(answer && messageId !== null
      ? [{ kind: 'answer', ...at('answer'), answer, messageId } as const]
      : []),
    ...(error === null ? [] : [{ kind: 'error', ...at('error'), error } as const]),
  ]
}

/** The answer is a row of its own, and a result of a tool is in the step before. */
function isShownElsewhere(item: TranscriptItemView, answer: AIItemView | null): boolean {
  return item === answer || (item.type === 'ai' && item.lastOutput?.type === 'tool_result')
}

/** What goes on now stays the last row: it belongs to the step before it, and steps that come between are what is new. */
function countedAs(row: Row, before: Row | undefined): { readonly id: string } {
  return { id: row.kind === 'last-output' && before ? before.key : row.key }
}
