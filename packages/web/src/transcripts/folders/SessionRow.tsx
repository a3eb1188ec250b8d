import type { SyntheticEvent } from 'react'
import { spanWords, tokenWords } from '../../overview/amounts'
import { bytesOf, countOf } from '../../ui/amounts'
import { Link } from '../../ui/Link'
import { fullTime, listTime } from '../../ui/times'
import type { Hit, Session } from './session-rows'

interface SessionRowProps {
  readonly session: Session
  readonly hit: Hit | null
  readonly isShown: boolean
  readonly to: string
  readonly now: number
  readonly onFocus: (event: SyntheticEvent) => void
}

const titleOf = ({ title, file }: Session): string => title ?? file

/** One session file: what is known of it, and where the searched words are. */
export function SessionRow({ session, hit, isShown, to, now, onFocus }: SessionRowProps) {
  const { model, branch, ongoing, updatedAt } = session
  const parts = [...sumsOf(session), branch ?? '']
  return (
    <Link
      className="ts-row"
      to={to}
      aria-current={isShown ? 'page' : undefined}
      onFocus={onFocus}
      title={session.file}
    >
      <span className="ts-title">
        {ongoing === true && (
          <>
            <i className="dot run" />
            <span className="sr">ongoing, </span>
          </>
        )}
        {titleOf(session)}
      </span>
      <time dateTime={updatedAt} title={fullTime(updatedAt)}>
        {listTime(updatedAt, now)}
      </time>
      <span className="ts-about">
        {model && <span className="ts-model">{model.label}</span>}
        {parts.filter((part) => part !== '').join(' · ')}
      </span>
      {hit && (
        <span className="ts-found">
          {shortBefore(hit.before)}
          <mark>{hit.match}</mark>
          {hit.after}
        </span>
      )}
    </Link>
  )
}

/** Characters before what was found: with more of them it would be cut off itself. */
const BEFORE = 18

function shortBefore(before: string): string {
  const line = before.replace(/\s+/g, ' ')
  return line.length > BEFORE ? `…${line.slice(-BEFORE)}` : line
}

/** What it took, where it was read; otherwise what the file tells. */
function sumsOf({ durationMs, subagents, errors, bytes, sums }: Session): readonly string[] {
  if (sums === null) return [bytesOf(bytes)]
  const { own, together } = sums
  const isMore = together.totalTokens > own.totalTokens
  return [
    own.totalTokens > 0 ? tokenWords(own.totalTokens) : '',
    isMore ? `${tokenWords(together.totalTokens)} together` : '',
    durationMs !== null && durationMs >= 1_000 ? spanWords(durationMs) : '',
    subagents !== null && subagents > 0 ? countOf(subagents, 'sub-agent') : '',
    errors !== null && errors > 0 ? countOf(errors, 'error') : '',
  ]
}
