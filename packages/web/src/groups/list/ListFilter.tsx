import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import type { Show } from './ListNothing'

interface ListFilterProps {
  readonly filter: string
  readonly setFilter: (filter: string) => void
  readonly show: Show
  readonly setShow: (show: Show) => void
  readonly box: RefObject<HTMLInputElement | null>
}

const ABOUT_AUTO =
  'Crewroom creates an automatic group when the lead gives 3 agents the same work, and archives it when all of them have finished.'

const SHOWS: readonly (readonly [Show, string])[] = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['mentions', 'Mentions'],
  ['auto', 'Auto'],
]

/** By name, and by what the person looks for. */
export function ListFilter({ filter, setFilter, show, setShow, box }: ListFilterProps) {
  return (
    <>
      <div className="find">
        <label>
          <Search size={14} />
          <input
            ref={box}
            type="text"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && filter !== '') {
                event.preventDefault()
                setFilter('')
              } else if (event.key === 'ArrowDown') {
                event.preventDefault()
                const list = event.currentTarget.closest('.list')
                list?.querySelector<HTMLElement>('.rows .g')?.focus()
              }
            }}
            placeholder="Filter groups"
            aria-label="Filter groups"
            aria-keyshortcuts="/"
            autoComplete="off"
            spellCheck={false}
          />
          {filter !== '' && (
            <button
              type="button"
              aria-label="Clear filter"
              onClick={() => {
                setFilter('')
                box.current?.focus()
              }}
            >
              <X size={14} />
            </button>
          )}
        </label>
      </div>
      <div className="seg" role="group" aria-label="Show">
        {SHOWS.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={show === value}
            title={value === 'auto' ? ABOUT_AUTO : undefined}
            onClick={() => setShow(value)}
          >
            {label}
          </button>
        ))}
      </div>
      {show === 'auto' && <p className="list-help">{ABOUT_AUTO}</p>}
    </>
  )
}
