import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { useCallback } from 'react'
import { composerInsert } from './composer/insert'
import { spellingOf } from './composer/mention-spelling'
import { useMentionScope } from './message/mention-scope'

/** Answers a message: its sender is called in the box to write in. */
export function useReply({ leadId, name }: GroupRecord): (message: Message) => void {
  const { people } = useMentionScope(leadId, name)
  return useCallback(
    (message: Message) => {
      const sender = people.find(({ id }) => id === message.from)
      // A member that has left can no longer be mentioned.
      composerInsert(leadId, name, sender ? `@${spellingOf(sender, people)} ` : '')
    },
    [leadId, name, people],
  )
}
