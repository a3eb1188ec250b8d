/** A part of what an agent was given with a round: one message, or a word of the server. */
export interface GivenPart {
  /** As the prompt names its writer; null: the question alone, which needs no name. */
  readonly who: string | null
  readonly text: string
}

const FIRST =
  /^\[(?:Round \d+(?: of \d+)?|Who speaks next\?) · (?:session|discussion) [^\n]*\][^\n]*\n?/m
/** As the server calls itself in what agents are given. */
const SERVER = 'System'
const SPEAKER = /^\[([^\]\n]+)\]:? /

/** A round's prompt, message by message, without the line before them, which is the same each time. */
export function givenParts(prompt: string): readonly GivenPart[] {
  const first = FIRST.exec(prompt)
  // What else the agent is told is handed over with it, such as the groups that it is in.
  const notes = first ? prompt.slice(0, first.index) : ''
  const asked = first ? prompt.slice(first.index + first[0].length) : prompt
  const parts: { who: string | null; text: string }[] = [{ who: SERVER, text: notes }]
  for (const line of asked.split('\n')) {
    const speaker = SPEAKER.exec(line)
    const last = parts.at(-1)
    if (speaker) parts.push({ who: speaker[1] ?? null, text: line.slice(speaker[0].length) })
    // Further lines of what others wrote are indented.
    else if (last && parts.length > 1) last.text += `\n${line.replace(/^ {2}/, '')}`
    else parts.push({ who: null, text: line })
  }
  return parts
    .map(({ who, text }) => ({ who, text: text.trim() }))
    .filter(({ text }) => text !== '')
}
