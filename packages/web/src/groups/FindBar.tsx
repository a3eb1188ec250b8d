import type { GroupRecord } from '@crewroom/shared/model/group'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../shell/paths'
import { useKey } from '../shell/use-key'
import { openedLater } from '../ui/opened-later'
import { useAddressParams } from '../ui/use-address-params'

const OpenFind = openedLater(() => import('./OpenFind').then((own) => own.OpenFind))

interface FindBarProps {
  readonly group: GroupRecord
  /** Which of its talks is shown; null: none, but what an agent did. Without it the main talk. */
  readonly sessionId?: string | null
}

/**
 * Finds messages of this group and its sessions, on the server: what is loaded here is only a part of them. Opened by
 * `?find`.
 */
export function FindBar({ group, sessionId = MAIN_SESSION }: FindBarProps) {
  const [params, change] = useAddressParams()
  const navigate = useNavigate()
  // The address is drawn a moment later, and letters typed meanwhile would go on into the box of the chat.
  const [isAsked, setIsAsked] = useState(false)
  useKey('find', () => {
    setIsAsked(true)
    change((next) => next.set('find', '1'))
  })
  if (!isAsked && !params.has('find')) return null
  return (
    <OpenFind
      group={group}
      onClose={() => {
        setIsAsked(false)
        change((next) => next.delete('find'))
      }}
      open={({ id, sessionId: other }) => {
        if (other === sessionId) change((next) => next.set('m', id))
        else void navigate(paths.message(group.leadId, group.name, id, other))
      }}
    />
  )
}
