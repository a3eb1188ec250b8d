/**
 * Commands that do with further files of the working folder what they do without: what each makes of them was read in its
 * manual. Options, and words that lead out of the folder, are another matter for all of them.
 */
const TAKES_PATHS: ReadonlySet<string> = new Set([
  'git add',
  'git diff',
  'git log',
  'git show',
  'git status',
  'cargo build',
  'cargo check',
  'cargo test',
  'go build',
  'go test',
  'go vet',
  'npm test',
  'pnpm test',
  'yarn test',
])

/** Whether a rule that allows this command allows it with further files of the working folder too. */
export function takesPaths(command: string): boolean {
  return TAKES_PATHS.has(command)
}
