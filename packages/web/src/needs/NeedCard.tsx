import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { ReactNode } from 'react'
import { MessageText } from '../groups/message/MessageText'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { closeNeed } from './dismiss'
import { type Action, ActionProblem, NeedFrame } from './NeedFrame'

export interface NeedProps {
  readonly state: CrewState
  readonly need: NeedRecord
}

interface NeedCardProps extends NeedProps {
  readonly action: Action
  /** Why it is here, in a few words. */
  readonly why: ReactNode
  /** Its text, where that is not said as the server has it; null where the children say it. */
  readonly text?: string | null
  /** Below the text: what there is to know, or a field to answer in. */
  readonly children?: ReactNode
  /** What can be done, before Dismiss. */
  readonly acts: ReactNode
  /** What closing it as seen is called here. */
  readonly dismiss?: string
  readonly dismissTitle?: string
  /** Where more of it is; the agent's page where nothing else is named. */
  readonly more?: ReactNode
}

/** What every kind of need has: its text, what went wrong with an answer, and what can be done, Dismiss among it. */
export function NeedCard(props: NeedCardProps) {
  const { state, need, action, why, text = need.text, children, acts, dismissTitle } = props
  const { dismiss = 'Dismiss' } = props
  const { more = <AgentLink need={need} /> } = props
  const { isBusy, problem, run } = action
  return (
    <NeedFrame
      id={need.id}
      state={state}
      agentId={need.agentId}
      kind={need.kind}
      why={why}
      at={need.createdAt}
    >
      {text !== null && <MessageText content={text} />}
      {children}
      <ActionProblem text={problem} />
      <div className="acts">
        {acts}
        <button
          type="button"
          className="btn"
          data-done
          disabled={isBusy}
          title={dismissTitle}
          onClick={() => void run(() => closeNeed(need.id))}
        >
          {dismiss}
        </button>
        {more}
      </div>
    </NeedFrame>
  )
}

function AgentLink({ need: { leadId, agentId } }: { readonly need: NeedRecord }) {
  return (
    <Link className="lnk" to={paths.agent(leadId, agentId)}>
      Open agent
    </Link>
  )
}

/** To where the person writes to the agent. */
export function WriteToIt({ need: { leadId, agentId } }: { readonly need: NeedRecord }) {
  return (
    <Link className="btn p" to={paths.comms(leadId, agentId)}>
      Write to it
    </Link>
  )
}
