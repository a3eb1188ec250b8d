import { type ComponentType, lazy, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { keepKeysFor } from './keys-kept'
import { toast } from './toasts'

interface Opened {
  readonly onClose: () => void
}

/**
 * Something that is opened by a key or a click and fetched then. What is typed meanwhile is kept for it. If it cannot be
 * fetched, the page says so, and it is closed; opened again, it is fetched again.
 */
export function openedLater<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
  /** Is in its place until it is here. */
  meanwhile: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  // Drawn as text there is no effect that would fetch it.
  if (typeof HTMLElement === 'undefined') return lazy(async () => ({ default: await load() }))
  let here: ComponentType<Props> | null = null
  return function OpenedLater(props: Props) {
    const [Own, setOwn] = useState(() => here)
    const close = useRef(props.onClose)
    const wait = useRef<ReturnType<typeof keepKeysFor> | null>(null)
    useLayoutEffect(() => {
      close.current = props.onClose
    })
    useLayoutEffect(() => {
      if (here) return setOwn(() => here)
      let isShown = true
      wait.current = keepKeysFor(() => close.current())
      load().then(
        (own) => {
          here = own
          if (!isShown) return
          wait.current?.('here')
          wait.current = null
          // No key comes between the end of the waiting and the focus of what is opened.
          flushSync(() => setOwn(() => own))
        },
        () => {
          if (!isShown) return
          wait.current?.('failed')
          wait.current = null
          toast.problem('This could not be loaded. Check the connection and open it again.')
          close.current()
        },
      )
      return () => {
        isShown = false
        wait.current?.('gone')
      }
    }, [])
    return Own ? <Own {...props} /> : meanwhile(props)
  }
}
