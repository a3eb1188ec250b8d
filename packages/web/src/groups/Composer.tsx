import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { calledBy, wakesOf } from '@crewroom/shared/state/wakes'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { knownAs } from '../crew/participant'
import { keepDraft, readDraft } from '../sync/drafts'
import { outbox } from '../sync/sync'

interface ComposerProps {
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'agents' | 'lead'>
}

const DRAFT_MS = 300

/** Where the person writes. The text leaves the box only into the outbox, which keeps it until it is sent. */
export function Composer({ group, crew }: ComposerProps) {
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
        <Wakes group={group} crew={crew} text={text.trim()} />
        <Note
          group={group}
          crew={crew}
          isWriting={text.trim() !== ''}
          overBy={tooLong ? text.length - LIMITS.content : 0}
        />
        <button type="submit" className="send" aria-label="Send" aria-disabled={!canSend}>
          <ArrowUp size={18} />
        </button>
      </div>
    </form>
  )
}

const NAMED = 2

/** Whom the text would start: the server's own answer, before it is asked. Quiet: it changes with every word. */
function Wakes({ group, crew, text }: ComposerProps & { readonly text: string }) {
  const names = useMemo(() => {
    const mentions = calledBy(crew, group, HUMAN_ID, text)
    const woken = wakesOf(crew, group, { from: HUMAN_ID, mentions })
    // Who is called first: a person looks for those.
    return [...woken.filter((id) => mentions.includes(id)), ...woken]
      .filter((id, index, all) => all.indexOf(id) === index)
      .map((id) => knownAs(crew, id))
  }, [crew, group, text])
  if (text === '' || reachedBy(group, crew) === 0) return <span className="wakes" />
  if (names.length === 0) {
    const when = group.paused || crew.lead.paused ? 'when the pause ends' : 'at their next turn'
    return <span className="wakes">{`Wakes nobody: they read it ${when}`}</span>
  }
  const more = names.length - NAMED
  return (
    <span className="wakes" title={`Wakes ${names.join(', ')}`}>
      <span className="names">Wakes {names.slice(0, NAMED).join(', ')}</span>
      {more > 0 && <span className="more"> and {more} more</span>}
    </span>
  )
}

function reachedBy(group: GroupRecord, { agents }: ComposerProps['crew']): number {
  return group.memberIds.filter((id) => agents[id]?.ended === null).length
}

interface NoteProps extends ComposerProps {
  readonly isWriting: boolean
  readonly overBy: number
}

function Note({ group, crew, isWriting, overBy }: NoteProps) {
  if (overBy > 0) {
    return (
      <span className="note bad" role="status">
        {overBy.toLocaleString()} characters too long
      </span>
    )
  }
  const reached = reachedBy(group, crew)
  const parts = [
    ...(isWriting && reached > 0
      ? []
      : [`Goes to ${reached} ${reached === 1 ? 'agent' : 'agents'}`]),
    ...(group.memberIds.includes(HUMAN_ID) ? [] : ['you join by writing']),
  ]
  return <span className="note">{parts.join(' · ')}</span>
}
