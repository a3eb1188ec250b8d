/** `\W` takes letters beyond ASCII for punctuation. */
const OUTSIDE = String.raw`[^\p{L}\p{M}\p{N}_]*`
const MARKS = String.raw`[\s*_\x60]*`
const NEXT = new RegExp(String.raw`^${OUTSIDE}NEXT(?:[ _]SPEAKER)?${MARKS}:\s*@?(?<name>.+)$`, 'iu')
const OVER = new RegExp(String.raw`^${OUTSIDE}TERMINATE${OUTSIDE}$`, 'iu')
/** In capitals, with a reason behind it. */
const OVER_WITH_REASON = new RegExp(
  String.raw`^${OUTSIDE}TERMINATE${MARKS}[-–—:.;,(!]${OUTSIDE}(?<why>.+)$`,
  'u',
)
/** With one of these words the reason may as well be a condition. */
const IS_OPEN =
  /(?<!\p{L})(?:not|never|no|yet|unless|until|if|when|once|after)(?!\p{L})|n['’]t(?!\p{L})/iu

/** What a line of a coordinator's answer decides; null: nothing. */
export function choiceIn(line: string): { readonly name: string } | 'over' | null {
  const name = NEXT.exec(line)?.groups?.['name']
  if (name !== undefined) return isOver(name) ? 'over' : { name }
  return isOver(line) ? 'over' : null
}

function isOver(text: string): boolean {
  if (OVER.test(text)) return true
  const why = OVER_WITH_REASON.exec(text)?.groups?.['why']
  return why !== undefined && !IS_OPEN.test(why)
}

export function linesOf(decision: string): string[] {
  return decision.split(/\r\n|[\n\r\u2028\u2029]/)
}

/** As much of a choice as is kept: from its last line that decides, with the reasons behind it, or else its end. */
export function keptOf(decision: string, most: number): string {
  if (decision.length <= most) return decision
  const lines = linesOf(decision)
  const at = lines.findLastIndex((line) => choiceIn(line) !== null)
  const tail = decision.slice(-most)
  // What the cut leaves of a line must not decide what the whole line did not.
  const [first = '', ...rest] = linesOf(tail)
  const isWhole = tail.includes(lines[at] ?? '') && at >= lines.length - rest.length
  if (at === -1 || isWhole) return choiceIn(first) === null ? tail : rest.join('\n')
  const kept = [lines[at]?.slice(0, most) ?? '']
  for (const line of lines.slice(at + 1)) {
    if (kept.join('\n').length + 1 + line.length > most) break
    kept.push(line)
  }
  return kept.join('\n')
}
