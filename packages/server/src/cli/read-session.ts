import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Prices } from '@crewroom/shared/model/prices'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { createMask, secretValues } from '../rollouts/secret-mask'
import { StartRefused } from '../start-refused'
import { FollowedSession } from '../transcripts/followed-session'
import { NotBelow, openAnywhere } from '../open-below'

/** The transcript in a file, with those of its sub-agents, masked as the server masks it. Refuses with what to do. */
export async function readSession(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
  prices: Prices,
): Promise<TranscriptOf> {
  assertReadable(file)
  const book = new TranscriptOf({ prices })
  const session = new FollowedSession(path.resolve(file), createMask(secretValues(environment)))
  try {
    const isWhole = await session.readOn(openAnywhere, book, () => Promise.resolve())
    if (!isWhole) throw new StartRefused(`${file} was replaced while it was read. Try again.`)
  } catch (error) {
    if (error instanceof CrewError) throw new StartRefused(error.message)
    if (error instanceof NotBelow)
      throw new StartRefused(`${file} cannot be read: ${error.message}.`)
    throw error
  }
  return book
}

function assertReadable(file: string): void {
  const stats = lookAt(file)
  if (stats.isDirectory()) {
    const newest = newestIn(file)
    throw new StartRefused(
      newest === null
        ? `${file} is a folder without session files. Name one file, such as ~/.claude/projects/<folder>/<session>.jsonl.`
        : `${file} is a folder. Name one file of it; the newest is ${newest}.`,
    )
  }
  if (!stats.isFile()) throw new StartRefused(`${file} is not an ordinary file.`)
  if (stats.size === 0) throw new StartRefused(`${file} is empty: its session has not begun.`)
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new StartRefused(
      `${file} cannot be read by this user: its owner can allow it with chmod.`,
    )
  }
}

function lookAt(file: string): Stats {
  try {
    return statSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    throw new StartRefused(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no file ${file}. Claude Code keeps its sessions below ~/.claude/projects.`
        : `${file} cannot be read: ${String(code ?? error)}.`,
    )
  }
}

function newestIn(folder: string): string | null {
  try {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => path.join(folder, name))
    const byTime = files.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
    return byTime[0] ?? null
  } catch {
    return null
  }
}
