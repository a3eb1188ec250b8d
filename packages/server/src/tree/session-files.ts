import path from 'node:path'
import { appendAt, makeFolders, replaceFile, sizeOf } from './files'
import type { SessionPending } from './pending'
import { isRecordThere } from './record-files'
import { type SessionMark, newMark, readMark, writeMark } from './session-mark'
import { type LineFile, RESPONSES_FILE, UI_FILE } from './tree-lines'

const LINE_FILES = [UI_FILE, RESPONSES_FILE] as const

export interface SessionPlace {
  readonly leadId: string
  readonly sessionId: string
  /** Folder of the group chat, which is there. */
  readonly chat: string
}

/**
 * Adds to the files of a session that grow line by line. What a crash left behind the mark is cut off and written again. Null:
 * what is there is not what the mark says, and the session has to be written from its beginning.
 */
export async function writeLines(
  { leadId, sessionId, chat }: SessionPlace,
  { isWhole, changes }: Pick<SessionPending, 'isWhole' | 'changes'>,
  { upTo, head }: { readonly upTo: number; readonly head: number },
): Promise<{ readonly folder: string; readonly mark: SessionMark } | null> {
  const folder = await makeFolders(chat, ['sessions', sessionId])
  const found = await readMark(folder, leadId, sessionId)
  // A mark beyond the newest fact is of a crew that was put back to an earlier state.
  const isOwn = found !== null && found.seq <= head && (await isThere(folder, found, 'least'))
  const before = isOwn ? found : null
  if (before === null && !isWhole) return null
  const mark = before ?? newMark(leadId, sessionId)
  const sizes = { ...mark.sizes }
  const add = async (file: LineFile, text: string) => {
    sizes[file] = await appendAt(path.join(folder, file), sizes[file], text)
  }
  const texts = { [UI_FILE]: '', [RESPONSES_FILE]: '' }
  let isEmptied = false
  for (const { seq, change } of changes) {
    if (seq <= mark.seq) continue
    if (change.kind === 'emptied') {
      texts[change.file] = ''
      isEmptied = true
    } else texts[change.file] += `${JSON.stringify(change.line)}\n`
  }
  for (const file of LINE_FILES) {
    if (file === RESPONSES_FILE && isEmptied) {
      // The mark first: a file that is shorter than it says would be taken for a lost one.
      sizes[file] = 0
      await writeMark(folder, { ...mark, sizes: { ...mark.sizes, [file]: 0 } })
      await replaceFile(path.join(folder, file), '')
    }
    if (texts[file] !== '' || (await sizeOf(path.join(folder, file))) !== sizes[file]) {
      await add(file, texts[file])
    }
  }
  return { folder, mark: { ...mark, seq: Math.max(mark.seq, upTo), sizes } }
}

/** Whether the files are as long as the mark says, or at least so long. */
async function isThere(
  folder: string,
  { sizes }: SessionMark,
  length: 'exact' | 'least',
): Promise<boolean> {
  for (const file of LINE_FILES) {
    const size = await sizeOf(path.join(folder, file))
    if (size === null || size < sizes[file]) return false
    if (length === 'exact' && size > sizes[file]) return false
  }
  return true
}

/** Whether a session that nothing happens in is there as it was written. */
export async function isSessionThere({ leadId, sessionId, chat }: SessionPlace): Promise<boolean> {
  const folder = path.join(chat, 'sessions', sessionId)
  const mark = await readMark(folder, leadId, sessionId)
  if (!mark || !(await isThere(folder, mark, 'exact'))) return false
  for (const [agent, record] of Object.entries(mark.records)) {
    if (!(await isRecordThere(path.join(folder, 'agents', agent), record, 'exact'))) return false
  }
  return true
}
