import type { LongText } from '@crewroom/shared/transcript/views'
import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '../../groups/message/copy-text'
import { useHighlighted } from '../../groups/message/highlighter'
import { shownHidden } from '../../groups/message/text-pieces'
import { useHoldsHit } from '../use-holds-hit'
import { useOverflows } from '../../ui/use-overflows'

/** So many lines are shown at first. */
const LINES = 24
const CHARACTERS = 4_000

interface CodeTextProps {
  readonly text: LongText
  readonly label: string
  readonly language?: string
  readonly isBad?: boolean
  /** `plain` is in a box already, `note` is what a command printed. */
  readonly look?: 'plain' | 'note'
  /** The command that printed it, shown above. */
  readonly command?: string
  /** Asks for the rest of a text that was cut on its way. */
  readonly onWhole?: () => void
}

/** Text of a program in a box of its own, which can be copied; a long one is folded. */
export function CodeText(props: CodeTextProps) {
  const { text, label, language = '', isBad = false, look = '', command, onWhole } = props
  const [isUnfolded, setWhole] = useState(false)
  const hasHit = useHoldsHit(text.text)
  const isWhole = isUnfolded || hasHit
  const box = useRef<HTMLPreElement>(null)
  const isWide = useOverflows(box)
  const shown = isWhole ? text.text : folded(text.text)
  const isFolded = text.text.length > folded(text.text).length
  const size = (text.cut ?? text.text.length).toLocaleString('en')
  const plain = shownHidden(shown)
  const highlighted = useHighlighted(plain, language)
  const more = () => {
    setWhole(!isWhole)
    if (!isWhole && text.cut !== undefined) onWhole?.()
  }
  return (
    <div className={`tv-code ${look} ${isBad ? 'bad' : ''}`} dir="ltr">
      <pre ref={box} tabIndex={isWide ? 0 : undefined} role="group" aria-label={label}>
        {command !== undefined && (
          <span className="tv-command-line">
            $ {shownHidden(command)}
            {'\n'}
          </span>
        )}
        {highlighted ?? plain}
      </pre>
      <button
        type="button"
        className="tv-copy"
        aria-label={`Copy: ${label}`}
        title="Copy"
        onClick={() => void copyText(text.text === '' ? (command ?? '') : text.text, 'The text')}
      >
        <Copy size={14} />
      </button>
      {(isFolded || text.cut !== undefined) && (
        <button type="button" className="tv-more" aria-expanded={isWhole} onClick={more}>
          {isWhole ? 'Show less' : `Show all (${size} characters)`}
        </button>
      )}
      {isWhole && text.cut !== undefined && (
        <small className="tv-none">
          {text.text.length.toLocaleString('en')} of {size} characters
        </small>
      )}
    </div>
  )
}

function folded(text: string): string {
  let end = 0
  for (let line = 0; line < LINES; line++) {
    const next = text.indexOf('\n', end)
    if (next === -1 || next > CHARACTERS) return text.slice(0, CHARACTERS)
    end = next + 1
  }
  return text.slice(0, Math.min(end - 1, CHARACTERS))
}
