import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { DragEvent } from 'react'
import '../../needs/needs.css'
import { WaitingItem } from '../../needs/CrewNeeds'
import type { Waiting } from '../../needs/waiting'
import { NEED_WORDS } from '../../needs/need-words'
import { useAsks } from '../../permissions/asks'

interface CardNeedsProps {
  readonly state: CrewState
  readonly needs: readonly NeedRecord[]
  readonly isReader: boolean
}

/** What waits for a person before a task goes on, answered right there. */
export function CardNeeds({ state, needs, isReader }: CardNeedsProps) {
  const agentId = needs[0]?.agentId
  const asks = useAsks(state).filter((own) => own.agentId === agentId)
  const waiting: readonly Waiting[] = [
    ...asks.map((own) => ({ key: 'asks', at: own.at, asks: own })),
    ...needs
      .filter(({ kind }) => kind !== 'permission')
      .map((need) => ({ key: need.id, at: need.createdAt, need })),
  ]
  return (
    <div
      className="bd-needs"
      draggable
      // Words in here are selected and fields are written in: the card is not dragged by them.
      onDragStart={(event: DragEvent) => {
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {waiting.map((own) =>
        isReader && 'need' in own ? (
          <p key={own.key} className="bd-why">
            {NEED_WORDS[own.need.kind]}
          </p>
        ) : (
          <WaitingItem key={own.key} state={state} waiting={own} />
        ),
      )}
    </div>
  )
}
