import { BACKTICK, NEWLINE, QUOTED, RETURN, SPACE, TAB, TILDE } from './characters'

const FENCE_SIZE = 3
/** How much deeper than it was opened a fence may be closed; deeper ones belong to its content. */
const DEEPER = 3

/** How far the head of the current line has been read; only the head can open or close a fence. */
type Head = 'indent' | 'run' | 'after-run' | 'body'

/**
 * Whether the place in the text where a command might begin is code: inside a fence, or behind an odd number
 * of backtick runs on its line. It is told all prose, in pieces of any size, and nothing of commands that run.
 *
 * Cost: prose without a fence marker is passed with `indexOf`; only the last line of a piece, and lines with a
 * marker, are looked at more closely, each unit a constant number of times.
 */
export class CodeState {
  /** Offset in the stream of the next piece. */
  position: number
  /** Offset where the current line began: what is known about it depends on nothing before. */
  #line: number
  #head: Head = 'indent'
  /** Units before the first of the line that is neither blank nor a quote's `>`: lists and quotes hold fences. */
  #indent = 0
  /** Fence character and length of the run at the head of the current line. */
  #mark = 0
  #size = 0
  /** Whether the number of backtick runs on the current line is odd. */
  #odd = false
  /** Whether the piece before ended with a backtick, so that one at the start of the next is the same run. */
  #inRun = false
  /** Character and length of the open fence, 0 outside. */
  #fence = 0
  #fenceIndent = 0
  #fenceSize = 0
  #fenceLine = 0

  constructor(position: number) {
    this.position = position
    this.#line = position
  }

  /** Whether a command at `position` would be in a fence, counting the line that opens one. */
  get inFence(): boolean {
    return this.#fence !== 0 || this.#headIsFence
  }

  /** Whether a command at `position` would be in a fence or in inline code. */
  get inCode(): boolean {
    return this.inFence || this.#odd
  }

  /** The last offset, up to `position`, where nothing before mattered: a line's start, or the fence's. */
  get anchor(): number {
    return this.#fence === 0 ? this.#line : this.#fenceLine
  }

  copy(): CodeState {
    const copy = new CodeState(this.position)
    copy.#line = this.#line
    copy.#head = this.#head
    copy.#indent = this.#indent
    copy.#mark = this.#mark
    copy.#size = this.#size
    copy.#odd = this.#odd
    copy.#inRun = this.#inRun
    copy.#fence = this.#fence
    copy.#fenceSize = this.#fenceSize
    copy.#fenceIndent = this.#fenceIndent
    copy.#fenceLine = this.#fenceLine
    return copy
  }

  /** Begins a line at `position`, outside of code: a turn ended, or a command that ran is left out of the prose. */
  restart(position: number): void {
    this.position = position
    this.#fence = 0
    this.#startLine(position)
  }

  /** Reads a piece of prose. */
  advance(piece: string): void {
    this.#read(piece, false)
  }

  /** Reads a piece of prose up to the end of the line that closes the open fence; false when it stays open. */
  advanceToFenceEnd(piece: string): boolean {
    return this.#read(piece, true)
  }

  get #headIsFence(): boolean {
    return (this.#head === 'run' || this.#head === 'after-run') && this.#size >= FENCE_SIZE
  }

  #read(piece: string, stopAtFenceEnd: boolean): boolean {
    const began = this.position
    const markers = new Markers(piece)
    let at = 0
    while (at < piece.length) {
      if (this.#head === 'body') {
        at = this.#passBody(piece, at, markers, began)
        continue
      }
      const unit = piece.charCodeAt(at)
      if (unit !== NEWLINE) {
        if (this.#readHead(unit)) at++
        continue
      }
      at++
      if (this.#head === 'indent') {
        // An empty line, as there may be millions in a row: all else is as a line begins.
        this.#line = began + at
        this.#indent = 0
        continue
      }
      const closed = this.#headIsFence && this.#endFenceLine()
      this.#startLine(began + at)
      if (closed && stopAtFenceEnd) {
        this.position = began + at
        return true
      }
    }
    this.position = began + piece.length
    return false
  }

