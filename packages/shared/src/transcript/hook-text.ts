import type { JsonObject } from './line-reader'

/** Subtype of records that are made of an attachment of a hook. */
export const HOOK_BLOCKED = 'hook_blocked'

/** What an attachment says of a hook that stopped something, in a sentence; null: it says nothing of that. */
export function hookText(attached: JsonObject | null): string | null {
  const type = attached?.['type']
  if (attached === null || (type !== 'hook_blocking_error' && type !== 'hook_stopped_continuation'))
    return null
  const hook = textOf(attached['hookName']) || textOf(attached['hookEvent'])
  const name = hook === '' ? 'A hook' : `Hook ${hook}`
  if (type === 'hook_stopped_continuation')
    return sentence(`${name} stopped the agent`, textOf(attached['message']))
  const { blockingError = attached['blockingError'], command = attached['command'] } = objectOf(
    attached['blockingError'],
  )
  const [reason, ran] = [textOf(blockingError), textOf(command)]
  const told = sentence(`${name} blocked`, reason)
  // The program often begins the reason with the command.
  return ran === '' || reason.includes(ran) ? told : `${told}\nIt ran: ${ran}`
}

const sentence = (what: string, why: string): string =>
  why === '' ? `${what}.` : `${what}: ${why}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {}
