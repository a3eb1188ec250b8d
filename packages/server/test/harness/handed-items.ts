/** What a prompt hands over, told by its text alone: one key per item, equal for what says the same. */
export interface Handed {
  /** The agent is told to go on with what it was doing. */
  readonly continued: boolean
  /** Announced as possible repeats. */
  readonly repeats: readonly string[]
  readonly fresh: readonly string[]
  readonly freshBytes: number
}

const REPEATS = /^\[System\] The next (?:(\d+) items|item) may be (?:repeats|a repeat):/
const CONTINUE = /^\[System\] (?:The server restarted|Your program ended) while you were working/

/** `manifest` is what the program was told of itself when it started: that may stand in its first prompt. */
export function readPrompt(text: string, manifest: string): Handed {
  // An item begins at the start of a line with a bracket; whatever else it says is indented or numbered.
  const items = text.replace(manifest, '').split(/^(?=\[)/m)
  const handed = { continued: false, repeats: [] as string[], fresh: [] as string[], freshBytes: 0 }
  let repeating = 0
  for (const item of items) {
    const repeats = REPEATS.exec(item)
    if (!item.startsWith('[')) continue
    else if (CONTINUE.test(item)) handed.continued = true
    else if (repeats) repeating = Number(repeats[1] ?? 1)
    else if (repeating > 0) {
      repeating--
      handed.repeats.push(keyOf(item))
    } else {
      handed.fresh.push(keyOf(item))
      handed.freshBytes += Buffer.byteLength(item.replace(/\n$/, ''))
    }
  }
  if (repeating > 0) throw new Error(`fewer repeats than announced in:\n${text}`)
  return handed
}

const SAID: readonly (readonly [start: string, kind: string])[] = [
  ['[Group ', 'message'],
  ['[Message from ', 'direct'],
  ['[Broadcast from ', 'broadcast'],
  ['[PRIORITY — Interrupt from ', 'interrupt'],
  ['[Task from ', 'task'],
]

function keyOf(item: string): string {
  const mark = /~(\d+)~/.exec(item)?.[1] ?? ''
  const said = SAID.find(([start]) => item.startsWith(start))
  if (said) return `${said[1]} ${mark}`
  const joined = /^\[System\] You've been (added to|removed from) group "([^"]+)"/.exec(item)
  if (joined) return `${joined[1]} ${joined[2]}`
  const held = /^\[System\] (?:Group "([^"]+)"|What agents write to .*\((\w{8})\)) is held/.exec(
    item,
  )
  if (held) return `held ${held[1] ?? held[2]}`
  const report =
    /^\[System\] [^:(]+ \((\w{8})\) (completed its task|failed|was terminated by)/.exec(item)
  if (report) return `report ${report[1]} ${report[2]} ${mark}`
  const refused = /^\[System\] (\w+) refused:/.exec(item)
  return refused ? `refused ${refused[1]}` : 'confirmed'
}
