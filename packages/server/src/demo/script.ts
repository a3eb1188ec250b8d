import { parse } from 'yaml'
import * as z from 'zod'

/**
 * What a sample agent does, as a list of steps in YAML:
 *   - wait: text        until a line that contains this text has come in, now or earlier
 *   - pause: 200        milliseconds
 *   - say: text         written to stdout; `pieces: 5` writes 5 bytes at a time, `gap: 20` ms apart
 * `{{name}}` in a text is the short id of the agent of that name.
 */
const Step = z.union([
  z.strictObject({ wait: z.string().min(1) }),
  z.strictObject({ pause: z.number().int().min(0).max(60_000) }),
  z.strictObject({
    say: z.string(),
    pieces: z.number().int().min(1).optional(),
    gap: z.number().int().min(0).optional(),
  }),
])
export type Step = z.infer<typeof Step>

export function parseScript(text: string): Step[] {
  return z.array(Step).parse(parse(text))
}

/** Names in `{{…}}` become short ids; a name that nobody has is an error in the script. */
export function withIds(text: string, ids: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([\w-]+)\}\}/g, (_match, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`the script names {{${name}}}, which is not in the crew`)
    return id.slice(0, 8)
  })
}
