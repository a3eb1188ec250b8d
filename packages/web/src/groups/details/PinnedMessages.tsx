import type { GroupRecord } from '@crewroom/shared/model/group'
import { PIN } from '@crewroom/shared/model/pin'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useEffect } from 'react'
import { participantOf } from '../../crew/participant'
import { inRole } from '../../crew/role-look'
import { paths } from '../../shell/paths'
import { pins } from '../../sync/api/pins'
import { liveLists } from '../../sync/live-lists'
import { Link } from '../../ui/Link'
import { saidPreview } from '../list/group-order'

interface PinnedMessagesProps {
  readonly group: GroupRecord
  readonly state: CrewState
  readonly personName: string
}

/** What is pinned in a group and its sessions, the newest first; nothing where nothing is. */
export function PinnedMessages({ group, state, personName }: PinnedMessagesProps) {
  const { leadId, name } = group
  const messages = usePinned(leadId, name)
  if (messages.length === 0) return null
  return (
    <section aria-labelledby="pinned-title">
      <h3 id="pinned-title">
        Pinned <span className="cnt">{messages.length}</span>
      </h3>
      <ul className="pinned">
        {messages.toReversed().map((message) => {
          const who = participantOf(state, message.from, personName, message.fromRole)
          return (
            <li key={message.id}>
              <Link to={paths.message(leadId, name, message.id, message.sessionId)}>
                <Pin size={13} aria-hidden="true" />
                <span>
                  <b {...inRole('who', who.role, who.color)}>{who.label}</b>{' '}
                  {saidPreview(message.content)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface Pinned {
  readonly messages: Awaited<ReturnType<typeof pins.pinned>>['messages']
  readonly asOf: number
  /** A pin came or went since: which messages are pinned now is the server's to say. */
  readonly isOld: boolean
}

function usePinned(leadId: string, name: string): Pinned['messages'] {
  const queryKey = ['lead', leadId, 'pinned', name] as const
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Pinned> => {
      liveLists.begin<Pinned>(leadId, queryKey, withEvents)
      const { messages, asOf } = await pins.pinned(leadId, name, signal)
      return { messages, asOf, isOld: false }
    },
    staleTime: Infinity,
    retry: 1,
  })
  const isOld = data?.isOld === true
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
  return data?.messages ?? []
}

function withEvents(data: Pinned, events: readonly CrewEvent[]): Pinned {
  const isChanged = events.some((event) => {
    if (event.seq <= data.asOf) return false
    if (event.type === 'group:reaction' || event.type === 'session:reaction') {
      return event.emoji === PIN
    }
    return (
      (event.type === 'group:message_edited' || event.type === 'group:message_deleted') &&
      data.messages.some(({ id }) => id === event.messageId)
    )
  })
  return isChanged ? { ...data, isOld: true } : data
}
