import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type Participant, participantOf } from '../../crew/participant'
import { roleLook } from '../../crew/role-look'
import type { Composing } from '../../sync/live-details'
import { Avatar } from '../../ui/Avatar'
import { shownHidden } from './text-pieces'

interface WritersProps {
  readonly all: readonly Composing[]
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
}

/** The end of a long text is what is being written. */
const SHOWN = 300
const ONE_BY_ONE = 2

/** Who writes, and what as far as it is told. */
export function Writers({ all, crew }: WritersProps) {
  const writers = all.map((own) => ({ ...own, who: participantOf(crew, own.agentId, '') }))
  if (writers.length > ONE_BY_ONE) {
    return (
      <div className="typing many">
        <span className="stack">
          {writers.slice(0, 3).map(({ who }) => (
            <Avatar key={who.id} who={who} size="sm" />
          ))}
        </span>
        <span className="b">{manyWrite(writers.map(({ who }) => who))}</span>
      </div>
    )
  }
  return writers.map(({ who, text }) => {
    const { className, style } = roleLook(who.role, who.color)
    return (
      <div key={who.id} className={`typing ${className}`} style={style}>
        <Avatar who={who} />
        <div className="b">
          <span className="who">
            <bdi>{who.label}</bdi>
          </span>{' '}
          <span className="doing">writing</span>
          {text !== null && text.trim() !== '' && (
            <div className="draft" dir="auto">
              {lastOf(text)}
              <span className="caret" />
            </div>
          )}
        </div>
      </div>
    )
  })
}

/** `Architect, Developer and 2 others are writing`. */
function manyWrite(who: readonly Pick<Participant, 'label'>[]): string {
  const named = who.slice(0, 2).map(({ label }) => label)
  const others = who.length - named.length
  return `${named.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'} are writing`
}

function lastOf(text: string): string {
  const shown = text.trim()
  return shownHidden(shown.length <= SHOWN ? shown : `…${shown.slice(-SHOWN)}`)
}
