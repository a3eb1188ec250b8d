import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

type Change = (
  edit: (next: URLSearchParams) => void,
  /** `push` makes it a step that Back takes back. */
  how?: 'push' | 'replace',
) => void

/**
 * What the address says behind the `?`, and how to change it. A change builds on the address as it is now: two that
 * follow each other faster than the page is drawn both count, while the router's own setter starts from what was drawn.
 */
export function useAddressParams(): readonly [URLSearchParams, Change] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback<Change>(
    (edit, how = 'replace') => {
      const next = new URLSearchParams(window.location.search)
      edit(next)
      const { pathname } = window.location
      void navigate({ pathname, search: next.toString() }, { replace: how === 'replace' })
    },
    [navigate],
  )
  return [params, change]
}

/** Sets a parameter; null or nothing takes it out. */
export function setOrDelete(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null || value === '') params.delete(name)
  else params.set(name, value)
}
