import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface ItemHeadProps {
  readonly icon: LucideIcon
  readonly kind: string
  readonly children?: ReactNode
  readonly result?: ReactNode
  readonly took?: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly title?: string | undefined
}

/** The line of a display item: what it is, about what, what came of it, and how long it took. */
export function ItemHead(props: ItemHeadProps) {
  const { icon: Icon, kind, children, result, took, isOpen, onToggle, title } = props
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="tv-ih"
      aria-expanded={isOpen}
      onClick={onToggle}
      title={title}
      data-item-head
    >
      <Icon size={15} aria-hidden="true" />
      <b>{kind}</b>
      <span className="tv-arg">{children}</span>
      <span className="tv-res">{result}</span>
      <span className="tv-ms">{took}</span>
      <Chevron size={14} aria-hidden="true" />
    </button>
  )
}
