import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { hitWords } from './hits'
import type { Find } from './use-find'
import { useTabUI } from './use-tab-ui'

interface FindInTranscriptProps {
  readonly find: Find
  readonly onGo: (by: 1 | -1) => void
  readonly onClose: () => void
}

/** Finds words in the transcript: how many hits there are, and the way from one to the next. */
export function FindInTranscript({ find, onGo, onClose }: FindInTranscriptProps) {
  const { search, setSearch } = useTabUI()
  const box = useRef<HTMLInputElement>(null)
  // Before it is seen: what is typed at once belongs to it.
  useLayoutEffect(() => box.current?.focus(), [])
  const { found, at, problem } = find
  return (
    <search
      className="tv-find"
      aria-label="Find in the transcript"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        } else if (event.key === 'Enter' && event.target === box.current) {
          event.preventDefault()
          onGo(event.shiftKey ? -1 : 1)
        }
      }}
    >
      <Search size={14} aria-hidden="true" />
      <input
        ref={box}
        value={search ?? ''}
        onChange={({ target }) => setSearch(target.value)}
        aria-label="Find in the transcript"
        placeholder="Find"
        spellCheck={false}
      />
      <span className="tv-hits" role="status">
        {problem ?? (found ? hitWords(at, found.hits.length, found.hasMore) : '')}
      </span>
      <button type="button" aria-label="Previous hit" onClick={() => onGo(-1)}>
        <ChevronUp size={14} />
      </button>
      <button type="button" aria-label="Next hit" onClick={() => onGo(1)}>
        <ChevronDown size={14} />
      </button>
      <button type="button" aria-label="Close search" onClick={onClose}>
        <X size={14} />
      </button>
    </search>
  )
}
