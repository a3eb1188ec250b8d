import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefused } from '../start-refused'
import { failureIn } from '../storage-failure'

/** How the code of an invitation is given to a command. */
export interface InviteFlags {
  /** The code itself, or `-`. */
  readonly invite?: string
  readonly inviteFile?: string
}

const STDIN = '-'
/** Codes are shorter; whatever else is in the place of one is not read to its end. */
const MOST_UNITS = 1_000

export const INVITE_FILE = [
  '--invite-file <file>',
  'a file with the code of an invitation, with --url',
] as const

/** Whether the code is in the arguments, which every user of the machine can list. */
export function isInArguments({ invite }: InviteFlags): boolean {
  return invite !== undefined && invite !== STDIN
}

export function isFromStdin({ invite }: InviteFlags): boolean {
  return invite === STDIN
}

/** The code, from where it was said to be. */
export async function inviteCode({ invite, inviteFile }: InviteFlags): Promise<string> {
  if (invite !== undefined && invite !== STDIN) return invite
  if (inviteFile !== undefined) return codeIn(fileText(inviteFile), inviteFile)
  return codeIn(process.stdin.isTTY ? await asked() : await piped(), 'stdin')
}

function codeIn(text: string, place: string): string {
  const code = text.trim()
  if (/^[\w-]+$/.test(code) && code.length < MOST_UNITS) return code
  throw new StartRefused(`There is no code of an invitation in ${place}.`)
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartRefused(`${file} cannot be read (${failureIn(error).code}).`)
  }
}

async function piped(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1')
    if (text.length > MOST_UNITS) break
  }
  return text
}

/** Not shown while it is typed or pasted. */
async function asked(): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  // From here on the terminal shows nothing of what is typed.
  process.stderr.write('Paste the code of the invitation and press Enter: ')
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
