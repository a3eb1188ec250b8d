import type { Member, WakeLevel } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Check, MessageSquare, SquareUser, UserMinus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useNavigate } from 'react-router'
import { knownAs } from '../../crew/participant'
import { paths } from '../../shell/paths'
import { MenuInPlace } from '../../ui/MenuInPlace'
import { WAKE_LEVELS } from './wake-levels'

interface MemberMenuProps {
  readonly state: CrewState
  readonly member: Member
  readonly wake: WakeLevel
  readonly from: HTMLElement
  readonly setWake: (level: WakeLevel) => void
  readonly remove: () => void
  readonly onClose: () => void
}

/** What can be decided about one member. */
export default function MemberMenu(props: MemberMenuProps) {
  const { state, member, wake, from, setWake, remove, onClose } = props
  const { id } = member
  const leadId = state.lead.id
  const navigate = useNavigate()
  const agent = state.agents[id]
  const isPerson = id === HUMAN_ID
  return (
    <MenuInPlace
      label={isPerson ? 'You' : knownAs(state, id)}
      from={from}
      align="end"
      onClose={onClose}
    >
      {agent?.ended === null && (
        <>
          <DropdownMenu.Label className="menu-label">Woken by</DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={wake}
            onValueChange={(level) => level !== wake && setWake(level as WakeLevel)}
          >
            {WAKE_LEVELS.map(({ level, label, meaning }) => (
              <DropdownMenu.RadioItem key={level} value={level} className="two-lines">
                <span className="check">
                  <DropdownMenu.ItemIndicator>
                    <Check size={15} />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span>
                  {label}
                  <small>{meaning}</small>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator />
        </>
      )}
      {agent && (
        <>
          <DropdownMenu.Item onSelect={() => void navigate(paths.agent(leadId, id))}>
            <SquareUser size={16} />
            Open agent
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void navigate(paths.comms(leadId, id))}>
            <MessageSquare size={16} />
            Message it directly
          </DropdownMenu.Item>
        </>
      )}
      {id !== leadId && (
        <>
          {agent && <DropdownMenu.Separator />}
          <DropdownMenu.Item className="danger" onSelect={remove}>
            <UserMinus size={16} />
            {isPerson ? 'Leave the group' : 'Remove from the group'}
          </DropdownMenu.Item>
        </>
      )}
    </MenuInPlace>
  )
}
