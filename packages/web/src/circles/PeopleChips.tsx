import type { CrewState } from '@crewroom/shared/state/crew-state'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { knownAs, participantOf } from '../crew/participant'
import { Avatar } from '../ui/Avatar'

export interface Chip {
  readonly id: string
  /** What is special about it here. */
  readonly note?: string | undefined
  readonly canGo: boolean
}

interface PeopleChipsProps {
  readonly state: CrewState
  readonly personName: string
  readonly label: string
  readonly chips: readonly Chip[]
  /** Null for those who only look. */
  readonly onRemove: ((id: string) => void) | null
  /** After the last one. */
  readonly children?: ReactNode
}

/** Who is in a circle or a conversation: all alike, whatever their roles are. */
export function PeopleChips(props: PeopleChipsProps) {
  const { state, personName, label, chips, onRemove, children } = props
  return (
    <ul className="ci-people" aria-label={label}>
      {chips.map(({ id, note, canGo }) => {
        const who = participantOf(state, id, personName)
        const name = who.kind === 'agent' ? knownAs(state, id) : who.label
        return (
          <li key={id} className="ci-chip" data-member={id} data-quiet={note !== undefined}>
            <Avatar who={who} size="sm" />
            <span dir="auto">{name}</span>
            {note !== undefined && <small>{note}</small>}
            {canGo && onRemove && (
              <button
                type="button"
                aria-label={`Remove ${name}`}
                title={`Remove ${name}`}
                onClick={() => onRemove(id)}
              >
                <X size={13} />
              </button>
            )}
          </li>
        )
      })}
      {children && <li>{children}</li>}
    </ul>
  )
}
