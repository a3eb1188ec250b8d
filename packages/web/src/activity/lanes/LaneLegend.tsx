import { MarkIcon } from './MarkIcon'
import type { Sign } from './signs'

const WORDS: Readonly<Record<Sign, string>> = {
  work: 'at work',
  open: 'delivered, not confirmed yet',
  waits: 'waits for you',
  message: 'wrote in a group',
  direct: 'wrote to one agent',
  interrupt: 'interrupted an agent',
  task: 'gave a task',
  told: 'who was told',
  done: 'done',
  failed: 'failed',
  cancelled: 'task cancelled',
  returned: 'came back',
  ended: 'ended',
  held: 'on hold',
}

interface LaneLegendProps {
  readonly signs: ReadonlySet<Sign>
  /** There are too many marks for their connections to be drawn at once. */
  readonly isCrowded: boolean
}

/** What the signs mean that are in the window, and no others. */
export function LaneLegend({ signs, isCrowded }: LaneLegendProps) {
  return (
    <p className="l-legend">
      {(Object.keys(WORDS) as Sign[])
        .filter((sign) => signs.has(sign))
        .map((sign) => (
          <span key={sign} data-sign={sign}>
            <Picture sign={sign} /> {WORDS[sign]}
          </span>
        ))}
      <span className="sp" />
      {isCrowded && <b className="l-crowded">Hover over a mark to see who was told</b>}
      <span className="l-keys">Space plays, ← → moves, wheel zooms</span>
    </p>
  )
}

function Picture({ sign }: { readonly sign: Sign }) {
  switch (sign) {
    case 'work':
      return <i className="l-bar" />
    case 'open':
      return <i className="l-bar open" />
    case 'waits':
      return <i className="l-bar waits" />
    case 'told':
      return (
        <svg className="l-told" viewBox="0 0 22 12" aria-hidden="true">
          <path d="M1 11C6 11 8 1 21 1" />
        </svg>
      )
    default:
      return <MarkIcon kind={sign} />
  }
}
