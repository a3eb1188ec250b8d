/** A part of what an agent was given with a round: one message, or a word of the server. */
export interface GivenPart {
  /** As the prompt names its writer; null: the question alone, which needs no name. */
  readonly who: string | null
  readonly text: string
}

const FIRST = /^\[Round \d+ · session [^\n]*\][^\n]*\n?/
const SPEAKER = /^\[([^\]\n]+)\]:? /

/** A round's prompt without its first line, which is the same each time, message by message. */
export function givenParts(prompt: string): readonly GivenPart[] {
  const parts: { who: string | null; text: string }[] = []
  for (const line of prompt.replace(FIRST, '').split('\n')) {
    const speaker = SPEAKER.exec(line)
    const last = parts.at(-1)
    if (speaker) parts.push({ who: speaker[1] ?? null, text: line.slice(speaker[0].length) })
    // Further lines of what others wrote are indented.
    else if (last) last.text += `\n${line.replace(/^ {2}/, '')}`
    else parts.push({ who: null, text: line })
  }
  return parts
    .map(({ who, text }) => ({ who, text: text.trim() }))
    .filter(({ text }) => text !== '')
}
