import type { RefObject } from 'react'
import { Anchored } from '../../ui/Anchored'
import { EmojiPicker } from '../../ui/EmojiPicker'

interface EmojiMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly onPick: (emoji: string) => void
  readonly onClose: () => void
}

export function EmojiMenu({ anchor, onPick, onClose }: EmojiMenuProps) {
  return (
    <Anchored anchor={anchor} takesFocus onClose={onClose} label="Emoji" className="pick">
      <EmojiPicker onPick={onPick} />
    </Anchored>
  )
}
