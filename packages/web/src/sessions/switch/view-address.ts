import { useCallback, useEffect } from 'react'
import { setOrDelete, useAddressParams } from '../../ui/use-address-params'

/** The height that a round had when its view was left. */
let kept: { readonly path: string; readonly n: number; readonly top: number } | null = null

/** Pixels from the top of the list to this round in the view before; null: it was not in it. */
export function keptTop(n: number): number | null {
  return kept?.n === n && kept.path === window.location.pathname ? kept.top : null
}

function keepTop(n: number): void {
  const log = document.querySelector<HTMLElement>('main.chat .log')
  const round = log?.querySelector(`[data-round="${n}"]`)
  if (!log || !round) return
  const top = round.getBoundingClientRect().top - log.getBoundingClientRect().top
  kept = { path: window.location.pathname, n, top }
}

/** The round that is open in the agent's view that is shown. Back says nothing of it to the chat that comes next. */
let viewed: { readonly sessionId: string; readonly n: number } | null = null

/** Tells the chat which round to open at, for as long as an agent's view has this one open. */
export function useViewedRound(sessionId: string, n: number | undefined): void {
  useEffect(() => {
    viewed = n === undefined ? null : { sessionId, n }
    // The chat that takes the place of the view has been drawn by now.
    return () => {
      viewed = null
    }
  }, [sessionId, n])
}

/** The round that the chat of a session opens at: that of the view it follows, or else that of the address. */
export function roundToOpen(sessionId: string, params: URLSearchParams): number | null {
  return viewed?.sessionId === sessionId ? viewed.n : roundOf(params)
}

/** Closer to the end than this is at the end. */
const END_PX = 80

/** Number of the round that is read: at the end the newest one, else that in the middle of the view; null: none is. */
function roundInView(): number | null {
  const log = document.querySelector<HTMLElement>('main.chat .log')
  if (!log) return null
  const { top, height } = log.getBoundingClientRect()
  const middle = top + height / 2
  const rounds = [...log.querySelectorAll<HTMLElement>('[data-round]')]
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight <= END_PX
  const above = rounds.filter((own) => isAtEnd || own.getBoundingClientRect().top <= middle)
  const n = Number((above.at(-1) ?? rounds[0])?.dataset['round'])
  return Number.isInteger(n) && n > 0 ? n : null
}

/** Number of the round that another view would stay at; null: there is none. */
export function roundShown(): number | null {
  // An agent's view has one round open, and the address names it.
  const named = roundOf(new URLSearchParams(window.location.search))
  return (agentInAddress() === null ? null : named) ?? roundInView() ?? named
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
      const r = roundShown()
      // The chat is left once; each agent's view that follows has its height, and so has the chat again.
      if (r !== null && !(agentInAddress() !== null && keptTop(r) !== null)) keepTop(r)
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
