import { TranscriptNothing } from './TranscriptNothing'
import { TranscriptReady } from './TranscriptReady'
import type { TranscriptViewProps } from './TranscriptView'
import { useLoaded } from './use-loaded'

/** One transcript in one tab, once something of it is loaded. */
export function TranscriptShown(props: Omit<TranscriptViewProps, 'tabId'>) {
  const own = useLoaded(props.source)
  const { items, loaded } = own
  if (loaded.page === null || loaded.items.length === 0) {
    return (
      <TranscriptNothing
        error={loaded.error}
        isEmpty={loaded.page !== null}
        retry={() => items.retry()}
      />
    )
  }
  return <TranscriptReady {...props} {...own} page={loaded.page} />
}
