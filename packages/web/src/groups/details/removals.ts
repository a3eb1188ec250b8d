import { createStore } from 'zustand/vanilla'
import { api } from '../../sync/api'
import { ApiError } from '../../sync/request'
import { signInToken } from '../../sync/sign-in'
import { toast } from '../../ui/toasts'

/** How long a removal can be taken back: so long nobody but this page knows of it. */
const UNDO_MS = 5_000

export interface Removal {
  readonly leadId: string
  readonly group: string
  readonly memberId: string
  /** For sentences. */
  readonly label: string
}

interface Waiting extends Removal {
  readonly timer: ReturnType<typeof setTimeout> | null
  readonly dismiss: () => void
}

export function removalKey({ leadId, group, memberId }: Omit<Removal, 'label'>): string {
  return `${leadId} ${group} ${memberId}`
}

/** Members that are being removed, by key. They outlive the panel that began them: going elsewhere stops nothing. */
export const removals = createStore<ReadonlyMap<string, Waiting>>(() => new Map())

export function remove(removal: Removal): void {
  const key = removalKey(removal)
  if (removals.getState().has(key)) return
  const timer = setTimeout(() => void send(key), UNDO_MS)
  const dismiss = toast.news(`${removal.label} leaves ${removal.group}.`, {
    action: { label: 'Undo', run: () => undo(key) },
    ms: UNDO_MS,
  })
  put(key, { ...removal, timer, dismiss })
}

export function undo(key: string): void {
  const waiting = removals.getState().get(key)
  // Once it was sent there is nothing to take back.
  if (!waiting || waiting.timer === null) return
  clearTimeout(waiting.timer)
  waiting.dismiss()
  put(key, null)
}

async function send(key: string): Promise<void> {
  const waiting = removals.getState().get(key)
  if (!waiting) return
  put(key, { ...waiting, timer: null })
  try {
    await api.removeMember(waiting.leadId, waiting.group, waiting.memberId)
  } catch (error) {
    // Somebody else was faster: it is as it was wanted.
    const isGone = error instanceof ApiError && error.code === 'agent_not_found'
    if (!isGone) toast.failed(`Couldn't remove ${waiting.label}.`, error)
  }
  // Its event takes it out of the list a moment later at most.
  setTimeout(() => put(key, null), 300)
}

function put(key: string, waiting: Waiting | null): void {
  const next = new Map(removals.getState())
  if (waiting) next.set(key, waiting)
  else next.delete(key)
  removals.setState(next, true)
}

/**
 * Closing the page decides: pending removals are sent at once, in a request that outlives the page. A removal is
 * either taken back or done.
 */
addEventListener('pagehide', () => {
  for (const [key, { leadId, group, memberId, timer }] of removals.getState()) {
    if (timer === null) continue
    clearTimeout(timer)
    const parts = [leadId, 'groups', group, 'members', memberId].map(encodeURIComponent)
    void fetch(`/api/lead/${parts.join('/')}`, {
      method: 'DELETE',
      keepalive: true,
      credentials: 'omit',
      headers: { Authorization: `Bearer ${signInToken() ?? ''}` },
    }).catch(() => undefined)
    put(key, null)
  }
})
