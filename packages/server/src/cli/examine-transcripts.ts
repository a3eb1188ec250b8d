import { lookAtRoots } from '../transcripts/roots'
import { findSessionFiles } from '../transcripts/session-files'
import { type Finding, note, ok } from './finding'

/** Which folders of session files there are, and how many sessions are in each. Reads none of them. */
export async function examineTranscripts(paths: readonly string[]): Promise<Finding[]> {
  if (paths.length === 0) {
    return [note('transcripts of files are turned off: transcripts.roots is an empty list')]
  }
  const findings = lookAtRoots(paths).map(async (root): Promise<Finding> => {
    if (root.problem !== null) {
      return note(
        `transcripts: ${root.path}: ${root.problem}; the setting transcripts.roots names folders`,
      )
    }
    const files = await findSessionFiles([root], () => Promise.resolve())
    const mebibytes = Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / (1024 * 1024))
    return ok(
      `transcripts: ${root.path}: ${files.length} session${files.length === 1 ? '' : 's'}, ${mebibytes} MiB`,
    )
  })
  return Promise.all(findings)
}
