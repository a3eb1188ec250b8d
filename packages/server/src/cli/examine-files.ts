import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { DataDir } from '../data-dir'
import { sizeText } from './days-kept'
import { type Finding, ok, problem } from './finding'

/** What contents of files of groups take, and why none can be stored. Nothing where there never was one. */
export function examineFiles({ groupFiles }: Pick<DataDir, 'groupFiles'>): Finding[] {
  if (!existsSync(groupFiles)) return []
  const found = statSync(groupFiles)
  if (!found.isDirectory()) {
    return [
      problem(
        `${groupFiles} is not a folder; files and pictures of groups are stored in one of this name. Move it away.`,
      ),
    ]
  }
  const sizes = readdirSync(groupFiles, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0,
    )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const open =
    (found.mode & 0o077) !== 0 && process.platform !== 'win32'
      ? [problem(`${groupFiles} can be read by others. Run: chmod 700 ${groupFiles}`)]
      : []
  return [...open, ok(`files and pictures of groups: ${sizes.length} contents, ${sizeText(bytes)}`)]
}
