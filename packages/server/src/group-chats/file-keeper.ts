import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'
import type { FileContentsPort, ReceivedContent } from '../journal/ports/file-contents-port'

/**
 * Keeps the contents that files name, and no others. A content goes when neither memory nor the tables name it: memory may
 * be ahead of them, and what is lost of it after a storage failure is named again.
 */
export class FileKeeper {
  readonly #shard: Shard
  readonly contents: FileContentsPort
  readonly #failed: (error: unknown) => void
  /** The clean-up that is under way. */
  #tidying: Promise<void> | null = null

  /** `failed`: a content that is not needed could not be removed; the next start tries again. */
  constructor(shard: Shard, contents: FileContentsPort, failed: (error: unknown) => void) {
    this.#shard = shard
    this.contents = contents
    this.#failed = failed
  }

  /** Receives a content and has it used. It stays if a file names it in the end. */
  async taking<T>(
    groupId: string,
    body: AsyncIterable<Uint8Array>,
    limit: number,
    use: (content: ReceivedContent) => Promise<T>,
  ): Promise<T> {
    const content = await this.contents.receive(groupId, body, limit)
    try {
      return await use(content)
    } finally {
      await content.release()
      this.#removeUnnamed(groupId, content.sha256)
    }
  }

  /** How many files of these groups of a crew have no content here. */
  async missingIn({ state }: Crew, groupNames: readonly string[]): Promise<number> {
    let missing = 0
    for (const name of groupNames) {
      const id = state.groups[name]?.id ?? ''
      for (const { sha256, size } of state.files[name] ?? []) {
        if ((await this.contents.sizeOf(id, sha256)) !== size) missing++
      }
    }
    return missing
  }

  /** To be called with what became durable. */
  published(entries: readonly Envelope[]): void {
    for (const { type, leadId, data } of entries) {
      if (type === 'file:removed') {
        const group = this.#shard.findCrew(leadId)?.state.groups[data.groupName]
        if (group) this.#removeUnnamed(group.id, data.file.sha256)
      }
    }
    if (entries.some(({ type }) => type === 'lead:deleted')) void this.tidy()
  }

  /** Removes what nothing names: after a crash, and after the deletion of a crew. Never rejects. */
  tidy(): Promise<void> {
    // One that is under way may have passed by what is to go now.
    const after = this.#tidying ?? Promise.resolve()
    const tidying = after
      .then(() => this.#tidy())
      .catch(this.#failed)
      .finally(() => {
        if (this.#tidying === tidying) this.#tidying = null
      })
    this.#tidying = tidying
    return tidying
  }

  async #tidy(): Promise<void> {
    for (const groupId of await this.contents.groups()) {
      if (this.#isThere(groupId)) {
        const sums = await this.contents.contentsOf(groupId)
        const named = new Set(this.#find(groupId)?.files.map(({ sha256 }) => sha256))
        for (const sha256 of sums) {
          if (!named.has(sha256)) this.#removeUnnamed(groupId, sha256)
        }
      } else await this.contents.removeGroup(groupId)
    }
  }

  #removeUnnamed(groupId: string, sha256: string): void {
    try {
      if (!this.#isNamed(groupId, sha256)) this.contents.remove(groupId, sha256)
    } catch (error) {
      this.#failed(error)
    }
  }

  #isNamed(groupId: string, sha256: string): boolean {
    const found = this.#find(groupId)
    if (!found) return this.#isThere(groupId)
    const { leadId, name, files } = found
    return (
      files.some((file) => file.sha256 === sha256) ||
      this.#shard.ports.reader.namesContent(leadId, name, sha256)
    )
  }

  #isThere(groupId: string): boolean {
    return (
      this.#find(groupId) !== null || this.#shard.ports.reader.taken('group', [groupId]).length > 0
    )
  }

  #find(groupId: string) {
    for (const { state } of this.#shard.crews()) {
      const group = Object.values(state.groups).find(({ id }) => id === groupId)
      if (group)
        return { leadId: state.lead.id, name: group.name, files: state.files[group.name] ?? [] }
    }
    return null
  }
}
