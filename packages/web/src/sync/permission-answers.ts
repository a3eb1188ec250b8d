import type {
  NeedRecord,
  PermissionAnswer,
  PermissionOption,
  PermissionRule,
} from '@crewroom/shared/model/need'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { createStore } from 'zustand/vanilla'
import { api } from './api'
import { ApiError } from './request'

/** An answer that this page has given, until the server says what became of the request. */
export interface Given {
  readonly option: PermissionOption
  readonly rule: PermissionRule | null
  /** The server had another answer already, or none to give: in its words. */
  readonly tooLate: string | null
}

/** A request that has just ended. */
export interface Settled {
  readonly need: NeedRecord
  readonly answer: PermissionAnswer | undefined
  readonly isMine: boolean
  readonly rule: PermissionRule | null
}

interface PermissionAnswers {
  readonly given: Readonly<Record<string, Given>>
  readonly problems: Readonly<Record<string, string>>
  readonly settled: Readonly<Record<string, Settled>>
  /** Counts whatever may move a request on the page: a click that was meant for another one must not answer it. */
  readonly moves: number
}

/** By the id of the need. */
export const permissionAnswers = createStore<PermissionAnswers>(() => ({
  given: {},
  problems: {},
  settled: {},
  moves: 0,
}))

/** What became of a request is said for so long. */
export const SETTLED_MS = 10_000
/** Refusals that mean that the request waits no longer: its event says why, or the next snapshot leaves it out. */
const TOO_LATE: readonly string[] = ['already_answered', 'need_not_found']

/** Answers a request once, whatever is pressed how often. */
export async function answerPermission(
  { id, leadId }: NeedRecord,
  option: PermissionOption,
  always: boolean,
): Promise<void> {
  const { given, settled } = permissionAnswers.getState()
  if (given[id] || settled[id]) return
  put('problems', id, null)
  put('given', id, { option, rule: null, tooLate: null })
  try {
    const body = { optionId: option.optionId, ...(always ? { always } : {}) }
    const { rule } = await api.answerPermission(leadId, id, body)
    const ended = permissionAnswers.getState().settled[id]
    if (ended) put('settled', id, { ...ended, rule })
    else put('given', id, { option, rule, tooLate: null })
  } catch (error) {
    if (permissionAnswers.getState().settled[id]) return
    const text = error instanceof Error ? error.message : String(error)
    const isLate = error instanceof ApiError && TOO_LATE.includes(error.code)
    put('given', id, isLate ? { option, rule: null, tooLate: text } : null)
    if (!isLate) put('problems', id, text)
  }
}

/** Notes among the events that the lists have got which requests ended, and how. */
export function hearPermissions(events: readonly CrewEvent[]): void {
  for (const event of events) {
    if (event.type !== 'need:opened' && event.type !== 'need:closed') continue
    permissionAnswers.setState(({ moves }) => ({ moves: moves + 1 }))
    const { need, answer } = event
    if (event.type === 'need:opened' || need.kind !== 'permission') continue
    const own = permissionAnswers.getState().given[need.id]
    const isMine =
      own?.tooLate === null && answer?.by === 'person' && answer.optionId === own.option.optionId
    put('settled', need.id, { need, answer, isMine, rule: (isMine && own?.rule) || null })
    put('given', need.id, null)
    put('problems', need.id, null)
    setTimeout(() => {
      put('settled', need.id, null)
      permissionAnswers.setState(({ moves }) => ({ moves: moves + 1 }))
    }, SETTLED_MS)
  }
}

function put<K extends 'given' | 'problems' | 'settled'>(
  key: K,
  id: string,
  value: PermissionAnswers[K][string] | null,
): void {
  permissionAnswers.setState((all) => {
    const { [id]: _, ...others } = all[key]
    return { [key]: value === null ? others : { ...others, [id]: value } }
  })
}
