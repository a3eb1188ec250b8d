import type { Row } from './lane-rows'

/** So many lanes have nothing in the window: they are shown when somebody asks for them. */
export function QuietLane({
  row,
  onToggle,
}: {
  readonly row: Extract<Row, { kind: 'quiet' }>
  readonly onToggle: () => void
}) {
  const isFolded = row.agents + row.groups > 0
  const words = [
    ...(row.agents > 0 ? [`${row.agents} quiet`] : []),
    ...(row.groups > 0 ? [`${row.groups} quiet ${row.groups === 1 ? 'group' : 'groups'}`] : []),
  ]
  return (
    <div className="l-quiet" data-row="quiet" style={{ transform: `translateY(${row.top}px)` }}>
      <button type="button" className="btn" aria-expanded={!isFolded} onClick={onToggle}>
        {isFolded ? words.join(', ') : 'Fold the quiet ones'}
      </button>
    </div>
  )
}
