import { connection, type Place } from './connections'

export interface Link {
  readonly key: string
  readonly x: number
  readonly from: Place
  readonly to: readonly Place[]
}

interface LaneLinksProps {
  readonly links: readonly Link[]
  readonly width: number
  readonly height: number
  /** Nothing is drawn to the right of this: now, or the edge. */
  readonly most: number
  readonly isHot?: boolean
}

/** Who was told: a line from each sign to everyone, one path per sign. */
export function LaneLinks({ links, width, height, most, isHot = false }: LaneLinksProps) {
  return (
    <svg
      className={isHot ? 'l-links hot' : 'l-links'}
      data-testid={isHot ? 'hot-links' : 'links'}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {links.map(({ key, x, from, to }) => (
        <path key={key} d={to.map((place) => connection(x, from, place, most)).join('')} />
      ))}
    </svg>
  )
}
