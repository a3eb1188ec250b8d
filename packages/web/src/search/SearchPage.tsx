import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { groupName, groupNameIn } from '../groups/group-name'
import { byActivity } from '../groups/list/group-order'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import '../shell/section.css'
import { api } from '../sync/api'
import { ApiError } from '../sync/request'
import { begunWord } from '../sync/search-words'
import { person } from '../sync/sync'
import { AGAIN_MS } from '../sync/use-message-search'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { FoundText } from '../ui/FoundText'
import { SearchFar } from '../ui/SearchFar'
import { fullTime, listTime } from '../ui/times'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { useNow } from '../ui/use-now'
import { readTerms, type Term, type Terms, withoutTerm, withTerm, writeTerms } from './search-terms'
import './search.css'

const PAUSE_MS = 250
const PAGE = 30
const FEATURES = [
  ['link', 'a link'],
  ['code', 'code'],
  ['reaction', 'a reaction'],
] as const

/** Messages of all groups of the crew, by words, writer, place and time. */
export default function SearchPage() {
  const state = useCurrentCrew()
  usePageTitle(useUnreadTotal(state), 'Search', state.lead.name)
  const [search, change] = useAddressParams()
  const q = search.get('q') ?? ''
  const terms = readTerms(q)
  const set = (next: Terms) => change((own) => setOrDelete(own, 'q', writeTerms(next)))
  return (
    <Page
      title="Search"
      tools={
        <div className="page-tools s-tools" role="search">
          <WordsField words={terms.words} onWords={(words) => set({ ...terms, words })} />
          <Chips state={state} terms={terms} set={set} />
        </div>
      }
    >
      <div className="scroll" tabIndex={-1}>
        {q.trim() === '' ? (
          <div className="panel">
            <Search size={28} strokeWidth={1.6} />
            <h2>Search all messages</h2>
            <p>
              Words in any order, “words in quotes” in that order, and <code>conf*</code> for the
              beginning of a word. The lists narrow it down.
            </p>
          </div>
        ) : (
          <Found state={state} q={q} words={terms.words} />
        )}
      </div>
    </Page>
  )
}

interface WordsFieldProps {
  readonly words: string
  readonly onWords: (words: string) => void
}

