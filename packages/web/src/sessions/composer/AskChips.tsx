import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Check } from 'lucide-react'
import { knownAs, participantOf } from '../../crew/participant'
import { Avatar } from '../../ui/Avatar'

interface AskChipsProps {
  readonly crew: Pick<CrewState, 'agents' | 'lead'>
  readonly speakers: readonly string[]
  readonly asked: ReadonlySet<string>
  readonly onChange: (asked: ReadonlySet<string>) => void
}

/** Who is asked by the next message: pressed ones are. */
export function AskChips({ crew, speakers, asked, onChange }: AskChipsProps) {
  const toggle = (id: string) => {
    const next = new Set(speakers.filter((own) => asked.has(own) !== (own === id)))
    onChange(next)
  }
  return (
    <div className="sn-chips" role="group" aria-label="Who is asked">
      {speakers.map((id) => (
        <button key={id} type="button" aria-pressed={asked.has(id)} onClick={() => toggle(id)}>
          {asked.has(id) ? (
            <Check size={14} />
          ) : (
            <Avatar who={participantOf(crew, id, '')} size="sm" />
          )}
          <bdi>{knownAs(crew, id)}</bdi>
        </button>
      ))}
    </div>
  )
}
