import type { GroupRecord } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { useEffect, useState } from 'react'
import { sessions } from '../../sync/api/sessions'
import { focusMain } from '../../ui/focus-main'
import { toast } from '../../ui/toasts'

interface ClosedNoteProps {
  readonly group: GroupRecord
  readonly session: SessionRecord
  readonly isReader: boolean
}

/** Where nobody can write: why, and what changes that. */
export function ClosedNote({ group, session, isReader }: ClosedNoteProps) {
  const [isBusy, setBusy] = useState(false)
  // Whoever was writing when it was archived loses the box, but not the place.
  useEffect(() => {
    const request = requestAnimationFrame(focusMain)
    return () => cancelAnimationFrame(request)
  }, [])
  if (group.archived) {
    return <p className="closed">This group is archived. Its sessions can be read.</p>
  }
  if (session.status === 'active') {
    return <p className="closed">You can read this session, and not write to it.</p>
  }
  const unarchive = () => {
    setBusy(true)
    sessions
      .update(session, { status: 'active' })
      .catch((error: unknown) => toast.failed("Couldn't unarchive the session.", error))
      .finally(() => setBusy(false))
  }
  return (
    <p className="closed sn-closed">
      <span>Archived.</span>
      {!isReader && (
        <button type="button" disabled={isBusy} onClick={unarchive}>
          Unarchive
        </button>
      )}
    </p>
  )
}
