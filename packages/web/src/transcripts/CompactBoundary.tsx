import { FoldVertical } from 'lucide-react'
import { useStore } from 'zustand'
import { tokenWords } from '../overview/amounts'
import { CutText } from './items/CutText'
import { type RowOf, useTranscript } from './transcript-context'
import { useTabUI } from './use-tab-ui'

/** Where the context was compacted: another phase begins, with the summary of the one before. */
export function CompactBoundary({ row }: { readonly row: RowOf<'compact'> }) {
  const { item, key } = row
  const { details, inPlace } = useTranscript()
  const { getExpandedDisplayItemIds, toggleDisplayItemExpansion } = useTabUI()
  const isOpen = getExpandedDisplayItemIds(item.id).has(item.id)
  const whole = useStore(details.store, ({ texts }) => texts.get(item.id))
  const { tokenDelta: delta, startingPhaseNumber: phase } = item
  const share = delta && Math.round((100 * delta.delta) / Math.max(1, delta.preCompactionTokens))
  return (
    <div className="tv-compact">
      <button
        type="button"
        aria-expanded={isOpen}
        disabled={item.summary.text === ''}
        onClick={() => inPlace(key, () => toggleDisplayItemExpansion(item.id, item.id))}
      >
        <FoldVertical size={16} aria-hidden="true" />
        Context compacted
        {delta && (
          <b>
            {tokenWords(delta.preCompactionTokens)} → {tokenWords(delta.postCompactionTokens)}
          </b>
        )}
        {share !== undefined && <em>{signed(share)} %</em>}
        {phase !== undefined && <small>phase {phase}</small>}
      </button>
      {isOpen && (
        <div className="tv-summary">
          <CutText
            text={whole?.type === 'compact' ? whole.summary : item.summary}
            onWhole={() => void details.text(item.id, 'compact')}
          />
        </div>
      )}
    </div>
  )
}

const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`)
