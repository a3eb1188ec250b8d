import { useCallback, useMemo } from 'react'
import type { Delivered } from '@crewroom/shared/transcript/messages'
import { useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { person } from '../sync/sync'
import { sourceOfAgent } from '../transcripts/source'
import { TranscriptView } from '../transcripts/TranscriptView'
import type { AgentRecordProps } from './AgentRecord'
import { DeliveredFrom } from './DeliveredFrom'
import { LiveSaid } from './LiveSaid'
import { plainName } from './participant'
import { useSaidLive } from './use-said-live'

/** An agent's record as a conversation, and below it what the agent says and is not recorded yet. */
export function AgentTranscript({ state, agent, isWorking }: AgentRecordProps) {
  const source = useMemo(() => sourceOfAgent(agent.id), [agent.id])
  const { name: personName } = useStore(person)
  const [params] = useSearchParams()
  const itemId = params.get('item')
  const displayItemId = params.get('tool')
  const target = useMemo(
    () => (itemId === null ? null : { itemId, displayItemId }),
    [itemId, displayItemId],
  )
  const from = useCallback(
    (delivered: Delivered) => (
      <DeliveredFrom state={state} personName={personName} delivered={delivered} />
    ),
    [state, personName],
  )
  const live = useSaidLive(agent.id, source)
  return (
    <>
      <TranscriptView
        source={source}
        tabId={source.id}
        agentName={plainName(agent)}
        userName={personName}
        target={target}
        from={from}
      />
      {live !== '' && (
        <div className="a-live">
          <LiveSaid text={live} isWorking={isWorking} />
        </div>
      )}
    </>
  )
}
