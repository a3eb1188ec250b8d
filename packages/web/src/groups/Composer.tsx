import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../sync/drafts'
import { outbox } from '../sync/sync'

interface ComposerProps {
  readonly group: GroupRecord
  readonly agents: CrewState['agents']
}

const DRAFT_MS = 300

/** Where the person writes. The text leaves the box only into the outbox, which keeps it until it is sent. */
export function Composer({ group, agents }: ComposerProps) {
  const { leadId, name } = group
  const [text, setText] = useState(() => readDraft(leadId, name))
  const box = useRef<HTMLTextAreaElement>(null)
  const tooLong = text.length > LIMITS.content
  const canSend = text.trim() !== '' && !tooLong

  useEffect(() => {
    const timer = setTimeout(() => keepDraft(leadId, name, text), DRAFT_MS)
    return () => {
      clearTimeout(timer)
      keepDraft(leadId, name, text)
    }
  }, [leadId, name, text])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])

  const send = () => {
    if (!canSend) return
    outbox.send(leadId, name, text.trim())
    setText('')
    keepDraft(leadId, name, '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    // Enter that picks a suggestion of an input method is not meant for us; Safari says so only by its code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="comp"
      onSubmit={(event) => {
        event.preventDefault()
        send()
        box.current?.focus()
      }}
    >
      <textarea
        ref={box}
        rows={1}
        value={text}
        placeholder={`Message ${name}`}
        aria-label={`Message ${name}`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        <span className="sp" />
        <Note group={group} agents={agents} overBy={tooLong ? text.length - LIMITS.content : 0} />
        <button type="submit" className="send" aria-label="Send" aria-disabled={!canSend}>
          <ArrowUp size={18} />
        </button>
      </div>
    </form>
  )
}

function Note({ group, agents, overBy }: ComposerProps & { readonly overBy: number }) {
  if (overBy > 0) {
    return (
      <span className="note bad" role="status">
        {overBy.toLocaleString()} characters too long
      </span>
    )
  }
  const reached = group.memberIds.filter((id) => agents[id]?.ended === null).length
  const goesTo = `Goes to ${reached} ${reached === 1 ? 'agent' : 'agents'}`
  const isMember = group.memberIds.includes(HUMAN_ID)
  return <span className="note">{isMember ? goesTo : `${goesTo} · you join by writing`}</span>
}
