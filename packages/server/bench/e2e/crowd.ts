/** So many agents, all of them members of one group, and dashboards that watch. */
export interface Shape {
  readonly agents: number
  readonly dashboards: number
}

/** Agents that write and read, and dashboards that read, on whatever carries it from one to the others. */
export interface Crowd {
  readonly pid: number
  readonly shape: Shape
  /** The bench is told who has read message `n` here: agents are 0 … agents − 1, dashboards come after them. */
  seen: (reader: number, n: number) => void
  /** This agent writes message `n`, among a few words. */
  write(agent: number, n: number): void
  close(): Promise<void>
}

const PROSE =
  'The parser keeps its place between two reads, so a command that is cut in the middle is found whole when the rest has come. I have looked at the tests and they say the same. Next I read the file again from where it was cut, hold what I find against the fixtures, and write down what is different; then the others can go on with their part without waiting for me, and the lead can see in one place what was done so far.'
const FILLER =
  'the fixtures of the second part are read in order now, and what was cut is found whole; src/parser/place.ts keeps the place, and its test reads every file twice and compares what it was given.'

export const CONTENT_BYTES = 200

/** What an agent prints: about 400 characters of prose and one command with 200 characters of content. */
export function outputOf(n: number, group = GROUP): string {
  const content = `#${n}; ${FILLER}`.slice(0, CONTENT_BYTES)
  return `${PROSE}\n⟦⟦ GROUP_MESSAGE ${JSON.stringify({ group, content })} ⟧⟧\n`
}

export const GROUP = 'bench'

/** Every message in a piece of text, by its number. */
export function* messagesIn(text: string): Generator<number> {
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) {
    const end = text.indexOf(';', at + 1)
    if (end === -1) return
    const n = Number(text.slice(at + 1, end))
    if (Number.isInteger(n)) yield n
  }
}
