import { participantOf } from '../../crew/participant'
import { MessagesSquare } from 'lucide-react'
import { useLive } from '../../crew/use-crew'
import { useSeconds } from '../../overview/page-clock'
import { Avatar } from '../../ui/Avatar'
import { waitsWords } from '../away-words'
import type { SessionView } from '../SessionPage'
import { type Choice, Listbox } from './Listbox'
import { roundShown } from './view-address'
import { agentInRounds } from './view-words'
import { roleLook } from '../../crew/role-look'

const GROUP = 'group'

interface ViewMenuProps extends Omit<SessionView, 'group'> {
  readonly agentId: string | null
  readonly onPick: (agentId: string | null) => void
}

/** Whose view is shown: that of all, or what one agent was given and did. */
export function ViewMenu({ session, state, agentId, onPick }: ViewMenuProps) {
  const now = useSeconds()
  const live = useLive(session.leadId)
  const rounds = state.rounds[session.id] ?? []
  const ids = viewsOf(session.activeAgents, agentId)
  const choices: readonly Choice[] = [
    {
      id: GROUP,
      name: 'Group view',
      isCurrent: agentId === null,
      content: (
        <>
          <span className="sw-icon">
            <MessagesSquare size={18} />
          </span>
          <span className="sw-two">
            <b>Group view</b>
            <small>What everybody sees</small>
          </span>
          <kbd aria-hidden="true">1</kbd>
        </>
      ),
    },
    ...ids.map((id, index): Choice => {
      const who = participantOf(state, id, '')
      const { isThinking, words } = agentInRounds(rounds, id, now, (round) =>
        waitsWords(live[id], round),
      )
      const { className } = roleLook(who.role, who.color)
      return {
        id,
        name: who.label,
        isCurrent: id === agentId,
        className,
        content: (
          <>
            <Avatar who={who} size="md" />
            <span className="sw-two">
              <b>
                <bdi>{who.label}</bdi>’s view
              </b>
              <small>{words}</small>
            </span>
            {isThinking && <i className="sw-spin" aria-hidden="true" />}
            {index < 8 && <kbd aria-hidden="true">{index + 2}</kbd>}
          </>
        ),
      }
    }),
  ]
  const round = roundShown()
  return (
    <div
      onKeyDown={(event) => {
        const id = choices[Number(event.key) - 1]?.id
        if (!/^[1-9]$/.test(event.key) || id === undefined) return
        event.preventDefault()
        onPick(id === GROUP ? null : id)
      }}
    >
      <Listbox label="View" choices={choices} onPick={(id) => onPick(id === GROUP ? null : id)} />
      <p className="sw-foot">
        {round !== null && `Stays at round ${round}. `}Agents’ views are read-only.
      </p>
    </div>
  )
}

/** Agents that have a view, in their order; the open one too if it takes no part any more. */
export function viewsOf(agents: readonly string[], open: string | null): readonly string[] {
  return open === null || agents.includes(open) ? agents : [...agents, open]
}
