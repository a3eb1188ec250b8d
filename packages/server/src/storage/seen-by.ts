/** What is compared with a membership, in the words of the query around it. */
interface Place {
  readonly leadId: string
  readonly groupName: string
  readonly seq: string
}

/**
 * Whether `:viewer` sees something of a group: it was a member when that was decided; null sees everything. A condition of
 * SQL, for messages, events and hits alike.
 */
export function seenBy({ leadId, groupName, seq }: Place): string {
  return `(:viewer is null or exists (
    select 1 from chat_group_memberships stay
    where stay.lead_id = ${leadId} and stay.group_name = ${groupName}
      and stay.agent_id = :viewer and stay.joined_seq <= ${seq}
      and (stay.left_seq is null or stay.left_seq >= ${seq})))`
}
