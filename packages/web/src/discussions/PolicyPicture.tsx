import type { Policy } from '@crewroom/shared/model/run'

interface PolicyPictureProps {
  readonly kind: Policy['kind']
  readonly width?: number
}

const LINE = {
  fill: 'none',
  stroke: 'var(--text3)',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const Dot = ({ x, y, r = 4, isFirst = false }: Spot) => (
  <circle cx={x} cy={y} r={r} fill={isFirst ? 'var(--accent)' : 'var(--text3)'} />
)
interface Spot {
  readonly x: number
  readonly y: number
  readonly r?: number
  readonly isFirst?: boolean
}
const Head = ({
  x,
  y,
  turn,
}: {
  readonly x: number
  readonly y: number
  readonly turn: number
}) => (
  <path d="M-3.5-2.8 0 0-3.5 2.8" transform={`translate(${x} ${y}) rotate(${turn})`} {...LINE} />
)

/** How speakers are chosen, as a small picture. Always beside its name, so it is silent. */
export function PolicyPicture({ kind, width = 72 }: PolicyPictureProps) {
  return (
    <svg viewBox="0 0 64 40" width={width} height={(width * 40) / 64} aria-hidden="true">
      <Drawing kind={kind} />
    </svg>
  )
}

function Drawing({ kind }: Pick<PolicyPictureProps, 'kind'>) {
  switch (kind) {
    case 'round_robin':
      return (
        <>
          <Dot x={32} y={7} isFirst />
          <Dot x={49} y={19} />
          <Dot x={42} y={35} />
          <Dot x={22} y={35} />
          <Dot x={15} y={19} />
          <path d="M37.5 8.5Q44 10 47 14" {...LINE} />
          <Head x={47} y={14} turn={52} />
          <path d="M50 24Q49.5 29 46 32" {...LINE} />
          <Head x={46} y={32} turn={138} />
          <path d="M37 37.5H27.5" {...LINE} />
          <Head x={27.5} y={37.5} turn={180} />
          <path d="M18.5 32Q15 29 14.5 24" {...LINE} />
          <Head x={14.5} y={24} turn={262} />
        </>
      )
    case 'selection':
      return (
        <>
          <Dot x={32} y={20} r={5.5} isFirst />
          <Dot x={9} y={8} />
          <Dot x={9} y={32} />
          <Dot x={55} y={8} />
          <Dot x={55} y={32} />
          <path d="M27 17 14 10.5M27 23 14 29.5M37 23 50 29.5" {...LINE} strokeDasharray="1 4" />
          <path d="M37.5 17.5 49.5 11" {...LINE} />
          <Head x={49.5} y={11} turn={-28} />
        </>
      )
    case 'parallel':
      return (
        <>
          <Dot x={8} y={20} isFirst />
          <Dot x={32} y={6} />
          <Dot x={32} y={20} />
          <Dot x={32} y={34} />
          <Dot x={56} y={20} isFirst />
          <path d="M12.5 17.5 27.5 8M12.5 20H27M12.5 22.5 27.5 32" {...LINE} />
          <path d="M36.5 8 51.5 17.5M37 20H51M36.5 32 51.5 22.5" {...LINE} />
        </>
      )
    case 'hierarchical':
      return (
        <>
          <Dot x={32} y={7} r={5.5} isFirst />
          <Dot x={11} y={33} />
          <Dot x={32} y={33} />
          <Dot x={53} y={33} />
          <path d="M28 11.5 14 28.5M32 13V28M36 11.5 50 28.5" {...LINE} />
        </>
      )
    default:
      return kind satisfies never
  }
}
