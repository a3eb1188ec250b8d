import type { GroupRecord } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Archive, ArchiveRestore, Pencil, Trash2, Users } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../shell/paths'
import { WhatStays } from '../../ui/WhatStays'
import { sessionTitle } from '../session-title'
import { deleteSession, renameSession, setSessionArchived } from './session-changes'
import { TakesPart } from './TakesPart'

interface SessionDoingsProps {
  readonly group: GroupRecord
  readonly session: SessionRecord
  readonly state: CrewState
  readonly onClose: () => void
}

/** What can be done with the session that is open. */
export function SessionDoings({ group, session, state, onClose }: SessionDoingsProps) {
  const [step, setStep] = useState<'all' | 'rename' | 'agents' | 'delete'>('all')
  const isArchived = session.status === 'archived'
  const back = () => setStep('all')
  if (step === 'rename') return <Rename session={session} onDone={back} />
  if (step === 'agents') return <TakesPart {...{ group, session, state }} onDone={back} />
  if (step === 'delete') return <Delete session={session} onBack={back} onClose={onClose} />
  return (
    <div className="sw-doings" role="group" aria-label="This session">
      {!isArchived && (
        <>
          <Doing icon={<Pencil size={16} />} run={() => setStep('rename')}>
            Rename
          </Doing>
          <Doing icon={<Users size={16} />} run={() => setStep('agents')}>
            Who takes part
          </Doing>
        </>
      )}
      <Doing
        icon={isArchived ? <ArchiveRestore size={16} /> : <Archive size={16} />}
        run={() => {
          onClose()
          void setSessionArchived(session, !isArchived)
        }}
      >
        {isArchived ? 'Unarchive' : 'Archive'}
      </Doing>
      <Doing icon={<Trash2 size={16} />} run={() => setStep('delete')} isBad>
        Delete…
      </Doing>
    </div>
  )
}

interface DoingProps {
  readonly icon: ReactNode
  readonly run: () => void
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Doing({ icon, run, isBad = false, children }: DoingProps) {
  return (
    <button type="button" className={isBad ? 'sw-do bad' : 'sw-do'} onClick={run}>
      {icon}
      {children}
    </button>
  )
}

function Rename({
  session,
  onDone,
}: {
  readonly session: SessionRecord
  readonly onDone: () => void
}) {
  const [title, setTitle] = useState(session.title)
  const [isBusy, setBusy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.select(), [])
  const save = async () => {
    const wanted = title.trim()
    if (wanted === '' || wanted === session.title) return onDone()
    setBusy(true)
    const isDone = await renameSession(session, wanted)
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <form
      className="sw-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
    >
      <label>
        Title of the session
        <input
          ref={box}
          className="input"
          dir="auto"
          value={title}
          maxLength={LIMITS.sessionTitle}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <span className="sw-acts">
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="btn p" disabled={isBusy}>
          Rename
        </button>
      </span>
    </form>
  )
}

interface DeleteProps {
  readonly session: SessionRecord
  readonly onBack: () => void
  readonly onClose: () => void
}

function Delete({ session, onBack, onClose }: DeleteProps) {
  const navigate = useNavigate()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const remove = async () => {
    onClose()
    if (await deleteSession(session)) {
      void navigate(paths.group(session.leadId, session.groupName), { replace: true })
    }
  }
  return (
    <div className="sw-form" role="group" aria-labelledby="sw-delete">
      <p id="sw-delete">
        Delete <b dir="auto">{sessionTitle(session)}</b> for everybody? Answers that are on their
        way are stopped, and what was said in it is deleted, with its title, quotes of it and what
        agents’ records have of it. This cannot be undone.
      </p>
      <WhatStays after="session" />
      <span className="sw-acts">
        <button ref={cancel} type="button" className="btn" onClick={onBack}>
          Cancel
        </button>
        <button type="button" className="btn danger p" onClick={() => void remove()}>
          Delete session
        </button>
      </span>
    </div>
  )
}
