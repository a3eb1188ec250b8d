import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import {
  type HandMarks,
  type HandMarksPort,
  type HeldMarks,
  NO_HAND_MARKS,
} from '../journal/ports/hand-marks-port'

/** One line of the file. It crosses no page, so a kill leaves each line as it was or as it is to be. */
const LINE = 256
const VERSION = 1

/** Which run of the server wrote the file, since which start of the machine. */
export interface RunOfMachine {
  readonly bootId: string
  readonly runId: string
}

interface Known {
  readonly line: number
  marks: HandMarks
}

/**
 * A line per agent, written in place and never synced: a write that has returned outlives the process, and after a
 * power cut the machine's id of its start is another one, so that the file is not believed.
 */
export class HandMarksFile implements HandMarksPort {
  readonly #file: string
  readonly #run: RunOfMachine | null
  readonly #failed: (error: unknown) => void
  readonly #known = new Map<string, Known>()
  /** Whether an agent without a line was handed nothing. */
  #isWhole: boolean
  #handle: number | null = null
  #bytes = Buffer.alloc(0)
  #from = Number.POSITIVE_INFINITY
  #to = 0

  /** `before`: the run that used the folder last; `run`: this one. Null where a start of the machine has no id. */
  constructor(
    file: string,
    before: RunOfMachine | null,
    run: RunOfMachine | null,
    failed: (error: unknown) => void,
  ) {
    this.#file = file
    this.#run = run
    this.#failed = failed
    const lines = before && existsSync(file) ? linesOf(readFileSync(file), before) : null
    for (const { leadId, agentId, marks } of lines ?? []) {
      this.#known.set(keyOf(leadId, agentId), { line: 0, marks })
    }
    this.#isWhole = lines !== null
  }

  of(leadId: string, agentId: string): HandMarks | null {
    const marks = this.#known.get(keyOf(leadId, agentId))?.marks
    return this.#isWhole ? (marks ?? NO_HAND_MARKS) : null
  }

  begin(held: Iterable<HeldMarks>): void {
    this.#known.clear()
    if (!this.#run) {
      this.#giveUp()
      return
    }
    this.#set(0, JSON.stringify({ v: VERSION, ...this.#run }))
    for (const one of held) this.put(one)
    const next = `${this.#file}.${process.pid}.tmp`
    try {
      this.#handle = openSync(next, 'w', 0o600)
      this.#writeChanged()
      renameSync(next, this.#file)
      this.#isWhole = true
    } catch (error) {
      rmSync(next, { force: true })
      this.#failed(error)
      this.#giveUp()
    }
  }

  put({ leadId, agentId, marks: given }: HeldMarks): void {
    const key = keyOf(leadId, agentId)
    let known = this.#known.get(key)
    // What an agent was handed once, it was handed: no mark goes back.
    const marks = known ? newest(known.marks, given) : given
    if (known && known.marks.every((seq, rank) => seq === marks[rank])) return
    if (known) known.marks = marks
    else this.#known.set(key, (known = { line: this.#known.size + 1, marks }))
    this.#set(known.line, `${key} ${marks.join(' ')}`)
  }

  write(): void {
    if (this.#to === 0) return
    try {
      this.#writeChanged()
    } catch (error) {
      // What is handed over from now on is in no file, so none may say what was.
      this.#failed(error)
      this.#giveUp()
    }
  }

  /** The server ends in order: facts say what agents hold. */
  remove(): void {
    this.#giveUp()
  }

  #writeChanged(): void {
    if (this.#handle === null) return
    for (let from = this.#from; from < this.#to;) {
      from += writeSync(this.#handle, this.#bytes, from, this.#to - from, from)
    }
    this.#from = Number.POSITIVE_INFINITY
    this.#to = 0
  }

  #set(line: number, text: string): void {
    if (text.length >= LINE) {
      // Half a number would be a smaller one.
      this.#giveUp()
      return
    }
    const from = line * LINE
    const to = from + LINE
    if (to > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], Math.max(to, 2 * this.#bytes.length))
    }
    this.#bytes.write(`${text.padEnd(LINE - 1)}\n`, from, LINE, 'latin1')
    this.#from = Math.min(this.#from, from)
    this.#to = Math.max(this.#to, to)
  }

  #giveUp(): void {
    this.#isWhole = false
    if (this.#handle !== null) closeSync(this.#handle)
    this.#handle = null
    rmSync(this.#file, { force: true })
  }
}

/** What the file says, if that run wrote it and all of it can be read. */
function linesOf(bytes: Buffer, { bootId, runId }: RunOfMachine): HeldMarks[] | null {
  if (bytes.length % LINE !== 0) return null
  const [head = '', ...lines] = bytes.toString('latin1').split('\n').slice(0, -1)
  if (head.trimEnd() !== JSON.stringify({ v: VERSION, bootId, runId })) return null
  const held: HeldMarks[] = []
  for (const line of lines) {
    const [, leadId, agentId, ...marks] =
      /^([\w-]+) ([\w-]+) (\d{1,16}) (\d{1,16}) (\d{1,16}) *$/.exec(line) ?? []
    if (leadId === undefined || agentId === undefined) return null
    const [first = 0, second = 0, third = 0] = marks.map(Number)
    held.push({ leadId, agentId, marks: [first, second, third] })
  }
  return held
}

function newest(a: HandMarks, b: HandMarks): HandMarks {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])]
}

function keyOf(leadId: string, agentId: string): string {
  return `${leadId} ${agentId}`
}
