import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { useEffect, useRef, useState } from 'react'
import '../shell/section.css'
import { FindField } from '../ui/FindField'
import type { RunFilter } from './run-filter'

/** The server is asked when nothing was typed for so long. */
const PAUSE_MS = 250

interface FilterToolsProps {
  readonly filter: RunFilter
  readonly names: readonly string[]
  readonly onChange: (change: Partial<RunFilter>) => void
}

/** Narrows the list of discussions: to some words, and to one participant. */
export function FilterTools({ filter, names, onChange }: FilterToolsProps) {
  const [text, setText] = useState(filter.q)
  const shown = useRef(filter.q)
  useEffect(() => {
    // Back and forward change the address; what is being typed stays.
    if (filter.q !== shown.current) setText(filter.q)
    shown.current = filter.q
  }, [filter.q])
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (text.trim() === shown.current) return
    const timer = setTimeout(() => {
      shown.current = text.trim()
      latest.current({ q: text.trim() })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="page-tools dp-tools" role="search">
      <FindField label="Filter by title, question or result" value={text} onChange={setText} />
      <select
        className="input slim"
        aria-label="Who takes part"
        value={filter.participant}
        onChange={({ target }) => onChange({ participant: target.value })}
      >
        <option value="">With anybody</option>
        <option value={HUMAN_ID}>With you</option>
        {names.map((name) => (
          <option key={name} value={name}>
            With {name}
          </option>
        ))}
      </select>
    </div>
  )
}
