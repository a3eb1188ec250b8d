import type { AgentRecord as Agent } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ExportMarkdown } from '../shell/ExportMarkdown'
import { AgentSession } from './AgentSession'
import { RawRecord } from './RawRecord'
import { drawnLater } from '../ui/drawn-later'
import './agent-record.css'

const AgentTranscript = drawnLater(() =>
  import('./AgentTranscript').then((own) => own.AgentTranscript),
)

export interface AgentRecordProps {
  readonly state: CrewState
  readonly agent: Agent
  readonly isWorking: boolean
  /** Changes with whatever tells that there may be more in the record. */
  readonly pulse: string
}

/** What an agent was given, did and said: as a conversation, or entry by entry as it was recorded. */
export function AgentRecord(props: AgentRecordProps) {
  const { state, agent } = props
  const [params, setParams] = useSearchParams()
  const isRaw = params.get('record') === 'raw'
  const show = (raw: boolean) =>
    setParams(
      (before) => {
        if (raw) before.set('record', 'raw')
        else before.delete('record')
        return before
      },
      { replace: true },
    )
  return (
    <>
      <div className="a-record">
        <div className="view-switch" role="group" aria-label="Show the record as">
          <button type="button" aria-pressed={!isRaw} onClick={() => show(false)}>
            Conversation
          </button>
          <button type="button" aria-pressed={isRaw} onClick={() => show(true)}>
            Raw record
          </button>
        </div>
        <ExportMarkdown
          leadId={state.lead.id}
          title="The transcript"
          asked={{ kind: 'transcript', of: agent.id }}
        />
        <AgentSession state={state} agent={agent} />
      </div>
      {isRaw ? (
        <RawRecord {...props} />
      ) : (
        <Suspense fallback={<div className="f-wait" aria-busy="true" />}>
          <AgentTranscript {...props} />
        </Suspense>
      )}
    </>
  )
}
