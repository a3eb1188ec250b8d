import type { ContextView } from '@crewroom/shared/transcript/views'
import { tokenWords } from '../../overview/amounts'
import { fillSentence } from './context-words'
import { fillPicture } from './fill-picture'

const SIZE = { height: 84, top: 10 } as const

/** How full the context was after each answer, and where it was compacted. */
export function FillChart({
  view,
  shownPhase,
  width,
}: {
  readonly view: ContextView
  readonly shownPhase: number
  readonly width: number
}) {
  const box = { ...SIZE, width }
  const { areas, cuts, limitY } = fillPicture(view, box)
  if (areas.length === 0) return null
  // Labels of other phases would lie over each other.
  const labelled = cuts.filter(
    ({ phase }, index) =>
      phase === shownPhase || (cuts[index - 1]?.phase ?? 1) === shownPhase || cuts.length === 1,
  )
  return (
    <svg
      className="cx-fill"
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={fillSentence(view)}
    >
      {areas.map(({ phase, path }) => (
        <path key={phase} d={path} className={phase === shownPhase ? 'cx-area on' : 'cx-area'} />
      ))}
      {limitY !== null && (
        <>
          <line x1={0} x2={box.width} y1={limitY} y2={limitY} className="cx-limit" />
          <text x={box.width} y={limitY - 3} textAnchor="end">
            {tokenWords(view.limit ?? 0)}
          </text>
        </>
      )}
      {cuts.map(({ phase, x }) => (
        <line key={phase} x1={x} x2={x} y1={box.top + 6} y2={box.height} className="cx-cut" />
      ))}
      {labelled.slice(0, 2).map(({ phase, x, before, after }) => (
        <g key={phase}>
          <text
            x={x < 40 ? x + 4 : x - 4}
            y={Math.max(before.y - 3, box.top + 12)}
            textAnchor={x < 40 ? 'start' : 'end'}
          >
            {tokenWords(before.tokens)}
          </text>
          <text
            x={x > box.width - 34 ? x - 4 : x + 4}
            y={Math.max(after.y - 3, box.top + 24)}
            textAnchor={x > box.width - 34 ? 'end' : 'start'}
          >
            {tokenWords(after.tokens)}
          </text>
        </g>
      ))}
    </svg>
  )
}
