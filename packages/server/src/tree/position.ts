import path from 'node:path'
import * as z from 'zod'
import { treeNames } from '../group-chats/chat-folder'
import {
  makeInWorkspaces,
  removeEmptyFolders,
  removeInWorkspaces,
  replaceFile,
  textOf,
} from './files'
import { jsonOf } from './session-mark'

/** Beside the folder `.viben` of a workspace: how far the journal of its crew is in the files. */
const POSITION_FILE = 'files.json'

const position = z.strictObject({ version: z.literal(1), seq: z.number().int().min(0) })

/** Number of the newest fact that is in the files; null: there are none. */
export async function readPosition(workspaces: string, leadId: string): Promise<number | null> {
  const text = await textOf(path.join(workspaces, leadId, POSITION_FILE))
  return position.safeParse(jsonOf(text)).data?.seq ?? null
}

export async function writePosition(
  workspaces: string,
  leadId: string,
  seq: number,
): Promise<void> {
  const folder = await makeInWorkspaces(workspaces, [leadId])
  await replaceFile(path.join(folder, POSITION_FILE), `${JSON.stringify({ version: 1, seq })}\n`)
}

/** Takes away all files of a crew, and how far they were. What somebody else has put there stays. */
export async function removeTree(workspaces: string, leadId: string): Promise<void> {
  await removeInWorkspaces(workspaces, [leadId, POSITION_FILE])
  await removeInWorkspaces(workspaces, treeNames(leadId))
  await removeEmptyFolders(workspaces, treeNames(leadId).slice(0, -1))
}
