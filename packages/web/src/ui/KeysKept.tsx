import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { pageDrawn } from './keys-kept'

/** Tells when the page of an address is drawn. Stands before the pages: its effect runs before their dialogs open. */
export function KeysKept() {
  const { key } = useLocation()
  useLayoutEffect(() => pageDrawn(key), [key])
  return null
}
