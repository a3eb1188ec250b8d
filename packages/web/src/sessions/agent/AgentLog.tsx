import type { RoundRecord } from '@crewroom/shared/model/round'
import type { TranscriptItemView } from '@crewroom/shared/transcript/views'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { TranscriptContext, type TranscriptScope } from '../../transcripts/transcript-context'
import { type Loaded, useDrawnDetails } from '../../transcripts/use-loaded'
import { useTabUI } from '../../transcripts/use-tab-ui'
import type { SessionView } from '../SessionPage'
import { AgentRowView } from './AgentRowView'
import { agentRows, rowKey } from './agent-rows'
import { useAgentList } from './use-agent-list'

interface AgentLogProps extends SessionView {
  readonly agentId: string
  readonly label: string
  readonly loaded: Loaded
  readonly scope: Omit<TranscriptScope, 'inPlace'>
  /** Those that asked the agent, ascending. */
  readonly rounds: readonly RoundRecord[]
  readonly openN: number | undefined
  readonly items: ReadonlyMap<number, readonly TranscriptItemView[]>
  readonly isReady: boolean
  /** More of the open round is on its way. */
  readonly isLoading: boolean
  readonly onOpen: (n: number) => void
  /** What is shown before the rounds, or in their place. */
  readonly children: ReactNode
}

/** The rounds of an agent, of which the rows in the view are drawn. */
export function AgentLog(props: AgentLogProps) {
  const { group, session, state, agentId, label, loaded, scope, children } = props
  const { rounds, openN, items, isReady, isLoading, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const tab = useTabUI()
  const { details, groups, loaded: now } = loaded
  const rows = useMemo(() => {
    const shown = {
      ...tab,
      filter: 'all',
      details: groups,
      isAIGroupExpanded: () => true,
    } as const
    return agentRows({ agentId, rounds, openN, items, shown })
  }, [agentId, rounds, openN, items, groups, tab])
  const { list, place, below, openHere } = useAgentList({ scroller, rows, openN, isReady })
  const { virtualizer, newBelow, isFar } = list
  const drawn = virtualizer.getVirtualItems()
  const steps = drawn.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'step' ? [row.row] : []
  })
  useDrawnDetails(details, steps, [...steps.keys()], now.page?.revision ?? 0)
  const { inPlace } = place
  const inner = useMemo(
    (): TranscriptScope => ({
      ...scope,
      inPlace: (key, change) => inPlace(rowKey(openN ?? 0, key), change),
    }),
    [scope, inPlace, openN],
  )
  return (
    <TranscriptContext value={inner}>
      <div className="log-wrap" aria-busy={!isReady}>
        <div
          ref={scroller}
          className="log sa-log"
          role="region"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
          tabIndex={0}
          style={{ paddingBottom: below }}
          onScroll={list.onScroll}
          onFocus={list.onFocus}
        >
          {/* Always there: the list watches how it grows. */}
          <div>
            {children}
            {isReady && (
              <div className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
                {drawn.map(({ key, index, start }) => {
                  const row = rows[index]
                  return row ? (
                    <div
                      key={key}
                      ref={virtualizer.measureElement}
                      data-index={index}
                      data-key={row.key}
                      data-round={row.round.n}
                      className="log-row"
                      style={{ transform: `translateY(${start}px)` }}
                    >
                      <AgentRowView
                        {...{ group, session, state, agentId, row, isLoading }}
                        onOpen={(n) => openHere(n, onOpen)}
                      />
                    </div>
                  ) : null
                })}
              </div>
            )}
          </div>
        </div>
        {(newBelow > 0 || isFar) && (
          <button
            type="button"
            className={newBelow > 0 ? 'jumpb' : 'jumpb plain'}
            onClick={list.toEnd}
          >
            <ArrowDown size={16} />
            {newBelow > 0 ? `${newBelow} new` : 'Latest'}
          </button>
        )}
      </div>
    </TranscriptContext>
  )
}
