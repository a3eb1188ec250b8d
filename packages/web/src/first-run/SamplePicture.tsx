/** Who works when, as Lanes show it: role, then begin and length of each piece of work. */
const LANES = [
  ['lead', [2, 28], [70, 26], [150, 26]],
  ['architect', [20, 76], [112, 68]],
  ['developer', [34, 86], [132, 82]],
  ['code-reviewer', [104, 46], [186, 50]],
  ['qa-tester', [160, 68]],
] as const

/** What a crew at work looks like, in small. */
export function SamplePicture() {
  return (
    <svg viewBox="0 0 250 96" className="fr-picture" aria-hidden="true">
      {LANES.map(([role, ...bars], lane) => (
        <g key={role} className={`role-${role}`}>
          <line x1={0} x2={250} y1={12 + lane * 18} y2={12 + lane * 18} stroke="var(--line)" />
          {bars.map(([x, width]) => (
            <rect
              key={x}
              x={x}
              y={6 + lane * 18}
              width={width}
              height={12}
              rx={4}
              fill="var(--t)"
              stroke="var(--c)"
              strokeOpacity={0.6}
            />
          ))}
        </g>
      ))}
      <path
        d="M30 18C30 24 40 24 40 27M96 36C96 42 104 58 106 61M150 66C156 48 152 34 160 20"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth={1.3}
        opacity={0.6}
      />
      <line x1={214} x2={214} y1={0} y2={96} stroke="var(--accent)" strokeWidth={1.6} />
    </svg>
  )
}
