import type { DroppedSession } from './messages'

/** What the server takes of one file, too. */
export const MOST_BYTES = 256 * 1024 * 1024

export interface SortedFiles {
  readonly sessions: readonly Omit<DroppedSession, 'id'>[]
  /** A sentence for each file that is not read. */
  readonly refused: readonly string[]
}

const SUBAGENT = /^agent-.*\.jsonl$/i
/** Characters in which a record's session stands, if it does. */
const BEGINNING = 16_384

/** Which of the dropped files are sessions, and which are their sub-agents'. */
export async function sortFiles(files: readonly File[]): Promise<SortedFiles> {
  const refused = files
    .filter(({ size }) => size > MOST_BYTES)
    .map(
      ({ name, size }) =>
        `“${name}” has ${(size / 1024 / 1024).toFixed(0)} MB, and a page reads files up to 256 MB. Put it into a folder of transcripts.roots and open it there.`,
    )
  const fitting = files.filter(({ size }) => size <= MOST_BYTES)
  const mains = fitting.filter(({ name }) => !SUBAGENT.test(name))
  const subagents = fitting.filter(({ name }) => SUBAGENT.test(name))
  // Alone, a sub-agent's file is a transcript as any other.
  if (mains.length === 0) {
    return { sessions: subagents.map((file) => ({ file, subagents: [] })), refused }
  }
  const [only] = mains
  if (only && mains.length === 1) return { sessions: [{ file: only, subagents }], refused }
  const idOf = async (file: File) =>
    /"sessionId":"([^"]+)"/.exec(await file.slice(0, BEGINNING).text())?.[1] ?? file.name
  const bySession = new Map<string, File[]>()
  for (const file of subagents) {
    const id = await idOf(file)
    bySession.set(id, [...(bySession.get(id) ?? []), file])
  }
  const sessions: Omit<DroppedSession, 'id'>[] = []
  for (const file of mains) {
    const id = await idOf(file)
    sessions.push({ file, subagents: bySession.get(id) ?? [] })
    bySession.delete(id)
  }
  // Whose session was not dropped with them stand alone.
  for (const file of [...bySession.values()].flat()) sessions.push({ file, subagents: [] })
  return { sessions, refused }
}
