import { useId } from 'react'
import { useStore } from 'zustand'
import { Avatar } from '../ui/Avatar'
import { changeQuick, quickStart } from './quick-start'
import { membersOf, TEAMS } from './teams'

/** How many agents, and in which roles. */
export function TeamCards({ isFixed }: { readonly isFixed: boolean }) {
  const id = useId()
  const chosen = useStore(quickStart, ({ team }) => team)
  return (
    <section className="fr-part" aria-label="How many?">
      <h2 id={id}>
        How many?
        <span>You can add or remove agents at any time</span>
      </h2>
      <div className="fr-teams" role="radiogroup" aria-labelledby={id}>
        {TEAMS.map((team) => (
          <label key={team.id} className="fr-team">
            <input
              type="radio"
              className="sr"
              name={id}
              checked={chosen === team.id}
              disabled={isFixed}
              onChange={() => changeQuick({ team: team.id })}
            />
            <span className="fr-avatars">
              {membersOf(team).map((who) => (
                <Avatar key={who.role} who={who} size="md" />
              ))}
            </span>
            <b>{team.name}</b>
            <small>{team.about}</small>
          </label>
        ))}
      </div>
    </section>
  )
}
