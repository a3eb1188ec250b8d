import { Bot } from 'lucide-react'
import { shownHidden } from '../../groups/message/text-pieces'
import { elapsed, tokenWords } from '../../overview/amounts'
import { type RowOf, useTranscript } from '../transcript-context'
import { useTabUI } from '../use-tab-ui'
import { percent, shownSummary } from '../words'
import { CutText } from './CutText'
import type { DisplayItemProps } from './DisplayItem'
import { ItemHead } from './ItemHead'
import { LastOutput } from '../LastOutputDisplay'

/** A sub-agent's line; its trace are the rows below. */
export function SubagentItem({ item, isOpen, onToggle }: DisplayItemProps<'subagent'>) {
  const { subagent } = item
  const { team, name, subagentType, description, metrics } = subagent
  const type = team?.memberName ?? name ?? subagentType
  return (
    <div className="tv-it subagent">
      <ItemHead
        icon={Bot}
        kind={team ? 'Teammate' : 'Sub-agent'}
        isOpen={isOpen}
        onToggle={onToggle}
        result={subagent.isOngoing ? 'at work' : tokens(metrics.totalTokens)}
        took={subagent.durationMs > 0 ? elapsed(subagent.durationMs) : ''}
      >
        {type !== undefined && shownHidden(type)}
        {type !== undefined && description !== undefined && ': '}
        {description !== undefined && `“${shownHidden(description)}”`}
      </ItemHead>
    </div>
  )
}

const tokens = (count: number): string => (count > 0 ? tokenWords(count) : '')

/** What it is, what it was asked, and the way to its own transcript. */
export function TraceHead({ row }: { readonly row: RowOf<'trace-head'> }) {
  const { subagent } = row
  const { openTranscript, details } = useTranscript()
  const { metrics, contextTokens, contextLimit, transcriptId, prompt } = subagent
  return (
    <div>
      <div className="tv-trace-head">
        {subagent.model && <span className="tv-model">{subagent.model.label}</span>}
        <span>{shownSummary(subagent.itemsSummary)}</span>
        <span className="tv-of-its-own">
          {metrics.totalTokens > 0 && `${tokenWords(metrics.totalTokens)} of its own`}
          {contextTokens !== null &&
            contextLimit !== null &&
            ` · context ${percent(contextTokens, contextLimit)} %`}
        </span>
        {transcriptId !== null && openTranscript && (
          <button type="button" className="tv-link" onClick={() => openTranscript(transcriptId)}>
            Open in a tab
          </button>
        )}
      </div>
      {prompt && prompt.text !== '' && (
        <div className="tv-prompt">
          <CutText text={prompt} onWhole={() => void details.whole(row.item.id, subagent.id)} />
        </div>
      )}
    </div>
  )
}

export function TraceMore({ row }: { readonly row: RowOf<'trace-more'> }) {
  const { count, isOpen, subagent, key, item } = row
  const { inPlace, details } = useTranscript()
  const { isSubagentTraceExpanded, toggleSubagentTraceExpansion } = useTabUI()
  const isCut = isSubagentTraceExpanded(subagent.id) && count > 0
  const press = () => {
    if (subagent.more > 0) void details.whole(item.id, subagent.id)
    if (!isCut) inPlace(key, () => toggleSubagentTraceExpansion(subagent.id))
  }
  const words = `${count.toLocaleString('en')} more ${count === 1 ? 'step' : 'steps'}`
  return (
    <div>
      <button type="button" className="tv-more" aria-expanded={isOpen} onClick={press}>
        {count > 0 ? words : 'Show fewer steps'}
      </button>
    </div>
  )
}

/** Its last words. */
export function TraceEnd({ row }: { readonly row: RowOf<'trace-end'> }) {
  const { details } = useTranscript()
  const { lastOutput, id } = row.subagent
  if (!lastOutput) return null
  return (
    <div className="tv-trace-end">
      <LastOutput output={lastOutput} onWhole={() => void details.whole(row.item.id, id)} />
    </div>
  )
}
