/** A round in the text of a prompt. */
export interface RoundPrompt {
  /** As the prompt counts; null where it names no number. A discussion counts its own rounds, not those of its session. */
  readonly n: number | null
  /** What the server says before it in the same prompt. */
  readonly before: string
  /** What the agent was given to read. */
  readonly said: string
  /** It is nothing but a message of the person. */
  readonly isPersons: boolean
}

/**
 * The first line of a round, as `text/session-texts.ts` writes it, in a session or in a discussion. Nothing that agents write begins a
 * line of a prompt.
 */
const TITLE =
  /^\[(?:Round (\d+)(?: of \d+)?|Who speaks next\?) · (?:session|discussion) "[^\n]*(?:Answer in plain text; your text is posted for you|Nothing of your reply is posted)\.$\n?/m
/** What several messages, or one that is not the person's, begin with. A person who begins so is not named. */
const BLOCK = /^\[(?:[^\]\n]*\]: |System\] )/

/** The round that a prompt hands over; null for any other prompt, such as the request to continue. */
export function roundPrompt(text: string): RoundPrompt | null {
  const title = TITLE.exec(text)
  if (!title) return null
  const said = text.slice(title.index + title[0].length)
  const isPersons = !BLOCK.test(said)
  return {
    n: title[1] === undefined ? null : Number(title[1]),
    before: text.slice(0, title.index).trim(),
    // The indentation keeps a line from looking like another block. There is only one here.
    said: isPersons ? said.replaceAll('\n  ', '\n') : said,
    isPersons,
  }
}
