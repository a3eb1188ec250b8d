import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { putAside, writePrivately } from './durable-files'
import type { Ids } from './ids'

const Tokens = z.object({ owner: z.string().min(20), observer: z.string().min(20) })
export type InstallTokens = z.infer<typeof Tokens>

type StoredTokens =
  | { readonly kind: 'none' }
  | { readonly kind: 'whole'; readonly tokens: InstallTokens }
  | { readonly kind: 'damaged'; readonly why: string }

/** What tokens.json holds. Throws where it may not be read: then nothing is known of it. */
export function readTokens(file: string): StoredTokens {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { kind: 'none' }
    throw error
  }
  if (text.trim() === '') return { kind: 'damaged', why: 'it is empty' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'damaged', why: 'it is not JSON or was cut off' }
  }
  const parsed = Tokens.safeParse(value)
  return parsed.success
    ? { kind: 'whole', tokens: parsed.data }
    : { kind: 'damaged', why: 'it does not contain an owner and an observer token' }
}

/**
 * Owner and observer token: made once, so that they survive restarts. A file that does not hold them, as a power cut
 * can leave one, is kept beside, and `notice` says so.
 */
export function keepTokens(
  file: string,
  ids: Ids,
): { readonly tokens: InstallTokens; readonly notice: string | null } {
  const stored = readTokens(file)
  if (stored.kind === 'whole') return { tokens: stored.tokens, notice: null }
  const aside = stored.kind === 'damaged' ? putAside(file, 'damaged') : null
  const tokens = { owner: ids.secret(), observer: ids.secret() }
  writePrivately(file, `${JSON.stringify(tokens, null, 2)}\n`)
  const notice =
    stored.kind === 'damaged' && aside !== null
      ? `${file} could not be used: ${stored.why}. New owner and observer tokens were created; copies of the old ones no longer work. Agents' tokens and logged-in browsers still work. The old file is kept as ${path.basename(aside)}.`
      : null
  return { tokens, notice }
}
