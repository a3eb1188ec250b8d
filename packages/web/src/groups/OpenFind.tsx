import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { Search, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { focusMain } from '../ui/focus-main'
import { FoundMessages } from './FoundMessages'
import { groupName, isolated } from './group-name'

const PAUSE_MS = 200

interface OpenFindProps {
  readonly group: GroupRecord
  readonly onClose: () => void
  readonly open: (message: Pick<Message, 'id' | 'sessionId'>) => void
}

/** The open field, and what it finds. */
export function OpenFind({ group, onClose, open }: OpenFindProps) {
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
        onClose()
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
      <button type="button" className="ib" aria-label="Close" onClick={onClose}>
        <X size={18} />
      </button>
      {asked !== '' && (
        <div className="found">
          <FoundMessages group={group} asked={asked} open={open} />
        </div>
      )}
    </search>
  )
}
