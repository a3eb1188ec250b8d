import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

interface OverState {
  readonly isOver?: boolean
}

/**
 * Something that lies over the page and has an address: opening it is a step that Back takes back. Closing takes the
 * same step where there is one, so that Back does not open it again.
 */
export function useOver() {
  const navigate = useNavigate()
  const location = useLocation()
  const [params] = useSearchParams()
  const wasOpened = (location.state as OverState | null)?.isOver === true
  const open = useCallback(
    // Over the page that the address names now: it may not be drawn yet.
    (to: string | { search: string }) =>
      void navigate(typeof to === 'string' ? to : { pathname: window.location.pathname, ...to }, {
        state: { isOver: true },
      }),
    [navigate],
  )
  const close = (to: string | { search: string }) => {
    if (wasOpened) void navigate(-1)
    else void navigate(to, { replace: true })
  }
  return { params, open, close }
}

/** The search part of the address with these changes; null takes a parameter out. */
export function searchWith(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  const text = next.toString()
  return text === '' ? '' : `?${text}`
}
