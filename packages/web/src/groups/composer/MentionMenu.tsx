import type { Mentionable } from '@crewroom/shared/model/mentions'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Users } from 'lucide-react'
import { statusLook } from '../../crew/agent-status'
import { participantOf } from '../../crew/participant'
import { StatusDot } from '../../crew/StatusDot'
import { useCrewState, useLive } from '../../crew/use-crew'
import { Avatar } from '../../ui/Avatar'
import { HERE } from './mention-spelling'

interface MentionMenuProps {
  readonly id: string
  readonly leadId: string
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly found: readonly (Mentionable | typeof HERE)[]
  readonly active: number
  readonly onPick: (index: number) => void
  readonly onPoint: (index: number) => void
}

/** Who may be meant. The focus stays in the text; its keys move here. */
export function MentionMenu(props: MentionMenuProps) {
  const { id, leadId, crew, found, active, onPick, onPoint } = props
  const live = useLive(leadId)
  const state = useCrewState(leadId)
  return (
    <div className="mention-menu" role="listbox" id={id} aria-label="Members">
      {found.map((own, index) => {
        const agent = own === HERE ? undefined : crew.agents[own.id]
        const who = agent && participantOf(crew, agent.id, '')
        return (
          // The keys of the text box do what a press does here.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={own === HERE ? HERE : own.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => onPoint(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(index)}
          >
            {who && agent ? (
              <>
                <Avatar who={who} size="sm" />
                <b>
                  <bdi>{who.label}</bdi>
                </b>
                {who.label !== who.roleName && <span>{who.roleName}</span>}
                <span className="mono">{agent.id.slice(0, 8)}</span>
                <span className="sp" />
                <StatusDot look={statusLook(state, agent, live[agent.id])} isWordShown />
              </>
            ) : (
              <>
                <span className="here">
                  <Users size={14} />
                </span>
                <b>here</b>
                <span>Everybody in the group</span>
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}
