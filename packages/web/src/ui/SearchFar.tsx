import { ProgressLine } from './ProgressLine'
import { clockTime, dayLabel } from './times'
import { useNow } from './use-now'

interface SearchFarProps {
  readonly found: {
    readonly data:
      | {
          readonly complete: boolean
          readonly asOf: number
          readonly behind: number
          readonly searchedTo: string | null
        }
      | undefined
    /** Asked again, because the server has no index yet. */
    readonly failureCount: number
    readonly isError: boolean
  }
}

/** How far a search could look, while the index of messages is behind; nothing where it is not. */
export function SearchFar({ found: { data, failureCount, isError } }: SearchFarProps) {
  const now = useNow(60_000)
  if (!data && failureCount > 0 && !isError) {
    return <ProgressLine what="The message index is being built…" far="" share={null} />
  }
  if (!data || data.complete) return null
  const { asOf, behind, searchedTo } = data
  const day = searchedTo === null ? '' : dayLabel(searchedTo, now)
  return (
    <ProgressLine
      what={
        searchedTo === null
          ? 'Nothing is searched yet'
          : `Searched up to ${day === 'Today' ? '' : `${day}, `}${clockTime(searchedTo)}`
      }
      far={`${behind.toLocaleString('en')} newer ${behind === 1 ? 'entry is' : 'entries are'} not searched yet`}
      share={asOf / (asOf + behind)}
    />
  )
}
