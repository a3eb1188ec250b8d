import type { GroupRecord, Member, WakeLevel } from '@crewroom/shared/model/group'
import { HUMAN_ID, shortId } from '@crewroom/shared/model/participant'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { AtSign, BellOff, Ellipsis } from 'lucide-react'
import { useStore } from 'zustand'
import { statusLook } from '../../crew/agent-status'
import { participantOf } from '../../crew/participant'
import { inRole } from '../../crew/role-look'
import { StatusDot } from '../../crew/StatusDot'
import { liveDetails } from '../../sync/live-details'
import { markKey } from '../../sync/read-marks'
import { Avatar } from '../../ui/Avatar'
import { removalKey, undo } from './removals'
import { wakeLabel } from './wake-levels'

interface MemberRowProps {
  readonly group: GroupRecord
  readonly state: CrewState
  readonly member: Member
  readonly wake: WakeLevel
  readonly live: LiveAgent | undefined
  readonly personName: string
  /** Set while it is being removed; without a timer it was sent. */
  readonly leaving: { readonly timer: unknown } | null
  readonly onMenu: (memberId: string, from: HTMLElement) => void
}

export function MemberRow(props: MemberRowProps) {
  const { group, state, member, wake, live, personName, leaving, onMenu } = props
  const { id } = member
  const who = participantOf(state, id, personName)
  const agent = state.agents[id]
  const isPerson = id === HUMAN_ID
  const isWriting = useStore(
    liveDetails,
    ({ composing }) =>
      composing[markKey(group.leadId, group.name)]?.some(({ agentId }) => agentId === id) ?? false,
  )
  const key = removalKey({ leadId: group.leadId, group: group.name, memberId: id })
  return (
    <li className={`mem ${leaving ? 'leaving' : ''}`} data-member={id}>
      <Avatar who={who} size="md" />
      <span className="min-w-0">
        <b title={who.label}>{who.label}</b>
        <small>
          {isPerson ? (
            member.memberRole === 'owner' ? (
              'created this group'
            ) : (
              'you, reading along'
            )
          ) : (
            <>
              <span className="mono">{shortId(id)}</span>
              {who.label !== who.roleName && ` · ${who.roleName}`}
              {agent?.ended === null &&
                (member.listed === false ? ' · reads along' : <WakeSign wake={wake} />)}
            </>
          )}
        </small>
      </span>
      {leaving ? (
        <span className="st">
          Removing…
          {leaving.timer !== null && (
            <button
              type="button"
              className="link"
              onClick={({ currentTarget }) => {
                const row = currentTarget.closest('li')
                undo(key)
                // This button goes; the one that began it is back.
                requestAnimationFrame(() => row?.querySelector('button')?.focus())
              }}
            >
              Undo
            </button>
          )}
        </span>
      ) : (
        <span className="mem-end">
          {isWriting ? (
            <span {...inRole('st writing', who.role, who.color)}>Writing</span>
          ) : (
            agent && <StatusDot look={statusLook(state, agent, live)} isWordShown={!who.isLead} />
          )}
          {who.isLead && <span className="tag">Lead</span>}
          <button
            type="button"
            className="ib"
            aria-label={`More for ${who.label}${isPerson ? '' : ` ${shortId(id)}`}`}
            aria-haspopup="menu"
            onClick={(event) => onMenu(id, event.currentTarget)}
          >
            <Ellipsis size={16} />
          </button>
        </span>
      )}
    </li>
  )
}

/** What wakes it, where that is not everything. */
function WakeSign({ wake }: { readonly wake: WakeLevel }) {
  if (wake === 'all') return null
  const Icon = wake === 'mentions' ? AtSign : BellOff
  const text = `Woken by: ${wakeLabel(wake)}`
  return (
    <span className="wake" title={text} data-wake={wake}>
      <Icon size={11} />
      <span className="sr">{text}</span>
    </span>
  )
}
