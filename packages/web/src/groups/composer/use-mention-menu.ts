import type { Mentionable } from '@crewroom/shared/model/mentions'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { callAt, callsEverybody, candidates, HERE, spellingOf } from './mention-spelling'

export interface Caret {
  readonly text: string
  readonly at: number
}

export type MentionMenuState = ReturnType<typeof useMentionMenu>

/** The list of members behind an @ in the text, and what its keys do. */
export function useMentionMenu(
  { text, at }: Caret,
  people: readonly Mentionable[],
  replace: (from: number, to: number, by: string) => void,
) {
  const [active, setActive] = useState(0)
  /** The @ whose list the person has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const call = useMemo(() => callAt(text, at), [text, at])
  const typed = call?.typed
  const found = useMemo((): readonly (Mentionable | typeof HERE)[] => {
    if (typed === undefined) return []
    const isHere = people.length > 2 && callsEverybody(typed)
    return [...candidates(typed, people), ...(isHere ? ([HERE] as const) : [])]
  }, [typed, people])
  const isOpen = call !== null && call.at !== closedAt && found.length > 0
  const chosen = Math.min(active, found.length - 1)

  const pick = (index: number) => {
    const own = found[index]
    if (!call || own === undefined) return
    const word = own === HERE ? HERE : spellingOf(own, people)
    replace(call.at, at, `@${word} `)
    setActive(0)
  }
  /** Whether the key was the list's. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.shiftKey || event.altKey || event.metaKey || event.ctrlKey) return false
    switch (event.key) {
      case 'ArrowDown':
        setActive((chosen + 1) % found.length)
        return true
      case 'ArrowUp':
        setActive((chosen + found.length - 1) % found.length)
        return true
      case 'Enter':
      case 'Tab':
        pick(chosen)
        return true
      case 'Escape':
        setClosedAt(call.at)
        return true
      default:
        return false
    }
  }
  return {
    isOpen,
    found,
    active: chosen,
    pick,
    point: setActive,
    onKey,
    /** The typed text has changed: the best match is first again, and a new @ opens again. */
    typedAnew: () => {
      setActive(0)
      if (call === null) setClosedAt(null)
    },
  }
}
