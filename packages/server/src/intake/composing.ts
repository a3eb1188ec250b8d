import { memberOf } from '@crewroom/shared/model/group'
import { groupSlug } from '@crewroom/shared/model/group-name'
import type { LiveFeed } from '../crew/live-feed'
import type { Shard } from '../crew/shard'
import type { AgentStream } from './agent-stream'
import type { BeingWritten } from './being-written'

/** Reports messages to groups while they are being written: somebody may be watching. */
export class Composing {
  readonly #shard: Shard
  readonly #live: LiveFeed

  constructor(shard: Shard, live: LiveFeed) {
    this.#shard = shard
    this.#live = live
  }

  /** The stream has read more; a message to a group may have begun or grown in it. */
  begun(stream: AgentStream): void {
    const { written, composingTo } = stream
    if (written === null || composingTo === null) return
    // As the command will: in its own crew, and of what that does not have, in its parent's.
    for (const crew of this.#shard.crewsOf(stream.agentId)) {
      const { groups, lead } = crew.state
      const group = groups[groupSlug(composingTo)]
      if (!group || !memberOf(group, stream.agentId)) continue
      const place = { leadId: lead.id, groupName: group.name }
      written.tellAt(place, () => this.#shard.maskOf(crew).stream())
      this.#report(stream, written)
      return
    }
  }

  /** What was being written was posted, refused or given up; when the next message has begun, that is reported already. */
  over(stream: AgentStream): void {
    const next = stream.written?.place
    for (const message of stream.takeOver()) {
      const { leadId, groupName } = message.place ?? {}
      if (next?.leadId === leadId && next?.groupName === groupName) continue
      this.#report(stream, message)
    }
  }

  #report({ agentId }: AgentStream, message: BeingWritten): void {
    if (!message.place) return
    const { leadId, groupName } = message.place
    this.#live.emit('composing', agentId, {
      leadId,
      groupName,
      done: message.done,
      get text() {
        return message.text
      },
    })
  }
}
