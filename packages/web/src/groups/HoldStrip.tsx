import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Hand } from 'lucide-react'
import { useState } from 'react'
import { knownAs } from '../crew/participant'
import { api } from '../sync/api'
import { clockTime } from '../ui/times'
import { holdWords } from './hold-words'

interface HoldStripProps {
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
}

/** Says that the group's messages reach no agent for now, why, until when, and lets a person end that. */
export function HoldStrip({ group, crew }: HoldStripProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { hold } = group
  if (!hold) return null
  const names = hold.agentIds.map((id) => knownAs(crew, id))
  const who = new Intl.ListFormat('en').format(names)
  const release = () => {
    setIsAsked(true)
    setProblem(null)
    api
      .resume(group.leadId, group.name)
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => setIsAsked(false))
  }
  return (
    <div className="banner" data-testid="held">
      <Hand size={18} />
      <span>
        <span role="status">
          <b>On hold until {clockTime(hold.until)}.</b> {who} {holdWords(hold)}. New messages are
          kept until then.
        </span>{' '}
        {problem !== null && <span role="alert">{problem}</span>}
      </span>
      <button type="button" disabled={isAsked} onClick={release}>
        Deliver now
      </button>
    </div>
  )
}
