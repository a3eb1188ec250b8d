import { type Message, type Reactions, withReaction } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type Wanted, wantedKey, wantedReactions } from '../../sync/reactions'

interface Shown {
  readonly emoji: string
  readonly who: readonly string[]
}

/** What is shown on a message: what the server knows, and what the person wants of it since. In the order of first use. */
export function shownReactions(message: Message, wanted: Wanted): readonly Shown[] {
  const prefix = wantedKey(message.id, '')
  // One that is on its way out keeps its place until it is gone; one that is new comes last.
  const emojis = new Set([
    ...Object.keys(message.reactions),
    ...Object.keys(wanted).flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    ),
  ])
  return [...emojis]
    .map((emoji) => ({ emoji, who: wished(message.reactions, emoji, wanted[prefix + emoji]) }))
    .filter(({ who }) => who.length > 0)
}

/** Whether the person's own reaction with it stands, or is on its way. */
export function reactedBy(message: Message, emoji: string): boolean {
  const wish = wantedReactions.getState()[wantedKey(message.id, emoji)]
  return wished(message.reactions, emoji, wish).includes(HUMAN_ID)
}

function wished(reactions: Reactions, emoji: string, wish: boolean | undefined): readonly string[] {
  const after =
    wish === undefined
      ? reactions
      : withReaction(reactions, emoji, HUMAN_ID, wish ? 'add' : 'remove')
  return after[emoji] ?? []
}
