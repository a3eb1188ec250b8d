import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { Search, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../shell/paths'
import { useKey } from '../shell/use-key'
import { focusMain } from '../ui/focus-main'
import { useAddressParams } from '../ui/use-address-params'
import { groupName, isolated } from './group-name'

const FoundMessages = lazy(() =>
  import('./FoundMessages').then((own) => ({ default: own.FoundMessages })),
)

const PAUSE_MS = 200

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
  const isOpen = params.has('find')
  useKey('find', () => change((next) => next.set('find', '1')))
  if (!isOpen) return null
  return (
    <OpenBar
      group={group}
      close={() => change((next) => next.delete('find'))}
      open={({ id, sessionId: other }) => {
        if (other === sessionId) change((next) => next.set('m', id))
        else void navigate(paths.message(group.leadId, group.name, id, other))
      }}
    />
  )
}

interface OpenBarProps {
  readonly group: GroupRecord
  readonly close: () => void
  readonly open: (message: Pick<Message, 'id' | 'sessionId'>) => void
}

function OpenBar({ group, close, open }: OpenBarProps) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const box = useRef<HTMLInputElement>(null)
  // Before it is seen: what is typed at once belongs to it.
  useLayoutEffect(() => {
    const from = document.activeElement
    box.current?.focus()
    return () => {
      // Back to where one was, if it is still there.
      if (from instanceof HTMLElement) requestAnimationFrame(() => from.focus())
      requestAnimationFrame(focusMain)
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search
      className="findbar"
      aria-label={`Find in ${isolated(groupName(group))}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <label>
        <Search size={16} />
        <input
          ref={box}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={`Find in ${isolated(groupName(group))}: words, "a phrase", from:Dora`}
          aria-label={`Find in ${isolated(groupName(group))}`}
          spellCheck={false}
        />
      </label>
      <button type="button" className="ib" aria-label="Close" onClick={close}>
        <X size={18} />
      </button>
      {asked !== '' && (
        <div className="found">
          <Suspense fallback={<p>Searching…</p>}>
            <FoundMessages group={group} asked={asked} open={open} />
          </Suspense>
        </div>
      )}
    </search>
  )
}
