import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { drawn, tellsDrawn } from './keys-kept'

/** As the router names it. */
function placeNow(): string {
  const { key } = (history.state ?? {}) as { readonly key?: string }
  return key ?? 'default'
}

/** Tells when a change of the address or of what is shown is drawn: it takes part in it. */
export function KeysKept() {
  const [asked, setAsked] = useState(0)
  useEffect(() => tellsDrawn((n) => startTransition(() => setAsked(n))), [])
  // The address is another one at once, and its page is drawn when it is here.
  const { key } = useLocation()
  useLayoutEffect(() => {
    if (key === placeNow()) drawn(asked)
  }, [asked, key])
  return null
}