  /** Takes one unit of the head of a line; false when the unit is the first of its body. */
  #readHead(unit: number): boolean {
    if (this.#head === 'indent') {
      const blank = unit === SPACE || unit === TAB || unit === QUOTED
      if (blank && (this.#fence === 0 || this.#indent < this.#fenceIndent + DEEPER)) {
        this.#indent++
        return true
      }
      if (unit !== BACKTICK && unit !== TILDE) return this.#enterBody()
      this.#head = 'run'
      this.#mark = unit
      this.#size = 1
      this.#odd = unit === BACKTICK
      return true
    }
    if (this.#head === 'run') {
      if (unit === this.#mark) {
        this.#size++
        return true
      }
      if (this.#size < FENCE_SIZE) return this.#enterBody()
      this.#head = 'after-run'
    }
    if (this.#fence === 0) {
      // Behind ``` a further backtick means inline code on one line, as in Markdown.
      return this.#mark === BACKTICK && unit === BACKTICK ? this.#enterBody() : true
    }
    // Behind the marker that closes a fence nothing else may stand.
    return unit === SPACE || unit === TAB || unit === RETURN ? true : this.#enterBody()
  }

  #enterBody(): false {
    this.#head = 'body'
    this.#inRun = false
    return false
  }

  /** Passes text that cannot open or close a fence: to the next line that might, or to the end. */
  #passBody(piece: string, at: number, markers: Markers, began: number): number {
    const marker = markers.next(at)
    // Lines between here and the next marker begin and end without consequence. The way back is bounded by `at`.
    let newline = marker - 1
    while (newline >= at && piece.charCodeAt(newline) !== NEWLINE) newline--
    if (newline >= at) {
      this.#startLine(began + newline + 1)
      return newline + 1
    }
    // The marker is inside this line, where it does not open a fence.
    const end = marker === piece.length ? -1 : piece.indexOf('\n', marker)
    const stop = end === -1 ? piece.length : end
    if (this.#fence === 0) this.#countRuns(piece.slice(at, stop))
    if (end === -1) return stop
    this.#startLine(began + stop + 1)
    return stop + 1
  }

  #countRuns(line: string): void {
    // Behind the last backtick of a run; 0 when the run before this piece may go on.
    let runEnd = this.#inRun ? 0 : -1
    for (let at = line.indexOf('`'); at !== -1; at = line.indexOf('`', at + 1)) {
      if (at !== runEnd) this.#odd = !this.#odd
      runEnd = at + 1
    }
    this.#inRun = runEnd === line.length
  }

  /** Opens or closes a fence, at the end of a line that may be its marker; true when it closes one. */
  #endFenceLine(): boolean {
    if (this.#fence === 0) {
      this.#fence = this.#mark
      this.#fenceSize = this.#size
      this.#fenceIndent = this.#indent
      this.#fenceLine = this.#line
      return false
    }
    if (this.#mark !== this.#fence || this.#size < this.#fenceSize) return false
    this.#fence = 0
    return true
  }

  #startLine(offset: number): void {
    this.#line = offset
    this.#head = 'indent'
    this.#indent = 0
    this.#size = 0
    this.#odd = false
    this.#inRun = false
  }
}

/** Where a piece has fence markers. Both searches only go forward, so that a piece costs two passes. */
class Markers {
  readonly #piece: string
  #backticks = -1
  #tildes = -1

  constructor(piece: string) {
    this.#piece = piece
  }

  /** Index of the next marker at or behind `at`, the piece's length without one. */
  next(at: number): number {
    if (this.#backticks < at) this.#backticks = this.#find('```', at)
    if (this.#tildes < at) this.#tildes = this.#find('~~~', at)
    return Math.min(this.#backticks, this.#tildes)
  }

  #find(marker: string, at: number): number {
    const found = this.#piece.indexOf(marker, at)
    return found === -1 ? this.#piece.length : found
  }
}
