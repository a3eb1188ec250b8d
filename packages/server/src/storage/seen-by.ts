/** What is compared with a membership, in the words of the query around it. */
interface Place {
  readonly leadId: string
  readonly groupName: string
  readonly seq: string
}

/**
 * Whether `:viewer` sees something of a group: it was a member when that was decided; null sees everything. A member
 * sees all of a group with an open history, and one that has left nothing. A condition of SQL, for messages, events and hits alike.
 */
export function seenBy({ leadId, groupName, seq }: Place): string {
  return `(:viewer is null or exists (
    select 1 from chat_group_memberships stay
    where stay.lead_id = ${leadId} and stay.group_name = ${groupName}
      and stay.agent_id = :viewer
      and case when exists (
          select 1 from chat_groups open_to_members
          where open_to_members.lead_id = ${leadId} and open_to_members.name = ${groupName}
            and open_to_members.open_history = 1)
        then stay.left_seq is null
        else stay.joined_seq <= ${seq} and (stay.left_seq is null or stay.left_seq >= ${seq})
      end))`
}
