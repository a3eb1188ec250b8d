import { stripAnsi } from '@crewroom/shared/transcript/strip-ansi'
import type { TranscriptPage } from '@crewroom/shared/transcript/views'

/** `1 tool call`, `3 tool calls`. */
export function count(number: number, what: string): string {
  return `${grouped(number)} ${what}${number === 1 ? '' : 's'}`
}

/** `1.2k`, `34k`, `5.6M`: as much as one looks at. */
export function short(number: number): string {
  if (number < 1_000) return `${number}`
  const [value, unit] = number < 999_500 ? [number / 1_000, 'k'] : [number / 1_000_000, 'M']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}`
}

/** `0.4 s`, `34 s`, `2 min 5 s`, `3 h 20 min`. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `2026-01-31 17:04:05`, by the clock beside whoever reads it. */
export function moment(at: string): string {
  const date = new Date(at)
  const two = (number: number) => `${number}`.padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${date.toTimeString().slice(0, 8)}`
}

/** What it came to, in one line. */
export function totalsLine({
  totals,
  metrics,
  sums,
}: Pick<TranscriptPage, 'totals' | 'metrics' | 'sums'>): string {
  const parts = [
    count(totals.user, 'prompt'),
    count(totals.ai, 'answer'),
    count(totals.tools, 'tool call'),
    totals.errors > 0 && `${grouped(totals.errors)} failed`,
    totals.orphans > 0 && `${grouped(totals.orphans)} without a result`,
    totals.subagents > 0 && count(totals.subagents, 'sub-agent'),
    totals.compact > 0 && count(totals.compact, 'compaction'),
    ...tokenParts(sums),
    metrics.durationMs > 0 && duration(metrics.durationMs),
    totals.unreadable > 0 && `${count(totals.unreadable, 'line')} could not be read`,
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

/** Its own tokens, those of its sub-agents, both together, and what that cost. */
function tokenParts({ own, subagents, together }: TranscriptPage['sums']): readonly string[] {
  const { totalTokens, outputTokens } = own
  const parts: string[] = []
  if (totalTokens > 0)
    parts.push(`${grouped(totalTokens)} tokens (${grouped(outputTokens)} of output)`)
  if (subagents.totalTokens > 0) {
    parts.push(`${grouped(subagents.totalTokens)} of sub-agents`)
    parts.push(`${grouped(together.totalTokens)} together`)
  }
  const { dollars, unpricedTokens } = together
  if (dollars !== null) parts.push(`${unpricedTokens > 0 ? 'at least ' : ''}about ${usd(dollars)}`)
  return parts
}

const usd = (dollars: number): string =>
  `$${dollars.toFixed(dollars > 0 && dollars < 0.01 ? 4 : 2)}`

/** Without codes of terminals, which could hide what stands before them. */
export function plain(text: string): string {
  return stripAnsi(text)
}

function grouped(number: number): string {
  return `${number}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
}
