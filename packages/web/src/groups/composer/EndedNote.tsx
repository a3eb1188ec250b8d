import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { calledBy } from '@crewroom/shared/state/wakes'
import { useMemo, useState } from 'react'
import { knownAs } from '../../crew/participant'
import { agents as api } from '../../sync/api/agents'
import { toast } from '../../ui/toasts'
import { isolated } from '../group-name'
import { endedWords } from '../message/ended-words'

interface EndedNoteProps {
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'agents' | 'lead'>
  readonly text: string
  /** Who is called because the text replies to its message. */
  readonly repliedTo: string | undefined
  readonly onWoken: () => void
}

const NAMED = 2

/**
 * Says before it is sent who will not read it: members that have ended and are called, and the lead, from whom people
 * expect an answer without calling it.
 */
export function EndedNote({ group, crew, text, repliedTo = '', onWoken }: EndedNoteProps) {
  const [isBusy, setBusy] = useState(false)
  const ended = useMemo(() => {
    const called = text === '' ? [] : calledBy(crew, group, HUMAN_ID, text, '')
    const expected = new Set([...called, repliedTo, crew.lead.id])
    return group.memberIds.filter((id) => expected.has(id) && crew.agents[id]?.ended)
  }, [crew, group, text, repliedTo])
  if (ended.length === 0) return null
  const names = ended.slice(0, NAMED).map((id) => isolated(knownAs(crew, id)))
  const more = ended.length - names.length
  const [only] = ended
  const who =
    ended.length === 1 && only !== undefined
      ? `${names.join('')} ${endedWords(crew.agents[only]?.ended ?? null)} – it will not read this.`
      : `${[...names, ...(more > 0 ? [`${more} more`] : [])].join(' and ')} have ended – they will not read this.`
  const wake = async () => {
    setBusy(true)
    try {
      for (const id of ended) await api.resumeAgent(id)
      onWoken()
    } catch (error) {
      toast.failed(`Couldn't wake ${names.join(' and ')}.`, error)
    }
    setBusy(false)
  }
  return (
    <p className="comp-ended" role="status">
      <span>{who}</span>
      <button type="button" className="comp-wake" disabled={isBusy} onClick={() => void wake()}>
        {ended.length === 1 ? 'Wake it' : 'Wake them'}
      </button>
    </p>
  )
}
