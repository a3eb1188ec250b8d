import { Bot, ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { shownHidden } from '../groups/message/text-pieces'
import { clockTime, fullTime } from '../ui/times'
import { type RowOf, useTranscript } from './transcript-context'
import { useTabUI } from './use-tab-ui'
import { percent, shownSummary, spentWords } from './words'

/** The header of an AI group: who, with which model, what it did in a line, and what that took. */
export function AIGroupHeader({ row }: { readonly row: RowOf<'header'> }) {
  const { item, isOpen, key } = row
  const { agentName, inPlace } = useTranscript()
  const { toggleAIGroupExpansion } = useTabUI()
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const errors = item.errorIds.length
  const orphans = item.orphanIds.length
  const spent = item.tokens.input + item.tokens.output + item.tokens.cached
  const fill =
    item.contextTokens !== null && item.contextLimit !== null
      ? percent(item.contextTokens, item.contextLimit)
      : null
  return (
    <button
      type="button"
      className="tv-ah"
      aria-expanded={isOpen}
      data-group={item.id}
      data-status={item.status}
      onClick={() => inPlace(key, () => toggleAIGroupExpansion(item.id))}
    >
      <Chevron size={16} aria-hidden="true" />
      <Bot className="tv-bot" size={16} aria-hidden="true" />
      <b>{agentName}</b>
      {item.mainModel && (
        <span className="tv-model tv-ah-model">{shownHidden(item.mainModel.label)}</span>
      )}
      <span className="tv-sum">{shownSummary(item.itemsSummary)}</span>
      {errors > 0 && <span className="tv-errors">{counted(errors, 'error')}</span>}
      {orphans > 0 && !item.isOngoing && (
        <span className="tv-orphans">
          {orphans}
          <span> without a result</span>
        </span>
      )}
      <span className="tv-space" />
      {fill !== null && (
        <span className="tv-fill" title={`${fill} % of the context`}>
          <i style={{ width: `${fill}%` }} />
          <span className="sr">{fill} % of the context,</span>
        </span>
      )}
      <span
        className="tv-spent"
        title={`Tokens: ${item.tokens.input.toLocaleString('en')} in, ${item.tokens.output.toLocaleString('en')} out, ${item.tokens.cached.toLocaleString('en')} cached`}
      >
        {spentWords(spent, item.durationMs)}
      </span>
      <time dateTime={item.startTime} title={fullTime(item.startTime)}>
        {clockTime(item.startTime)}
      </time>
    </button>
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Stands for display items that are on their way. */
export function LoadingItems({ row }: { readonly row: RowOf<'loading'> }) {
  const { details } = useTranscript()
  const { item, count } = row
  const isMore = useStore(details.store, ({ groups }) => groups.has(item.id))
  const failed = useStore(details.store, ({ failed: all }) => all.get(item.id))
  useEffect(() => {
    if (failed === undefined && isMore) void details.more(item.id)
  }, [details, item.id, isMore, failed, count])
  if (failed !== undefined) {
    return (
      <p className="tv-none" role="status">
        Couldn’t load what it did. {failed}{' '}
        <button
          type="button"
          className="tv-link"
          onClick={() => void (isMore ? details.more(item.id) : details.need(item.id))}
        >
          Retry
        </button>
      </p>
    )
  }
  return (
    <div className="tv-loading" style={{ height: `${30 * Math.min(count, 20)}px` }}>
      Loading {count.toLocaleString('en')} {count === 1 ? 'item' : 'items'}…
    </div>
  )
}
