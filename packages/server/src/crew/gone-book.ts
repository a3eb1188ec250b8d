import type { SessionRecord } from '@crewroom/shared/model/session'
import type { Envelope } from '../journal/facts'

/**
 * When each group last lost a member or a session. What is still there says nothing of that, and neither do the facts of
 * the group itself.
 */
export class GoneBook {
  readonly #times: Map<string, string>

  /** By group: the newest time. */
  constructor(stored: ReadonlyMap<string, string>) {
    this.#times = new Map(stored)
  }

  /** Undefined: it has lost nothing. */
  lastOf(groupName: string): string | undefined {
    return this.#times.get(groupName)
  }

  all(): ReadonlyMap<string, string> {
    return this.#times
  }

  apply(envelope: Envelope): void {
    if (envelope.type === 'group:member_removed') this.left(envelope.data.group, envelope.at)
    else if (envelope.type === 'session:updated') this.changed(envelope.data.session)
  }

  /** A member has gone. */
  left(groupName: string, at: string): void {
    this.#note(groupName, at)
  }

  /** A session is now so. */
  changed({ groupName, status, updatedAt }: SessionRecord): void {
    if (status === 'deleted') this.#note(groupName, updatedAt)
  }

  #note(groupName: string, at: string): void {
    if (at > (this.#times.get(groupName) ?? '')) this.#times.set(groupName, at)
  }
}
