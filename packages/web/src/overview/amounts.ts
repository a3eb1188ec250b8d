import { shortNumber } from '../crew/agent-words'

/** `0:34`, `12:05`, `1:04:10`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `40 s`, `30 min`, `2 h 5 min`, `3 days`. */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

export function money(dollars: number): string {
  // As a figure it would be nothing.
  if (dollars > 0 && dollars < 0.0005) return '<$0.001'
  return `$${dollars.toFixed(dollars > 0 && dollars < 0.1 ? 3 : 2)}`
}

/** What is not known is not shown, and what is not all is said to be less than there is. */
export function atLeast(text: string, isMore: boolean): string {
  return isMore ? `at least ${text}` : text
}

export const ESTIMATE = 'Estimated from the prices of the models, where programs report no cost'

/** A cost that was worked out from prices is not what the bill says. */
export function about(text: string, isEstimate: boolean): string {
  return isEstimate ? `about ${text}` : text
}

export function tokenWords(tokens: number): string {
  return shortNumber(Math.round(tokens))
}
