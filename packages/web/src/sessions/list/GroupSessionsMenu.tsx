import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { RefObject } from 'react'
import { useStore } from 'zustand'
import { person } from '../../sync/sync'
import { Anchored } from '../../ui/Anchored'
import { SessionMenu } from '../switch/SessionMenu'
import '../switch/switch.css'

interface GroupSessionsMenuProps {
  readonly group: GroupRecord
  readonly state: CrewState
  readonly from: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** The sessions of a group whose main talk is open. */
export default function GroupSessionsMenu({ group, state, from, onClose }: GroupSessionsMenuProps) {
  const { isReader } = useStore(person)
  return (
    <Anchored
      anchor={from}
      label="Sessions"
      className="sw-pop"
      side="bottom"
      align="end"
      takesFocus
      onClose={onClose}
    >
      <SessionMenu {...{ group, state, isReader, onClose }} session={null} />
    </Anchored>
  )
}
