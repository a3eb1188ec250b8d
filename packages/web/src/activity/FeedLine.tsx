import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { paths } from '../shell/paths'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { clockTime, fullTime } from '../ui/times'
import type { Part } from './sentence'
import type { FeedRow } from './feed-rows'
import { SentenceText } from './SentenceText'
import { shownHidden } from '../groups/message/text-pieces'

type EventRow = Extract<FeedRow, { kind: 'event' }>

/** One event: when, who, what, and the words that were said. */
export function FeedLine({ state, row }: { readonly state: CrewState; readonly row: EventRow }) {
  const { event, sentence, isFollowing, quote } = row
  const { name } = useStore(person)
  const who = participantOf(state, sentence.who, name)
  // Only the first of a run of messages says who wrote them and where.
  const isBare = isFollowing && event.type === 'group:message'
  const time = (
    <time dateTime={event.at} title={`${fullTime(event.at)} · #${event.seq}`}>
      {clockTime(event.at)}
    </time>
  )
  const isMessage = sentence.messageId !== null && sentence.group !== null
  return (
    <div
      className={`f-row ${sentence.tone}${isFollowing ? ' more' : ''}`}
      data-event={event.seq}
      data-type={event.type}
    >
      {isMessage ? (
        <Link
          className="f-at"
          to={paths.message(
            state.lead.id,
            sentence.group ?? '',
            sentence.messageId ?? '',
            sentence.sessionId,
          )}
          aria-label={`${clockTime(event.at)}, open the message`}
        >
          {time}
        </Link>
      ) : (
        <span className="f-at">{time}</span>
      )}
      {isFollowing ? (
        <span className="f-run" />
      ) : who.kind === 'system' ? (
        <span className="f-sys" aria-hidden="true">
          <Info size={16} />
        </span>
      ) : (
        <Avatar who={who} size="md" />
      )}
      <div className="f-what">
        {!isBare && (
          <p>
            <SentenceText state={state} parts={quote ? sentence.parts : ended(sentence.parts)} />
          </p>
        )}
        {quote && <Quote text={quote} />}
      </div>
    </div>
  )
}

/** Without the colon of words that are not there. */
function ended(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1)
  return typeof last === 'string' ? [...parts.slice(0, -1), last.replace(/:$/, '')] : parts
}

const FOLD_AT = 260
const FOLD_LINES = 4

/** Words of others, as plain text; long ones are folded. */
function Quote({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > FOLD_AT || text.split('\n').length > FOLD_LINES
  // What is folded away is not even laid out: a message may have fifty thousand characters.
  const isCut = isLong && !isOpen
  const part = isCut ? text.split('\n').slice(0, FOLD_LINES).join('\n') : text
  const shown = shownHidden(isCut ? part.slice(0, FOLD_AT) : part)
  return (
    <>
      <blockquote className="f-quote">{isCut ? `${shown.trimEnd()}…` : shown}</blockquote>
      {isLong && (
        <button
          type="button"
          className="f-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}
