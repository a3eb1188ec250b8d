import { shellLine } from '@crewroom/shared/text/join-lines'
import type { MadeBackup } from './backup'
import type { End } from './backup-file'
import { sizeText } from './days-kept'
import type { Restored } from './restore'

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

function whatIsIn({ counts, files }: End): string {
  const parts = [
    counted(counts.crews, 'crew'),
    counted(counts.agents, 'agent'),
    counted(counts.groups, 'group'),
    counted(counts.messages, 'message'),
  ]
  return `${parts.join(', ')} and ${counted(files.count, 'content')} of files and pictures`
}

/** What a person reads after a backup. */
export function backupLines(file: string, { end, bytes }: MadeBackup): string[] {
  return [
    `Backed up ${whatIsIn(end)} to ${file} (${sizeText(bytes)}), and read it again.`,
    ...missing(end),
    'The file contains tokens and everything that people and agents wrote. Keep it where only you can read it.',
  ]
}

/** And after a restore. */
export function restoreLines(
  file: string,
  folder: string,
  { head, end, aside }: Restored,
): string[] {
  return [
    `Restored ${whatIsIn(end)} from ${file} into ${folder}. Crewroom ${head.version} made it at ${head.madeAt}.`,
    ...missing(end),
    ...(aside === null ? [] : [`The folder that was there before is now ${aside}.`]),
    `Start it with: ${shellLine(['crewroom', 'start', '--data', folder])}`,
    'If the server that the backup is of is still running, stop it first: both would run the same agents.',
  ]
}

function missing({ files }: End): string[] {
  return files.missing === 0
    ? []
    : [
        `Of ${counted(files.missing, 'file or picture')} the content was missing already; remove and add each again.`,
      ]
}
