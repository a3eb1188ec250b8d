import { InTheWay } from './files'

const TROUBLES: readonly (readonly [codes: RegExp, why: string, next: string])[] = [
  [/^(ENOSPC|EDQUOT)$/, 'the disk is full', 'Free some space.'],
  [
    /^(EROFS|EACCES|EPERM)$/,
    'the folder cannot be written to',
    'Check its owner, its permissions, and whether its disk is mounted read-only.',
  ],
  [/^(EMFILE|ENFILE)$/, 'the system has no file handles left', 'Close other programs.'],
]

/** Why the files of group chats are not written, and what a person can do. */
export function troubleSentence(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [, why, next] = TROUBLES.find(([codes]) => codes.test(code)) ?? unknown(error)
  return `The files of this crew’s group chats are not being written to ${folder}: ${why}${code === '' || error instanceof InTheWay ? '' : ` (${code})`}. Everything that is said is stored as always. ${next} The server tries again every minute and then writes what is missing.`
}

function unknown(error: unknown): (typeof TROUBLES)[number] {
  const why = error instanceof Error ? error.message : String(error)
  return [/^/, why, 'Move away what is in the way, or check the disk.']
}
