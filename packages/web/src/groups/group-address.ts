import { MAIN_SESSION } from '@crewroom/shared/model/session'

/** What an address of the groups shows. */
export interface GroupAddress {
  readonly name: string | undefined
  readonly pane: 'list' | 'chat' | 'members'
  /** Whether the address is one of the archive, which then lies open. */
  readonly isArchive: boolean
  /** The session of it whose chat is shown; without it the main talk. */
  readonly sessionId?: string
}

/**
 * Reads what follows `/leads/:leadId/groups`. `archived` is the archive unless a group is really called that, which
 * the links of that group must reach.
 */
export function groupAddress(
  pathname: string,
  groups: Readonly<Record<string, unknown>>,
): GroupAddress {
  const [first, second, third] = pathname.split('/').slice(4).filter(Boolean).map(decoded)
  if (first === undefined) return { name: undefined, pane: 'list', isArchive: false }
  if (second === 's' && third !== undefined) {
    const session = third === MAIN_SESSION ? {} : { sessionId: third }
    return { name: first, pane: 'chat', isArchive: false, ...session }
  }
  if (first === 'archived' && !Object.hasOwn(groups, 'archived')) {
    return second === undefined
      ? { name: undefined, pane: 'list', isArchive: true }
      : { name: second, pane: 'chat', isArchive: true }
  }
  if (first === 'archived' && second !== undefined && second !== 'members') {
    return { name: second, pane: 'chat', isArchive: true }
  }
  return { name: first, pane: second === 'members' ? 'members' : 'chat', isArchive: false }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Typed by hand; it names no group either way.
    return segment
  }
}
