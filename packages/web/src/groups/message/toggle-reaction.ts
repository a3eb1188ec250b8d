import type { Message } from '@crewroom/shared/model/message'
import { placeOf } from '@crewroom/shared/model/session'
import { withReactions } from '../../sync/timeline-window'
import { changeWindows } from '../../sync/timeline-windows'
import { setReaction } from '../../sync/reactions'
import { reactedBy } from './reacted-by'

/** The six that are at hand everywhere, in the order of the keys 1 to 6. */
export const QUICK_EMOJI = ['👍', '👎', '🎉', '❤️', '🤔', '👀'] as const

const NAMES: Readonly<Record<string, string>> = {
  '👍': 'thumbs up',
  '👎': 'thumbs down',
  '🎉': 'party popper',
  '❤️': 'red heart',
  '🤔': 'thinking face',
  '👀': 'eyes',
  '✅': 'check mark',
  '❌': 'cross mark',
  '🚀': 'rocket',
  '🔥': 'fire',
  '😂': 'tears of joy',
  '🙏': 'folded hands',
  '💯': 'hundred points',
  '⚠️': 'warning',
}

/** An emoji with its name, where that is cheap to know; a screen reader knows the others. */
export function spoken(emoji: string): string {
  const name = Object.hasOwn(NAMES, emoji) ? NAMES[emoji] : undefined
  return name === undefined ? emoji : `${emoji} ${name}`
}

/** Adds the person's reaction, or takes it back: the other of what the person sees now. */
export function toggleReaction(message: Message, emoji: string): void {
  const { leadId, group, sessionId, id } = message
  const isMine = reactedBy(message, emoji)
  void setReaction({ leadId, group, sessionId, messageId: id }, emoji, !isMine, (change) =>
    changeWindows(leadId, placeOf(group, sessionId), (window) => withReactions(window, id, change)),
  )
}
