import type { Hold } from '@crewroom/shared/model/conduct'

/** What agents did that put their messages on hold: `answered each other 40 times in a row`. */
export function holdWords({ reason, count }: Pick<Hold, 'reason' | 'count'>): string {
  switch (reason) {
    case 'hops':
      return `answered each other ${count} times in a row`
    case 'replies':
      return `exchanged ${count} replies within two minutes`
    case 'alone':
      return `continued ${count} times in a row with nothing new to answer`
    default:
      return reason satisfies never
  }
}
