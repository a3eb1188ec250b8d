import { constants } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import type { FileKind, GroupFile } from '@crewroom/shared/model/group-file'
import type { FileContentsPort } from '../journal/ports/file-contents-port'
import { keepFile, makeFolders, sizeOf, textOf } from './files'
import { jsonOf, MARK_FILE } from './session-mark'

/** Folders of a group chat with what was added to it. */
const FOLDERS: Readonly<Record<FileKind, string>> = { file: 'files', picture: 'pictures' }

const chatMark = z.strictObject({
  version: z.literal(1),
  /** Sum of each copy, by its path in the folder of the group chat. */
  copies: z.record(z.string().regex(/^(?:files|pictures)\/(?!\.{1,2}$)[^/\\]+$/), z.string()),
})

/** How a program finds the contents. */
export type Contents = Pick<FileContentsPort, 'pathOf' | 'sizeOf'>

/**
 * Makes the copies of a group chat's files and pictures those that it has now. What somebody else has put beside them stays. A
 * content that is not on this server has no copy.
 */
export async function writeCopies(
  chat: string,
  groupId: string,
  wanted: readonly GroupFile[],
  contents: Contents,
): Promise<void> {
  for (const name of Object.values(FOLDERS)) await makeFolders(chat, [name])
  const mark = path.join(chat, MARK_FILE)
  const before = chatMark.safeParse(jsonOf(await textOf(mark))).data?.copies ?? {}
  if (wanted.length === 0 && Object.keys(before).length === 0) return
  const keys = new Set(wanted.map(keyOf))
  for (const key of Object.keys(before)) {
    if (!keys.has(key)) await rm(path.join(chat, key), { force: true })
  }
  // Before they are there: a copy that is in no mark would stay for ever.
  const known = Object.fromEntries(wanted.map((file) => [keyOf(file), before[keyOf(file)] ?? '']))
  await keepFile(mark, `${JSON.stringify({ version: 1, copies: known })}\n`)
  const copies: Record<string, string> = { ...known }
  for (const file of wanted) {
    const { kind, name, sha256, size } = file
    if ((await contents.sizeOf(groupId, sha256)) !== size) continue
    const at = path.join(chat, FOLDERS[kind], name)
    const key = keyOf(file)
    copies[key] = sha256
    if (before[key] === sha256 && (await sizeOf(at)) === size) continue
    const next = path.join(chat, '.copy.next')
    await rm(next, { force: true })
    const how = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL
    await copyFile(contents.pathOf(groupId, sha256), next, how)
    await rename(next, at)
  }
  await keepFile(mark, `${JSON.stringify({ version: 1, copies })}\n`)
}

const keyOf = ({ kind, name }: GroupFile) => `${FOLDERS[kind]}/${name}`
