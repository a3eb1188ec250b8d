/** What a prompt hands over, told by its text alone: one key per item, equal for what says the same. */
export interface Handed {
  /** The agent is asked to continue what it was doing. */
  readonly continued: boolean
  /** It is told that it has forgotten what was before. */
  readonly lost: boolean
  /** Announced as possible repeats. */
  readonly repeats: readonly string[]
  readonly fresh: readonly string[]
  readonly freshBytes: number
}

const REPEATS = /^\[System\] The next (?:(\d+) items|item) may be (?:repeats|a repeat):/
const LOST = '[System] Your earlier conversation is lost: '
const CUT_OFF = '[System] This interrupt cancelled what you were doing: '
const CONTINUE = /^\[System\] (?:The server restarted|Your program ended) while you were working/

const ABOVE = '[System] Above: '
/** A second line of the reply before it, when an agent asks too often. */
const ASKED_OFTEN = '[System] You have asked '
const MESSAGE = /^\[Group ("(?:[^"\\]|\\.)*") — /

/** The line behind the messages of groups: stands behind the last one, and names each group with room for its messages. */
function checkAbove(items: readonly string[], line: string): void {
  const at = items.indexOf(line)
  const begin = items.slice(0, at).findLastIndex((item) => item.startsWith(ABOVE)) + 1
  const counts = new Map<string, number>()
  for (const item of items.slice(begin, at)) {
    const [, group] = MESSAGE.exec(item) ?? []
    if (group) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  const named = [...line.matchAll(/#(\d+)(?: to #(\d+))? of ("(?:[^"\\]|\\.)*")/g)]
  const ranges = named.map(([, from, to, group]) => ({
    group,
    most: Number(to ?? from) - Number(from) + 1,
  }))
  const right =
    MESSAGE.test(items[at - 1] ?? '') &&
    ranges.map(({ group }) => group).join() === [...counts.keys()].join() &&
    ranges.every(({ group = '', most }) => most >= (counts.get(group) ?? 0))
  if (!right) throw new Error(`not what is above: ${line}\nin:\n${items.join('')}`)
}

/** What an agent is told of itself, with the tasks that it may have forgotten: in the first prompt of a session. */
const MANIFEST = /^== YOU ==\n[^]*?^== COMMANDS ==\n/m
const OPEN_TASKS = /^== YOUR OPEN TASKS ==\n([^]*?)\n\n== /m

export function readPrompt(text: string): Handed {
  // An item begins at the start of a line with a bracket; whatever else it says is indented or numbered.
  const items = text.replace(MANIFEST, '').split(/^(?=\[)/m)
  const known = OPEN_TASKS.exec(text)?.[1]?.split(/\n(?=\[)/) ?? []
  const twice = known.find((task) => items.some((item) => item.trimEnd() === task))
  if (twice !== undefined) throw new Error(`told twice, ${twice}\nin:\n${text}`)
  let cutOff = false
  const handed = {
    lost: false,
    continued: false,
    repeats: [] as string[],
    fresh: [] as string[],
    freshBytes: 0,
  }
  let repeating = 0
  for (const item of items) {
    const repeats = REPEATS.exec(item)
    if (!item.startsWith('[') || item.startsWith(ASKED_OFTEN)) continue
    else if (item.startsWith(ABOVE)) checkAbove(items, item)
    else if (item.startsWith(LOST)) handed.lost = true
    else if (item.startsWith(CUT_OFF)) cutOff = true
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
  if (cutOff !== handed.fresh.some((key) => key.startsWith('interrupt'))) {
    throw new Error(`an interrupt says what it cancels, and nothing else does, not:\n${text}`)
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
  const held =
    /^\[System\] (?:Group "([^"]+)" is|Agents' messages to .*\((\w{8})\) are) on hold/.exec(item)
  if (held) return `held ${held[1] ?? held[2]}`
  const report =
    /^\[System\] [^:(]+ \((\w{8})\) (completed its task|failed|was terminated by)/.exec(item)
  if (report) return `report ${report[1]} ${report[2]} ${mark}`
  const refused = /^\[System\] (\w+) refused:/.exec(item)
  return refused ? `refused ${refused[1]}` : 'confirmed'
}
