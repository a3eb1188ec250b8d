import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'

/**
 * What a sample agent does, as a list of steps in YAML:
 *   - wait: text        until a line that contains this text has come in, now or earlier
 *   - pause: 200        milliseconds, for people who watch; nothing depends on them
 *   - say: text         its output; `pieces: 5` in parts of 5, `gap: 20` ms apart
 *     endless: true     again and again, until it is stopped
 * and for those that speak ACP:
 *   - think: text       a thought, which is no output
 *   - plan: [text, …]   what it is going to do
 *   - tool: {title, result}   a tool that it calls, and what that gave
 *   - leave: true       its program ends when it has answered; it is started again when there is more for it
 * `{{name}}` in a text is the short id of the agent of that name.
 */
const text = z.string().min(1)
const Step = z.union([
  z.strictObject({ wait: text }),
  z.strictObject({ pause: z.number().int().min(0).max(60_000) }),
  z.strictObject({
    say: z.string(),
    pieces: z.number().int().min(1).optional(),
    gap: z.number().int().min(0).optional(),
    endless: z.literal(true).optional(),
  }),
  z.strictObject({ think: text }),
  z.strictObject({ plan: z.array(text).min(1) }),
  z.strictObject({ tool: z.strictObject({ title: text, result: text }) }),
  z.strictObject({ leave: z.literal(true) }),
])
export type Step = z.infer<typeof Step>

export function parseScript(source: string): Step[] {
  return z.array(Step).parse(parse(source))
}

export function readScript(file: string): Step[] {
  return parseScript(readFileSync(file, 'utf8'))
}

/** Names in `{{…}}` become short ids; a name that nobody has is an error in the script. */
export function withIds(source: string, ids: Readonly<Record<string, string>>): string {
  return source.replace(/\{\{([\w-]+)\}\}/g, (_match, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`the script names {{${name}}}, which is not in the crew`)
    return id.slice(0, 8)
  })
}
