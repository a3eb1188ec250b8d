import type { RefObject } from 'react'
import { Anchored } from '../../ui/Anchored'

interface WhoReactedProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly emoji: string
  readonly names: string
  readonly onClose: () => void
}

export function WhoReacted({ anchor, emoji, names, onClose }: WhoReactedProps) {
  return (
    <Anchored {...{ anchor, onClose }} takesFocus={false} label="Who reacted" className="who-rx">
      <i>{emoji}</i>
      <span>{names}</span>
    </Anchored>
  )
}