function WordsField({ words, onWords }: WordsFieldProps) {
  const [text, setText] = useState(words)
  const shown = useRef(words)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    // Back and forward change the address; what is being typed stays.
    if (words !== shown.current) setText(words)
    shown.current = words
  }, [words])
  const latest = useRef(onWords)
  useEffect(() => {
    latest.current = onWords
  })
  useEffect(() => {
    if (text.trim() === shown.current) return
    const timer = setTimeout(() => {
      shown.current = text.trim()
      latest.current(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label className="s-field">
      <Search size={16} aria-hidden="true" />
      <input
        ref={box}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder="Words in messages"
        aria-label="Words in messages"
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  )
}

interface ChipsProps {
  readonly state: CrewState
  readonly terms: Terms
  readonly set: (terms: Terms) => void
}

/** What narrows the search: each as a chip that is taken out by its button. */
function Chips({ state, terms, set }: ChipsProps) {
  const add = (kind: Term['kind'], value: string) => {
    if (value !== '') set(withTerm(terms, { kind, value }))
  }
  const groups = byActivity(Object.values(state.groups))
  const has = new Set(terms.terms.filter(({ kind }) => kind === 'has').map(({ value }) => value))
  return (
    <div className="s-chips" role="group" aria-label="Narrow it down">
      {terms.terms.map((term) => (
        <span key={`${term.kind}:${term.value}`} className="s-chip">
          {chipWords(state, term)}
          <button
            type="button"
            aria-label={`Without ${chipWords(state, term)}`}
            onClick={() => set(withoutTerm(terms, term))}
          >
            <X size={13} />
          </button>
        </span>
      ))}
      <select
        className="input slim"
        aria-label="Written by"
        value=""
        onChange={({ target }) => add('from', target.value)}
      >
        <option value="">From…</option>
        <option value={HUMAN_ID}>You</option>
        {Object.keys(state.agents).map((id) => (
          <option key={id} value={id}>
            {knownAs(state, id)}
          </option>
        ))}
      </select>
      <select
        className="input slim"
        aria-label="In the group"
        value=""
        onChange={({ target }) => add('in', target.value)}
      >
        <option value="">In…</option>
        {groups.map((group) => (
          <option key={group.name} value={group.name}>
            {groupName(group)}
          </option>
        ))}
      </select>
      <select
        className="input slim"
        aria-label="That has"
        value=""
        onChange={({ target }) => add('has', target.value)}
      >
        <option value="">Has…</option>
        {FEATURES.filter(([id]) => !has.has(id)).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <label className="s-before">
        Before
        <input
          className="input slim"
          type="date"
          value={terms.terms.find(({ kind }) => kind === 'before')?.value.slice(0, 10) ?? ''}
          onChange={({ target }) => add('before', target.value)}
        />
      </label>
    </div>
  )
}

function chipWords(state: CrewState, { kind, value }: Term): string {
  switch (kind) {
    case 'from':
      return `from ${value === HUMAN_ID ? 'you' : Object.hasOwn(state.agents, value) ? knownAs(state, value) : value}`
    case 'in':
      return `in ${groupNameIn(state, value)}`
    case 'before':
      return `before ${value}`
    case 'has':
      return `has ${FEATURES.find(([id]) => id === value)?.[1] ?? value}`
    default:
      return kind satisfies never
  }
}

interface FoundProps {
  readonly state: CrewState
  readonly q: string
  readonly words: string
}

function Found({ state, q, words }: FoundProps) {
  const leadId = state.lead.id
  const { name: personName } = useStore(person)
  const now = useNow(60_000)
  // The last word may still be being typed; operators end it.
  const asked = q === words ? begunWord(q) : q
  const found = useInfiniteQuery({
    queryKey: ['lead', leadId, 'search page', asked],
    queryFn: ({ signal, pageParam }) =>
      api.search(
        leadId,
        { q: asked, limit: PAGE, ...(pageParam === 0 ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ hits, hasMore }) => (hasMore ? hits.at(-1)?.message.seq : undefined),
    placeholderData: (before) => before,
    // Later pages are older: the first one alone may change.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.complete === false ? AGAIN_MS : false,
    retry: (count, error) => error instanceof ApiError && error.status === 503 && count < 5,
  })
  if (found.isError) {
    return (
      <p className="none" role="alert">
        {found.error.message}{' '}
        <button type="button" onClick={() => void found.refetch()}>
          Retry
        </button>
      </p>
    )
  }
  const hits = found.data?.pages.flatMap((page) => page.hits) ?? []
  return (
    <div className="s-found" aria-busy={found.isPending}>
      <p role="status" className="s-count">
        {found.isPending
          ? 'Searching…'
          : hits.length === 0
            ? 'No message matches.'
            : `${hits.length}${found.hasNextPage ? '+' : ''} ${hits.length === 1 ? 'message' : 'messages'}, newest first`}
      </p>
      <div role="status">
        <SearchFar found={{ ...found, data: found.data?.pages[0] }} />
      </div>
      <ul>
        {hits.map(({ message, snippet }) => {
          const who = participantOf(state, message.from, personName, message.fromRole)
          return (
            <li key={message.id}>
              <Link
                className="s-hit"
                to={paths.message(leadId, message.group, message.id, message.sessionId)}
              >
                <Avatar who={who} size="md" />
                <span className="s-head">
                  <b {...inRole('who', who.role, who.color)}>{who.label}</b>
                  <span className="cnt">
                    in <bdi>{groupNameIn(state, message.group)}</bdi>
                  </span>
                  <time
                    className="cnt"
                    dateTime={message.timestamp}
                    title={fullTime(message.timestamp)}
                  >
                    {listTime(message.timestamp, now)}
                  </time>
                </span>
                <span className="s-text">
                  <FoundText snippet={snippet} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {found.hasNextPage && (
        <button
          type="button"
          className="btn s-more"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </button>
      )}
    </div>
  )
}
