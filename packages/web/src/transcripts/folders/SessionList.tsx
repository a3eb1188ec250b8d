import { FolderOpen, ListFilter, Search, X } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { ConnectionStrip } from '../../shell/ConnectionStrip'
import { useNow } from '../../ui/use-now'
import { SessionFilter } from './SessionFilter'
import { SessionRows } from './SessionRows'
import { NoSessions } from './NoSessions'
import { NotSearched } from './NotSearched'
import { sessionRows } from './session-rows'
import { useSessionList, useSessionSearch } from './use-sessions'

interface SessionListProps {
  readonly shownId: string | null
  readonly pathOf: (id: string) => string
  readonly box: RefObject<HTMLInputElement | null>
  /** Lets the person choose files of this machine. */
  readonly onOpenFile: () => void
}

/** The session files of the server, by folder and day. */
export function SessionList({ shownId, pathOf, box, onOpenFile }: SessionListProps) {
  const [typed, setTyped] = useState('')
  const [projectId, setProject] = useState<string | null>(null)
  const [onlyOngoing, setOnlyOngoing] = useState(false)
  const [isFiltering, setFiltering] = useState(false)
  const filterButton = useRef<HTMLButtonElement>(null)
  const now = useNow(20_000)
  const list = useSessionList()
  const found = useSessionSearch(typed)
  const isSearching = typed.trim() !== ''
  const hits = useMemo(
    () => (isSearching && found.data ? new Map(found.data.hits.map((hit) => [hit.id, hit])) : null),
    [isSearching, found.data],
  )
  const rows = useMemo(
    () => (list.data ? sessionRows(list.data, { projectId, onlyOngoing, hits, now }) : []),
    [list.data, projectId, onlyOngoing, hits, now],
  )
  const all = list.data?.projects.reduce((sum, { sessions }) => sum + sessions.length, 0)
  const unreached = found.data?.unreached ?? 0
  const isNarrowed = projectId !== null || onlyOngoing
  return (
    <section className="list" aria-label="Transcripts">
      <div className="bar">
        <h2>Transcripts</h2>
        <span className="cnt">{all !== undefined && all > 0 && all + (list.data?.more ?? 0)}</span>
        <span className="sp" />
        <button
          type="button"
          className="ib"
          aria-label="Open a file"
          title="Open a file of this machine. It is read in this page and not uploaded."
          onClick={onOpenFile}
        >
          <FolderOpen size={16} />
        </button>
        <button
          ref={filterButton}
          type="button"
          className={isNarrowed ? 'ib on' : 'ib'}
          aria-label="Filter"
          aria-expanded={isFiltering}
          title="Filter"
          onClick={() => setFiltering(!isFiltering)}
        >
          <ListFilter size={16} />
        </button>
      </div>
      <ConnectionStrip className="only-narrow" />
      <div className="find">
        <label>
          <Search size={14} />
          <input
            ref={box}
            type="text"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || typed === '') return
              event.preventDefault()
              setTyped('')
            }}
            placeholder="Search all transcripts"
            aria-label="Search all transcripts"
            aria-keyshortcuts="/"
            autoComplete="off"
            spellCheck={false}
          />
          {isSearching && (
            <>
              <span className="cnt" role="status">
                {hits && !found.isBehind && countWords([...hits.values()], found.data?.hasMore)}
              </span>
              <button
                type="button"
                aria-label="Clear the search"
                onClick={() => {
                  setTyped('')
                  box.current?.focus()
                }}
              >
                <X size={14} />
              </button>
            </>
          )}
        </label>
      </div>
      {isFiltering && (
        <SessionFilter
          anchor={filterButton}
          projects={list.data?.projects ?? []}
          {...{ projectId, onlyOngoing, setProject, setOnlyOngoing }}
          onClose={() => setFiltering(false)}
        />
      )}
      {rows.length > 0 && (
        <SessionRows
          {...{ rows, shownId, pathOf, now }}
          isBusy={isSearching && (found.isBehind || found.isFetching)}
        />
      )}
      {rows.length === 0 && (
        <NoSessions
          list={list}
          search={
            isSearching
              ? { typed, isBehind: found.isBehind, error: found.error, isPart: unreached > 0 }
              : null
          }
          isNarrowed={isNarrowed}
          onAll={() => {
            setProject(null)
            setOnlyOngoing(false)
          }}
          onRetry={() => void (isSearching ? found.refetch() : list.refetch())}
          onOpenFile={onOpenFile}
        />
      )}
      {isSearching && !found.isBehind && <NotSearched count={unreached} />}
      {list.data && list.data.more > 0 && !isSearching && (
        <p className="list-help">
          {list.data.more.toLocaleString('en')} older ones are not listed.
        </p>
      )}
    </section>
  )
}

/** `12 in 4` */
function countWords(hits: readonly { readonly count: number }[], hasMore = false): string {
  const count = hits.reduce((sum, hit) => sum + hit.count, 0)
  return `${count}${hasMore ? '+' : ''} in ${hits.length}`
}
