import path from 'node:path'
import * as z from 'zod'
import { keepFile, textOf } from './files'
import { RESPONSES_FILE, UI_FILE } from './tree-lines'

/** Beside the files of a session or a group chat: how far they are written. Only the server reads it. */
export const MARK_FILE = '.crewroom.json'

const size = z.number().int().min(0)
/** Where the lines of the last two rounds begin in a file, and where it ends: in bytes. */
const fileMark = z.strictObject({ base: size, size })
const recordMark = z.strictObject({
  /** The entry with which the last two rounds begin; 0: the record’s first. */
  from: size,
  own: fileMark,
  /** By name of the sub-agent’s file. */
  subagents: z.record(z.string(), fileMark),
  /** What the lines say beside the entries: with another person or setting they are written again. */
  about: z.string(),
})
const sessionMark = z.strictObject({
  version: z.literal(1),
  leadId: z.string(),
  sessionId: z.string(),
  /** Number of the crew’s newest fact that is in the files. */
  seq: size,
  sizes: z.strictObject({ [UI_FILE]: size, [RESPONSES_FILE]: size }),
  /** By folder of the agent. */
  records: z.record(z.string(), recordMark),
})
export type FileMark = z.infer<typeof fileMark>
export type RecordMark = z.infer<typeof recordMark>
export type SessionMark = z.infer<typeof sessionMark>

export function newMark(leadId: string, sessionId: string): SessionMark {
  const sizes = { [UI_FILE]: 0, [RESPONSES_FILE]: 0 }
  return { version: 1, leadId, sessionId, seq: 0, sizes, records: {} }
}

export const NEW_FILE: FileMark = { base: 0, size: 0 }
export const NEW_RECORD: RecordMark = { from: 0, own: NEW_FILE, subagents: {}, about: '' }

/** The mark of a session; null where there is none that fits it. */
export async function readMark(
  folder: string,
  leadId: string,
  sessionId: string,
): Promise<SessionMark | null> {
  const parsed = sessionMark.safeParse(jsonOf(await textOf(path.join(folder, MARK_FILE))))
  const isOfIt = parsed.data?.leadId === leadId && parsed.data.sessionId === sessionId
  return isOfIt ? (parsed.data ?? null) : null
}

export async function writeMark(folder: string, mark: SessionMark): Promise<void> {
  await keepFile(path.join(folder, MARK_FILE), `${JSON.stringify(mark)}\n`)
}

export function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
