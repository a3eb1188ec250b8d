import type { ToolKind } from './need'

/**
 * Commands that do with further files of the working folder what they do without: what each makes of them was read in its
 * manual. Options, and words that lead out of the folder, are another matter for all of them. None is here that runs what
 * it is named: a test behind `npm test`, `go test` or `cargo test` is another program.
 */
const TAKES_PATHS: ReadonlySet<string> = new Set([
  'git add',
  'git diff',
  'git log',
  'git show',
  'git status',
  'go build',
  'go vet',
])

/** Kinds of tools whose rules, in a folder, are about the files of this folder. */
const FILE_KINDS: ReadonlySet<ToolKind> = new Set(['read', 'edit', 'delete', 'move', 'search'])

export function takesFiles(kind: ToolKind): boolean {
  return FILE_KINDS.has(kind)
}

/** Whether "always" can be said of a whole kind: not of commands, of modes, or of tools that only have in common to be unknown. */
export function canBeAlways(kind: ToolKind): boolean {
  return kind !== 'execute' && kind !== 'other' && kind !== 'switch_mode'
}

/** Whether a rule that allows this command allows it with further files of the working folder too. */
export function takesPaths(command: string): boolean {
  return TAKES_PATHS.has(command)
}
