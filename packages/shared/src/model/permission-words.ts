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

/** Whether a rule that allows this command allows it with further files of the working folder too. */
export function takesPaths(command: string): boolean {
  return TAKES_PATHS.has(command)
}
