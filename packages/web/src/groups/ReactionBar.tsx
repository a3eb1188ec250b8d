import { type Message, withReaction } from '@crewroom/shared/model/message'
import { HUMAN_ID, participantLabel } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { withReactions } from '../sync/timeline-window'
import { setReaction, wantedKey, wantedReactions } from '../sync/reactions'
import { changeWindow } from '../sync/sync'

interface ReactionBarProps {
  readonly message: Message
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly isReadOnly: boolean
}

/** Who reacted with what. A click adds or takes back one's own. */
export function ReactionBar({ message, crew, isReadOnly }: ReactionBarProps) {
  const wanted = useStore(wantedReactions)
  // Order of first use, and one that is on its way out keeps its place until it is gone.
  const shown = Object.keys(message.reactions).map((emoji) => {
    const wish = wanted[wantedKey(message.id, emoji)]
    const reactions =
      wish === undefined
        ? message.reactions
        : withReaction(message.reactions, emoji, HUMAN_ID, wish ? 'add' : 'remove')
    return { emoji, who: reactions[emoji] ?? [] }
  })
  if (!shown.some(({ who }) => who.length > 0)) return null

  const toggle = (emoji: string, isMine: boolean) => {
    const { leadId, group, id } = message
    void setReaction({ leadId, group, messageId: id }, emoji, !isMine, (reactions) =>
      changeWindow(leadId, group, (window) => withReactions(window, id, () => reactions)),
    )
  }
  return (
    <div className="rx">
      {shown
        .filter(({ who }) => who.length > 0)
        .map(({ emoji, who }) => {
          const isMine = who.includes(HUMAN_ID)
          const names = who.map((id) => nameOf(crew, id)).join(', ')
          return (
            <button
              key={emoji}
              type="button"
              aria-pressed={isMine}
              aria-label={`${emoji} ${who.length}${isMine ? ', including you' : ''}`}
              title={names}
              disabled={isReadOnly}
              onClick={() => toggle(emoji, isMine)}
            >
              <i>{emoji}</i>
              {who.length}
            </button>
          )
        })}
    </div>
  )
}

function nameOf(crew: Pick<CrewState, 'lead' | 'agents'>, id: string): string {
  return id === HUMAN_ID ? 'you' : participantLabel(participantOf(crew, id, '').label, id)
}
