import * as z from 'zod'
import { StartRefused } from '../start-refused'

/**
 * A backup is a gzipped tar: a person can look into it, and unpack it, with ordinary tools. Its first entry says what
 * it is, its last one what must have been between them.
 */
export const HEAD = 'crewroom-backup.json'
export const END = 'contents.json'
export const DATABASE = 'crewroom.sqlite'
export const TOKENS = 'tokens.json'
const CONTENT = /^files\/[\w-]{1,64}\/[0-9a-f]{64}$/

/** The form of the file. A newer one is refused. */
const FORMAT = 1
const KIND = 'crewroom-backup'
/** Entries that are read whole are no longer than this. */
export const TEXT_BYTES = 64 * 1024

/**
 * How each file begins: gzip says of itself what nothing checks (a time, a system), so here it is always the same, and
 * no byte of what a backup holds can change unnoticed.
 */
export const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

const count = z.number().int().min(0)
const Counts = z.object({
  crews: count,
  agents: count,
  groups: count,
  messages: count,
  facts: count,
})

const Head = z.object({
  kind: z.literal(KIND),
  format: z.number().int(),
  /** The version of Crewroom that made it. */
  version: z.string().max(100),
  madeAt: z.string().max(40),
})
export type Head = z.infer<typeof Head>

const End = z.object({
  counts: Counts,
  /** Files and pictures of groups. */
  files: z.object({ count, bytes: count, missing: count }),
  databaseBytes: count,
  /** The hash of one line for each entry before this one. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type End = z.infer<typeof End>

export function headOf(version: string, madeAt: string): Head {
  return { kind: KIND, format: FORMAT, version, madeAt }
}

/** What a line of the hash over all entries is. */
export function lineOf(name: string, size: number, sha256: string): string {
  return `${sha256} ${size} ${name}\n`
}

/** Whether a backup can have an entry of this name between its first and its last. */
export function mayHold(name: string): boolean {
  return name === DATABASE || name === TOKENS || CONTENT.test(name)
}

export function readHead(file: string, text: string): Head {
  const head = Head.safeParse(jsonOf(text))
  if (!head.success) throw notBackup(file)
  if (head.data.format > FORMAT) {
    throw new StartRefused(
      `${file} was made by a newer version of Crewroom, ${head.data.version}, in a form that this one does not know. Restore it with that version.`,
    )
  }
  return head.data
}

export function readEnd(file: string, text: string): End {
  const end = End.safeParse(jsonOf(text))
  if (!end.success) throw damaged(file, 'its list of contents cannot be read')
  return end.data
}

export function notBackup(file: string): StartRefused {
  return new StartRefused(
    `${file} is not a backup of Crewroom. crewroom backup makes one; crewroom import reads the file of a crew or a group.`,
  )
}

export function damaged(file: string, why: string): StartRefused {
  return new StartRefused(
    `${file} is damaged or was cut off: ${why}. Nothing was restored. Use another backup.`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
