import { useCallback } from 'react'
import { setOrDelete, useAddressParams } from '../../ui/use-address-params'

/** The height that a round had when its view was left. */
let kept: { readonly n: number; readonly top: number } | null = null

/** Pixels from the top of the list to this round in the view before; null: it was not in it. */
export function keptTop(n: number): number | null {
  return kept?.n === n ? kept.top : null
}

function keepTop(n: number): void {
  const log = document.querySelector<HTMLElement>('main.chat .log')
  const round = log?.querySelector(`[data-round="${n}"]`)
  if (!log || !round) return
  kept = { n, top: round.getBoundingClientRect().top - log.getBoundingClientRect().top }
}

/** Number of the round that is in the middle of what is seen; null: none is. */
export function roundInView(): number | null {
  const log = document.querySelector<HTMLElement>('main.chat .log')
  if (!log) return null
  const { top, height } = log.getBoundingClientRect()
  const middle = top + height / 2
  const rounds = [...log.querySelectorAll<HTMLElement>('[data-round]')]
  const above = rounds.filter((own) => own.getBoundingClientRect().top <= middle)
  const n = Number((above.at(-1) ?? rounds[0])?.dataset['round'])
  return Number.isInteger(n) && n > 0 ? n : null
}

/** The round of the address; null: none. */
export function roundOf(params: URLSearchParams): number | null {
  const n = Number(params.get('r') ?? Number.NaN)
  return Number.isSafeInteger(n) && n > 0 ? n : null
}

/** Whose view the address names; null: the group's. */
export function agentInAddress(): string | null {
  const now = new URLSearchParams(window.location.search)
  return now.get('view') === 'agent' ? now.get('agent') : null
}

/** Changes whose view is shown. The round stays: the one in view, or else that of the address. */
export function useShowView() {
  const [params, change] = useAddressParams()
  const show = useCallback(
    (agentId: string | null) => {
      // An agent's view has one round open, and the address names it.
      const isAgent = new URLSearchParams(window.location.search).get('view') === 'agent'
      const r =
        (isAgent ? roundOf(new URLSearchParams(window.location.search)) : null) ?? roundInView()
      if (r !== null) keepTop(r)
      change((next) => {
        setOrDelete(next, 'view', agentId === null ? null : 'agent')
        setOrDelete(next, 'agent', agentId)
        // A link to a message would draw the chat there again.
        next.delete('m')
        if (r !== null) next.set('r', String(r))
      }, 'push')
    },
    [change],
  )
  const setRound = useCallback((n: number) => change((next) => next.set('r', String(n))), [change])
  return { params, show, setRound }
}
