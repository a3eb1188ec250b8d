import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'

/**
 * What a sample agent does, as a list of steps in YAML:
 *   - wait: text        until a line that contains this text has come in, now or earlier
 *   - pause: 200        milliseconds, for people who watch; nothing depends on them
 *   - say: text         its output; `pieces: 5` in parts of 5, `gap: 20` ms apart
 *     endless: true     again and again, until it is stopped
 *   - reply: [answer, …]   to what the person writes next: the first whose `like`, a regular expression, is found
 *                       in it, or which has none; `again: true` waits for the next word of the person after it
 * and for those that read a pipe:
 *   - asked: text       answers every line that contains it and has come in since the program was started, until one with the text
 *                       `over` has come in: with each of `answers: [text, …]` in turn, and then with the last one again
 * and for those that speak ACP:
 *   - think: text       a thought, which does not count as output
 *   - plan: [text, …]   what it is going to do; it is at the first of them
 *   - done: 2           that many of them are done; it is at the next
 *   - tool: {title, result}   a tool that it calls, and what that gave; `tokens: 900` that reading it took
 *   - meanwhile: {agent, heard}   works until the agent of that name was handed this text
 *   - leave: true       its program ends when it has answered; it is started again when there is more for it
 * `{{name}}` in a text is the short id of the agent of that name.
 */
const text = z.string().min(1)
const Answer = z.strictObject({
  like: text.optional(),
  say: text,
  again: z.literal(true).optional(),
})
export type Answer = z.infer<typeof Answer>
const Tool = z.strictObject({
  title: text,
  result: text,
  tokens: z.number().int().min(1).optional(),
})
export type Tool = z.infer<typeof Tool>
const Asked = z.strictObject({ asked: text, answers: z.array(text).min(1), over: text })
export type Asked = z.infer<typeof Asked>
const Step = z.union([
  z.strictObject({ wait: text }),
  z.strictObject({ pause: z.number().int().min(0).max(60_000) }),
  z.strictObject({
    say: z.string(),
    pieces: z.number().int().min(1).optional(),
    gap: z.number().int().min(0).optional(),
    endless: z.literal(true).optional(),
  }),
  Asked,
  z.strictObject({ think: text }),
  z.strictObject({ plan: z.array(text).min(1) }),
  z.strictObject({ done: z.number().int().min(1) }),
  z.strictObject({ tool: Tool }),
  z.strictObject({ reply: z.array(Answer).min(1) }),
  z.strictObject({ meanwhile: z.strictObject({ agent: text, heard: text }) }),
  z.strictObject({ leave: z.literal(true) }),
])
export type Step = z.infer<typeof Step>

export function parseScript(source: string): Step[] {
  return z.array(Step).parse(parse(source))
}

export function readScript(file: string): Step[] {
  return parseScript(readFileSync(file, 'utf8'))
}
