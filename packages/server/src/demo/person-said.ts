import type { Answer } from './script'

/** `[Message from Human (human)]: yes` and `[Group "config-team" — Human (human)]: yes`: what was said. */
const SAID = /^(?:#\d+ )?\[(?:Message from|Group "[^"]*" —) Human\b[^\]]*\]: (.*)$/

/** Whether it asks the person something: earlier words do not answer that. */
export const asksPerson = (text: string): boolean => text.includes('"to":"human"')

/** What the person said in lines that an agent was handed, in order. */
export function personSaid(lines: readonly string[]): string[] {
  return lines.flatMap((line) => SAID.exec(line)?.[1] ?? [])
}

/** The first answer that fits what was said; one without `like` fits everything. */
export function answerTo(said: string, answers: readonly Answer[]): Answer | undefined {
  return answers.find(({ like }) => like === undefined || new RegExp(like, 'iu').test(said))
}
