import type { GroupChat, GroupRecord } from '@crewroom/shared/model/group'
import { useId } from 'react'
import { api } from '../../sync/api'
import { toast } from '../../ui/toasts'

type Mode = GroupChat['broadcastMode']

const MODES: readonly { readonly mode: Mode; readonly label: string }[] = [
  { mode: 'all', label: 'All that take part' },
  { mode: 'mention_only', label: 'Only who is mentioned' },
]

/** Whom a person's message in a session of the group asks when it names nobody. */
export function SessionsAsk({ group }: { readonly group: GroupRecord }) {
  const id = useId()
  const { leadId, name, archived } = group
  const choose = (broadcastMode: Mode) =>
    void api
      .updateGroup(leadId, name, { chat: { broadcastMode } })
      .catch((error: unknown) => toast.failed("Couldn't change whom sessions ask.", error))
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Sessions</h3>
      <label className="called">
        A message in a session asks{' '}
        <select
          className="input"
          disabled={archived}
          value={group.chat?.broadcastMode ?? 'all'}
          onChange={({ target }) => choose(target.value as Mode)}
        >
          {MODES.map(({ mode, label }) => (
            <option key={mode} value={mode}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </section>
  )
}
