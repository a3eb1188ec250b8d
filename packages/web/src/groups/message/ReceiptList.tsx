import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { RefObject } from 'react'
import { knownAs, participantOf } from '../../crew/participant'
import { Anchored } from '../../ui/Anchored'
import { Avatar } from '../../ui/Avatar'
import { clockTime, fullTime } from '../../ui/times'
import { type ReceiptNow, stateWords } from './receipt-words'

interface ReceiptListProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly all: readonly ReceiptNow[]
  readonly state: CrewState
  readonly onClose: () => void
}

/** Where a message stands with each of its recipients. */
export function ReceiptList({ anchor, all, state, onClose }: ReceiptListProps) {
  return (
    <Anchored anchor={anchor} takesFocus onClose={onClose} label="Who has it" className="rcp-list">
      <ul>
        {all.map((own) => (
          <li key={own.agentId}>
            <Avatar who={participantOf(state, own.agentId, '')} size="sm" />
            <b>
              <bdi>{knownAs(state, own.agentId)}</bdi>
            </b>
            <span>{stateWords(own)}</span>
            {own.at !== null && (
              <time dateTime={own.at} title={fullTime(own.at)}>
                {clockTime(own.at)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </Anchored>
  )
}
