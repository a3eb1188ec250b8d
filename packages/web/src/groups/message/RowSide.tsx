import type { ComponentProps } from 'react'
import { Avatar } from '../../ui/Avatar'
import { clockTime, fullTime } from '../../ui/times'

interface RowSideProps {
  readonly who: ComponentProps<typeof Avatar>['who']
  readonly at: string
  readonly isCompact: boolean
}

/** What stands left of a message: a face, or below a head only the time. */
export function RowSide({ who, at, isCompact }: RowSideProps) {
  if (!isCompact) return <Avatar who={who} />
  return (
    <time className="ct" dateTime={at} title={fullTime(at)}>
      {clockTime(at)}
    </time>
  )
}
