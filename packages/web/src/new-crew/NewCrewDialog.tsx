import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { paths } from '../shell/paths'
import '../shell/section.css'
import { crews } from '../sync/sync'
import { Dialog } from '../ui/Dialog'
import { useIsShown } from '../ui/use-is-shown'
import { ConnectStep } from './ConnectStep'
import { emptyPlan, suggestedName, withPrograms } from './crew-plan'
import './new-crew.css'
import { forgetPlan, foundCrew, founder, planStore } from './plan-store'
import { PlanStep } from './PlanStep'
import { useCodingAgents } from './use-coding-agents'

/** Creates a crew: first its plan, then, if programs connect on their own, what they need for that. */
export function NewCrewDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const views = useStore(crews, (all) => all.views)
  const founding = useStore(founder.store)
  const kept = useStore(planStore, ({ plan }) => plan)
  const taken = Object.values(views).map(({ state }) => state.lead.name)
  const { agents: programs } = useCodingAgents()
  const plan = withPrograms(kept ?? emptyPlan(suggestedName(taken)), programs)
  const { lead, agents, phase } = founding
  const remote = [...(lead ? [lead] : []), ...Object.values(agents)].filter(
    ({ token }) => token !== null,
  )
  const goThere = () => {
    if (!lead) return
    forgetPlan()
    void navigate(paths.crewHome(lead.id), { replace: true })
  }
  if (phase === 'done' && lead) {
    return (
      <Dialog
        title={`${plan.name} is ready`}
        description="These programs connect on their own. Each needs its token, which is shown only now."
        width="wide"
        onClose={goThere}
      >
        <ConnectStep agents={remote} action="I have them. Go to the crew" goThere={goThere} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="New crew"
      description="A lead, which gets the task, and the agents that it works with."
      width="wide"
      onClose={onClose}
    >
      <PlanStep
        plan={plan}
        founding={founding}
        change={(next) => planStore.setState({ plan: next })}
        cancel={onClose}
        found={async () => {
          const leadId = await foundCrew(plan)
          if (leadId !== null && isShown()) {
            void navigate(paths.crewHome(leadId), { replace: true })
          }
        }}
      />
    </Dialog>
  )
}
