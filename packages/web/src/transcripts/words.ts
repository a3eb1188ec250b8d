import type { TranscriptSums } from '@crewroom/shared/transcript/sums'
import { about, atLeast, elapsed, money, tokenWords } from '../overview/amounts'

/** `6 ms`, `2.1 s`, `0:14`, `3:10`. */
export function tookWords(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms) || ms < 0) return ''
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`
  return elapsed(ms)
}

/** `41k · 3:10`: what of it is known. */
export const spentWords = (tokens: number, ms: number): string =>
  [tokens > 0 ? tokenWords(tokens) : '', ms > 0 ? elapsed(ms) : '']
    .filter((part) => part !== '')
    .join(' · ')

/** `12k tokens`, `30k of sub-agents`, `42k together`, `about $0.12`: as far as it is known. */
export function sumWords({ own, subagents, together }: TranscriptSums): readonly string[] {
  const words: string[] = []
  if (own.totalTokens > 0) words.push(`${tokenWords(own.totalTokens)} tokens`)
  if (subagents.totalTokens > 0) {
    words.push(`${tokenWords(subagents.totalTokens)} of sub-agents`)
    words.push(`${tokenWords(together.totalTokens)} together`)
  }
  const { dollars, unpricedTokens } = together
  if (dollars !== null) words.push(atLeast(about(money(dollars), true), unpricedTokens > 0))
  return words
}

/** The summary line of a group, as the page says it. */
export const shownSummary = (summary: string): string =>
  summary
    .replace(/\btool calls?\b/, (words) => words.replace('tool call', 'tool'))
    .replace(/\bsubagent/, 'sub-agent')

/** The first line with something on it. */
export const firstLine = (text: string): string =>
  text
    .split('\n', 50)
    .map((line) => line.trim())
    .find((line) => line !== '')
    ?.slice(0, 300) ?? ''

export const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(100, Math.max(0, Math.round((100 * part) / whole)))

/** A path as it is from the folder that the session works in; others stay whole. */
export const shortPath = (path: string, folder: string | null): string =>
  folder !== null && folder !== '' && path.startsWith(`${folder}/`)
    ? path.slice(folder.length + 1)
    : path
