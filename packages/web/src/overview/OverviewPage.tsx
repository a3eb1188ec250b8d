import { crewUsage } from '@crewroom/shared/model/usage'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import type { Standing } from '../crew/standing'
import { useCurrentCrew, useLive, useUnreadTotal } from '../crew/use-crew'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import { useKey } from '../shell/use-key'
import { person } from '../sync/sync'
import { budgetOf, useBudgets } from '../usage/use-budgets'
import { AgentGrid } from './AgentGrid'
import { cardsOf } from './cards'
import { CrewHead, usePauseCrew } from './CrewHead'
import { CrewMoney } from './CrewMoney'
import '../shell/section.css'
import './overview.css'
import { OverviewRail } from './OverviewRail'
import { useSteps } from './page-clock'
import { Skeleton } from './Skeleton'
import { SmallLanes } from './SmallLanes'
import { useOverview } from './use-overview'
import { openedLater } from '../ui/opened-later'
import { drawnLater } from '../ui/drawn-later'

const CrewBudgetStrip = drawnLater(() =>
  import('../usage/CrewBudgetStrip').then((own) => own.CrewBudgetStrip),
)
const CardDialogs = openedLater(() => import('./CardDialogs').then((own) => own.CardDialogs))

/** Where one lands: what the crew is there for, how it stands, what each agent is at, and what waits for a person. */
export function OverviewPage() {
  const state = useCurrentCrew()
  usePageTitle(useUnreadTotal(state), 'Overview', state.lead.name)
  return <Overview key={state.lead.id} state={state} />
}

export type Asked = { readonly what: 'task' | 'interrupt'; readonly agentId: string } | null

function Overview({ state }: { readonly state: CrewState }) {
  const leadId = state.lead.id
  const live = useLive(leadId)
  const { data, isError, refetch } = useOverview(leadId, live)
  const [filter, setFilter] = useState<Standing | null>(null)
  const [peeked, setPeeked] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked>(null)
  const isReader = useStore(person, (all) => all.isReader)
  const budgets = useBudgets(state)
  const budget = budgetOf(budgets, null)
  const pause = usePauseCrew(state)
  useKey('pauseCrew', pause, !isReader)
  const minutes = (useSteps(60) + 60_000 - Date.parse(state.lead.createdAt)) / 60_000
  const cards = cardsOf(state, live, data)
  const usage = crewUsage(
    cards.map(({ id, told }) => ({
      usage: live[id]?.usage,
      hasWorked: (told?.lastAt ?? null) !== null,
    })),
  )
  // A part of the sentence that is gone filters nothing any more.
  const isUsed = filter !== null && cards.some(({ standing }) => standing === filter)
  const giveTask = (agentId: string) => setAsked({ what: 'task', agentId })
  return (
    <main
      className="card one ov"
      aria-label="Overview"
      data-paused={state.lead.paused ? '' : undefined}
    >
      <ConnectionStrip />
      <header className="ov-header">
        <CrewHead
          state={state}
          cards={cards}
          tasks={data?.tasks}
          filter={isUsed ? filter : null}
          setFilter={setFilter}
          act={isReader ? null : { giveTask: () => giveTask(''), pause }}
        />
        {data && (
          <CrewMoney
            cards={cards}
            usage={usage}
            budget={budget}
            usagePath={`${paths.section(leadId, 'crew')}?view=usage`}
            byMinute={data.tokensByMinute}
            minutes={minutes}
          />
        )}
      </header>
      {budget && budget.stage !== null && (
        <Suspense>
          <CrewBudgetStrip state={state} budgets={budgets} usage={usage} isReader={isReader} />
        </Suspense>
      )}
      {isError && <NotLoaded retry={() => void refetch()} />}
      <div className="ov-columns">
        <section className="ov-main" aria-label="Agents and what they did">
          {data || isError ? (
            <AgentGrid
              state={state}
              cards={cards}
              data={data}
              filter={isUsed ? filter : null}
              clearFilter={() => setFilter(null)}
              peek={(id) => setPeeked(peeked === id ? null : id)}
              act={
                isReader
                  ? null
                  : {
                      giveTask,
                      interrupt: (agentId) => setAsked({ what: 'interrupt', agentId }),
                    }
              }
            />
          ) : (
            <Skeleton />
          )}
          {data && <SmallLanes state={state} live={live} asOf={data.asOf} />}
        </section>
        <OverviewRail
          state={state}
          cards={cards}
          peeked={peeked}
          closePeek={() => {
            setPeeked(null)
            document
              .querySelector<HTMLElement>(`[data-card="${CSS.escape(peeked ?? '')}"]`)
              ?.focus()
          }}
          isReader={isReader}
        />
      </div>
      {asked && <CardDialogs state={state} asked={asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

function NotLoaded({ retry }: { readonly retry: () => void }) {
  return (
    <div className="ov-problem" role="alert">
      <b>Couldn’t load the crew.</b> The output and usage of agents may be out of date.
      <button type="button" className="btn" onClick={retry}>
        Retry
      </button>
    </div>
  )
}
