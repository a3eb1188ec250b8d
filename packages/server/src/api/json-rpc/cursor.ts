import { CrewError } from '@crewroom/shared/protocol/errors'
import type { After } from '../../groups/keyset'

/** A place in a list as a text that means nothing to clients. */
export function cursorOf({ createdAt, id }: After): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')
}

export function afterOf(cursor: string | undefined): After | null {
  if (cursor === undefined) return null
  const after = read(cursor)
  if (after) return after
  const fault = 'must be the nextCursor of an answer'
  throw new CrewError('validation', `cursor: ${fault}`, { fields: { cursor: fault } })
}

function read(cursor: string): After | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(value) || value.length !== 2) return null
    const [createdAt, id] = value as unknown[]
    return typeof createdAt === 'string' && typeof id === 'string' ? { createdAt, id } : null
  } catch {
    return null
  }
}
