import { type KeyboardEvent, type ReactNode, useRef } from 'react'

export interface Choice {
  readonly id: string
  /** What it is found by when letters are typed. */
  readonly name: string
  readonly isCurrent: boolean
  readonly content: ReactNode
  /** Sets the colours of a role. */
  readonly className?: string
}

interface ListboxProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly onPick: (id: string) => void
}

/** A list of which one is chosen. One stop for Tab; arrows and letters move within, Enter and Space choose. */
export function Listbox({ label, choices, onPick }: ListboxProps) {
  const list = useRef<HTMLDivElement>(null)
  const current = Math.max(
    0,
    choices.findIndex(({ isCurrent }) => isCurrent),
  )
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = options().indexOf(document.activeElement as HTMLElement)
    const to = nextOf(event, at, choices)
    if (to === null) return
    event.preventDefault()
    options()[to]?.focus()
  }
  return (
    <div ref={list} role="listbox" aria-label={label} className="sw-list" onKeyDown={onKeyDown}>
      {choices.map(({ id, isCurrent, content, className = '' }, index) => (
        <button
          key={id}
          type="button"
          role="option"
          aria-selected={isCurrent}
          className={`sw-choice ${className}`}
          data-choice={id}
          tabIndex={index === current ? 0 : -1}
          onClick={() => onPick(id)}
        >
          {content}
        </button>
      ))}
    </div>
  )
}

function nextOf(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  at: number,
  choices: readonly Choice[],
): number | null {
  const last = choices.length - 1
  if (key === 'ArrowDown') return at >= last ? 0 : at + 1
  if (key === 'ArrowUp') return at <= 0 ? last : at - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key.length !== 1 || key === ' ' || altKey || ctrlKey || metaKey) return null
  const order = [...choices.keys()].map((step) => (at + 1 + step) % choices.length)
  const starts = (index: number) =>
    choices[index]?.name.toLowerCase().startsWith(key.toLowerCase()) === true
  return order.find(starts) ?? null
}
