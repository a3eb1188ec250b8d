import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { CrewRow } from './CrewRow'

export interface RoleGroup {
  readonly roleName: string
  readonly agents: readonly AgentRecord[]
}

interface CrewListProps {
  readonly state: CrewState
  readonly live: Readonly<Record<string, LiveAgent>>
  readonly groups: readonly RoleGroup[]
}

const HEAD_PX = 40
const ROW_PX = 62

/** A crew of any size, under its roles. Only what is in sight is in the page. */
export function CrewList({ state, live, groups }: CrewListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = groups.flatMap(({ roleName, agents }) => [
    { key: `role ${roleName}`, roleName, count: agents.length, agent: null },
    ...agents.map((agent) => ({ key: agent.id, roleName, count: 0, agent })),
  ])
  const total = groups.reduce((sum, { agents }) => sum + agents.length, 0)
  const places = new Map(groups.flatMap(({ agents }) => agents).map(({ id }, at) => [id, at + 1]))
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.agent ? ROW_PX : HEAD_PX),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 16,
  })
  return (
    <div className="c-list" ref={scroller}>
      <div role="list" aria-label="Agents" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const place = {
            ref: virtualizer.measureElement,
            'data-index': item.index,
            style: { transform: `translateY(${item.start}px)` },
          }
          return row.agent ? (
            <div
              key={item.key}
              {...place}
              className="c-item"
              role="listitem"
              aria-setsize={total}
              aria-posinset={places.get(row.agent.id)}
            >
              <CrewRow state={state} agent={row.agent} live={live[row.agent.id]} />
            </div>
          ) : (
            <div key={item.key} {...place} className="c-item" role="listitem">
              <h2 className="c-head">
                {row.roleName} <span className="cnt">{row.count}</span>
              </h2>
            </div>
          )
        })}
      </div>
    </div>
  )
}
