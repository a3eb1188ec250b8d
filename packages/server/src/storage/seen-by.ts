import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'

/** What is compared with a membership, in the words of the query around it. */
interface Place {
  readonly leadId: string
  readonly groupName: string
  readonly seq: string
  /** A message's session and ordinal: it may have been given to an agent that joined later. */
  readonly message?: { readonly sessionId: string; readonly n: string }
}

/**
 * Whether `:viewer` sees something of a group: it was a member when that was decided, or it was given a message when it
 * joined; null sees everything. A member
 * sees all of a group with an open history, and one that has left nothing. A condition of SQL, for messages, events and hits alike.
 */
export function seenBy({ leadId, groupName, seq, message }: Place): string {
  // The ordinal of the newest message of the group when the stay began.
  const joinedN = `(select n from chat_group_messages earlier
    where earlier.group_name = ${groupName} and earlier.lead_id = ${leadId}
      and earlier.session_id = '${MAIN_SESSION}' and earlier.seq < stay.joined_seq
    order by earlier.seq desc limit 1)`
  const given = message
    ? `or (${message.sessionId} = '${MAIN_SESSION}' and ${message.n} > ${joinedN} - ${LIMITS.historyOnJoin})`
    : ''
  return `(:viewer is null or exists (
    select 1 from chat_group_memberships stay
    where stay.lead_id = ${leadId} and stay.group_name = ${groupName}
      and stay.agent_id = :viewer
      and case when exists (
          select 1 from chat_groups open_to_members
          where open_to_members.lead_id = ${leadId} and open_to_members.name = ${groupName}
            and open_to_members.open_history = 1)
        then stay.left_seq is null
        else (stay.joined_seq <= ${seq} ${given}) and (stay.left_seq is null or stay.left_seq >= ${seq})
      end))`
}
