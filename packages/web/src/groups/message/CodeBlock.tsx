import { Copy } from 'lucide-react'
import { Suspense, useContext, useRef } from 'react'
import { useOverflows } from '../../ui/use-overflows'
import { copyText } from './copy-text'
import { useHighlighted } from './highlighter'
import { ControlTab, CutCode } from './mention-scope'
import { shownHidden } from './text-pieces'
import { UnfoldButton } from './UnfoldButton'
import { useOpened } from './use-opened'
import { drawnLater } from '../../ui/drawn-later'

/** Code that can be drawn: by what, and how much of it. More may keep the browser busy for long. */
const PICTURES = {
  svg: {
    Picture: drawnLater(() => import('../../diagrams/SvgPicture').then((own) => own.default)),
    most: 100_000,
  },
  mermaid: {
    Picture: drawnLater(() => import('../../diagrams/DiagramPicture').then((own) => own.default)),
    most: 20_000,
  },
}
const LONG = 200
const SHOWN_OF_LONG = 24

interface CodeBlockProps {
  readonly text: string
  readonly language: string
}

/** Code, as it was written: it scrolls in itself, says its language and can be copied. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  const tabIndex = useContext(ControlTab)
  // The row is made again when its text is shown as markdown: what was pressed before stays pressed.
  const [isWhole, setWhole] = useOpened(`code ${text}`)
  const code = useRef<HTMLPreElement>(null)
  const isWide = useOverflows(code)
  const whole = shownHidden(text)
  const lines = whole.split('\n')
  const isLong = lines.length >= LONG
  const shown = isLong && !isWhole ? lines.slice(0, SHOWN_OF_LONG).join('\n') : whole
  const name = language.slice(0, 30)
  const isDiff = /^(diff|patch)$/i.test(name)
  const isCut = useContext(CutCode)
  const picture = isCut ? undefined : pictureOf(name)
  const Picture = picture && text.length <= picture.most ? picture.Picture : null
  const [isDrawn, setDrawn] = useOpened(`drawing ${text}`)
  const highlighted = useHighlighted(shown, isDiff ? '' : name)
  return (
    <div className={name ? 'code named' : 'code'} dir="ltr">
      <pre
        ref={code}
        tabIndex={isWide ? 0 : undefined}
        role="group"
        aria-label={name ? `Code, ${name}` : 'Code'}
      >
        {isDiff ? <DiffLines text={shown} /> : (highlighted ?? shown)}
      </pre>
      {Picture && isDrawn && (
        <Suspense fallback={null}>
          <Picture text={text} />
        </Suspense>
      )}
      <div className="code-bar">
        {name && <span>{name}</span>}
        {Picture && (
          <button
            type="button"
            className="draw"
            tabIndex={tabIndex}
            onClick={() => setDrawn(!isDrawn)}
          >
            {isDrawn ? 'Hide' : 'Draw'}
          </button>
        )}
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label="Copy code"
          title="Copy"
          onClick={() => void copyText(text, 'The code')}
        >
          <Copy size={14} />
        </button>
      </div>
      {isLong && (
        <UnfoldButton
          isWhole={isWhole}
          amount={`${lines.length} lines`}
          onToggle={() => setWhole(!isWhole)}
        />
      )}
    </div>
  )
}

const pictureOf = (language: string) =>
  Object.entries(PICTURES).find(([name]) => name === language.toLowerCase())?.[1]

/** What was added and removed, told apart by sign and by colour. */
function DiffLines({ text }: { readonly text: string }) {
  return (
    <span className="diff">
      {text.split('\n').map((line, index) => (
        // Lines never move: their place is who they are.
        <span key={index} className={`diff-line ${kindOfLine(line)}`}>
          {line}
          {'\n'}
        </span>
      ))}
    </span>
  )
}

function kindOfLine(line: string): 'file' | 'place' | 'added' | 'removed' | 'same' {
  if (/^(\+\+\+|---|diff |index )/.test(line)) return 'file'
  if (line.startsWith('@@')) return 'place'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'same'
}
