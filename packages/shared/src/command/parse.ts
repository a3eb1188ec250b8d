import { cut } from '../model/cut'
import { CrewError } from '../protocol/errors'
import { commandExample } from './help'
import { nearest } from './nearest'
import { ALIASES, COMMAND_PAYLOADS, type Command, type CommandName } from './payloads'

/** Levels of a payload that are looked into. */
const MAX_DEPTH = 8
/** No more is said about what is wrong with a payload. */
const TOLD_UNITS = 500

const NAMES = Object.keys(COMMAND_PAYLOADS) as CommandName[]

/** The canonical name of a command as written (any case, aliases), or null. */
export function commandName(written: string): CommandName | null {
  const upper = written.toUpperCase()
  if (Object.hasOwn(COMMAND_PAYLOADS, upper)) return upper as CommandName
  return Object.hasOwn(ALIASES, upper) ? (ALIASES[upper] ?? null) : null
}

/**
 * A command from its written name and its parsed JSON payload (undefined when there was none).
 * Throws a CrewError `unknown_command`, `validation` or `example`; the message is what the agent reads.
 */
export function parseCommand(written: string, value: unknown): Command {
  const name = commandName(written)
  if (!name) {
    const near = nearest(written.toUpperCase(), [...NAMES, ...Object.keys(ALIASES)])
    throw new CrewError(
      'unknown_command',
      near
        ? `there is no such command. Did you mean ${near}?`
        : 'there is no such command. HELP lists them.',
    )
  }
  if (isExample(value)) {
    throw new CrewError(
      'example',
      'it looks like an example (a value is "..." or "<name>"). Write real values to run it.',
    )
  }
  const parsed = COMMAND_PAYLOADS[name].safeParse(value === undefined ? {} : value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue?.path.join('.')
    const told = issue && `${where ? `${where}: ` : ''}${issue.message}`
    // It quotes what was written, of which there may be a megabyte.
    const what = told === undefined ? 'the payload is not valid' : cut(told, TOLD_UNITS)
    throw new CrewError('validation', `${what}. Example: ${commandExample(name)}`)
  }
  return { name, payload: parsed.data } as Command
}

/** Whether any string in the payload is exactly `...`, `…` or `<name>`-like: documentation, not a wish. */
function isExample(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') {
    const text = value.trim()
    return text === '...' || text === '…' || /^<[\w -]{1,40}>$/.test(text)
  }
  // No payload is deeper; what is, is refused by its schema, which does not follow it down.
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return false
  return Object.values(value).some((inner) => isExample(inner, depth + 1))
}
