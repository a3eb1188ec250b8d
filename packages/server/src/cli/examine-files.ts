import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { DataDir } from '../data-dir'
import { isContent } from '../storage/file-contents'
import { sizeText } from './days-kept'
import { type Finding, ok, problem } from './finding'

/** What contents of files of groups take, and why none can be stored. Nothing where there is none. */
export function examineFiles({ groupFiles }: Pick<DataDir, 'groupFiles'>): Finding[] {
  if (!existsSync(groupFiles)) return []
  if (!statSync(groupFiles).isDirectory()) {
    return [
      problem(
        `${groupFiles} is not a folder; files and pictures of groups are stored in one of this name. Move it away.`,
      ),
    ]
  }
  const folders = readdirSync(groupFiles, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(groupFiles, name))
    .map((folder) => ({ folder, sizes: sizesIn(folder) }))
    .filter(({ sizes }) => sizes.length > 0)
  const sizes = folders.flatMap((one) => one.sizes)
  if (sizes.length === 0) return []
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return [
    ...folders.flatMap(({ folder }) => rights(folder)),
    ok(`files and pictures of groups: ${sizeText(bytes)} in ${counted(sizes.length)}`),
  ]
}

const counted = (n: number) => (n === 1 ? '1 content' : `${n} contents`)

function sizesIn(folder: string): number[] {
  const names = readdirSync(folder).filter(isContent)
  // A server may remove one meanwhile.
  return names.map(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  )
}

function rights(folder: string): Finding[] {
  const isOpen = (statSync(folder).mode & 0o077) !== 0 && process.platform !== 'win32'
  return isOpen ? [problem(`${folder} can be read by others. Run: chmod 700 ${folder}`)] : []
}
