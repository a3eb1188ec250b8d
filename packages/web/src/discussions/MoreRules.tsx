import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { knownAs } from '../crew/participant'
import { askedOf, type EndWord, hasOrder, type Wanted } from './new-discussion'
import '../shell/section.css'
import './more-rules.css'

interface MoreRulesProps {
  readonly state: CrewState
  readonly personName: string
  readonly wanted: Wanted
  readonly set: (change: Partial<Wanted>) => void
}

/** With more of them the rows below are longer than anybody reads. */
const MOST_ROWS = 12

/** What few discussions need: words that end one, and who may speak after whom. */
export function MoreRules({ state, wanted, set }: MoreRulesProps) {
  const nameOf = (id: string) => (id === HUMAN_ID ? 'You' : knownAs(state, id))
  const asked = askedOf(wanted)
  return (
    <details className="dn-more">
      <summary>
        <ChevronRight size={15} aria-hidden="true" />
        Words that end it{hasOrder(wanted.kind) && ', who may follow whom'}
      </summary>
      <Ends {...{ wanted, asked, nameOf, set }} />
      {hasOrder(wanted.kind) && asked.length > 1 && asked.length <= MOST_ROWS && (
        <Follow {...{ wanted, asked, nameOf, set }} />
      )}
    </details>
  )
}

interface PartProps extends Pick<MoreRulesProps, 'wanted' | 'set'> {
  readonly asked: readonly string[]
  readonly nameOf: (id: string) => string
}

function Ends({ wanted: { ends, endsBy }, asked, nameOf, set }: PartProps) {
  const id = useId()
  const change = (at: number, own: Partial<EndWord>) =>
    set({ ends: ends.map((one, n) => (n === at ? { ...one, ...own } : one)) })
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        It ends when an answer ends with <em>[DONE]</em>
        {ends.length > 0 && (
          <>
            , or with{' '}
            {ends.length === 1 ? (
              'this'
            ) : (
              <select
                className="input slim dn-join"
                aria-label="How many of these words are needed"
                value={endsBy}
                onChange={({ target }) => set({ endsBy: target.value as Wanted['endsBy'] })}
              >
                <option value="any">any of these</option>
                <option value="all">all of these</option>
              </select>
            )}
          </>
        )}
      </span>
      {ends.map(({ word, from }, at) => (
        // Rows have no names of their own; they come and go at the end or by their button.
        <div className="dn-word" key={at}>
          <input
            className="input"
            dir="auto"
            aria-label={`Word ${at + 1}`}
            placeholder="AGREED"
            maxLength={LIMITS.endWord}
            // A row that was just added is filled in next.
            autoFocus={word === ''}
            value={word}
            onChange={({ target }) => change(at, { word: target.value })}
          />
          <select
            className="input"
            aria-label={`Word ${at + 1}: said by`}
            value={asked.includes(from) ? from : ''}
            onChange={({ target }) => change(at, { from: target.value })}
          >
            <option value="">by anybody</option>
            {asked.map((own) => (
              <option key={own} value={own}>
                by {own === HUMAN_ID ? 'you' : nameOf(own)}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="ib"
            aria-label={`Take out word ${at + 1}`}
            onClick={() => set({ ends: ends.filter((_, n) => n !== at) })}
          >
            <X size={16} />
          </button>
        </div>
      ))}
      {ends.length < LIMITS.endParts && (
        <button
          type="button"
          className="dn-chip dn-add"
          onClick={() => set({ ends: [...ends, { word: '', from: '' }] })}
        >
          <Plus size={14} />
          Add a word
        </button>
      )}
    </div>
  )
}

function Follow({ wanted: { follow }, asked, nameOf, set }: PartProps) {
  const id = useId()
  const toggle = (before: string, after: string) => {
    const now = follow[before] ?? []
    const next = now.includes(after) ? now.filter((own) => own !== after) : [...now, after]
    set({ follow: { ...follow, [before]: next } })
  }
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        Who may follow whom? <em>After somebody with none pressed, anybody.</em>
      </span>
      {asked.map((before) => (
        <div
          key={before}
          className="dn-follow"
          role="group"
          aria-label={`After ${nameOf(before)} may speak`}
        >
          <span>
            After <bdi>{before === HUMAN_ID ? 'you' : nameOf(before)}</bdi>
          </span>
          {asked
            .filter((own) => own !== before)
            .map((after) => (
              <button
                key={after}
                type="button"
                className="dn-may"
                aria-pressed={follow[before]?.includes(after) === true}
                onClick={() => toggle(before, after)}
              >
                <bdi>{nameOf(after)}</bdi>
              </button>
            ))}
        </div>
      ))}
    </div>
  )
}
