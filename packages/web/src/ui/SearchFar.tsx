import { ProgressLine } from './ProgressLine'

interface SearchFarProps {
  readonly found: {
    readonly data: { readonly complete: boolean; readonly asOf: number } | undefined
    /** Asked again, because the server has no index yet. */
    readonly failureCount: number
    readonly isError: boolean
  }
  /** How much there is. */
  readonly head: number
}

/** How far a search could look, while the index of messages is behind; nothing where it is not. */
export function SearchFar({ found: { data, failureCount, isError }, head }: SearchFarProps) {
  if (!data && failureCount > 0 && !isError) {
    return <ProgressLine what="The message index is being built…" far="" share={null} />
  }
  if (!data || data.complete) return null
  const read = Math.min(data.asOf, head)
  return (
    <ProgressLine
      what="The newest messages are being indexed…"
      far={`${read.toLocaleString('en')} of ${head.toLocaleString('en')} entries`}
      share={head === 0 ? null : read / head}
    />
  )
}
