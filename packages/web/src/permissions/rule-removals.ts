import type { PermissionRule } from '@crewroom/shared/model/need'
import { createStore } from 'zustand/vanilla'
import { api } from '../sync/api'
import { queryClient } from '../sync/query-client'
import { ApiError } from '../sync/request'
import { signInToken } from '../sync/sign-in'
import { toast } from '../ui/toasts'

/** How long a removal can be undone: until then the rule applies, and only this page knows of the removal. */
const UNDO_MS = 5_000

export const rulesKey = (leadId: string) => ['lead', leadId, 'permission-rules'] as const

interface Removal {
  readonly leadId: string
  /** Null: it was sent and cannot be undone. */
  readonly timer: ReturnType<typeof setTimeout> | null
}

/** Rules that are being removed, by id. A removal outlives the dialog in which it began. */
export const ruleRemovals = createStore<Readonly<Record<string, Removal>>>(() => ({}))

export function removeRule({ id, leadId }: PermissionRule): void {
  if (ruleRemovals.getState()[id]) return
  put(id, { leadId, timer: setTimeout(() => void send(id, leadId), UNDO_MS) })
}

export function keepRule(id: string): void {
  const removal = ruleRemovals.getState()[id]
  if (!removal?.timer) return
  clearTimeout(removal.timer)
  put(id, null)
}

async function send(id: string, leadId: string): Promise<void> {
  put(id, { leadId, timer: null })
  try {
    await api.deletePermissionRule(leadId, id)
  } catch (error) {
    // Somebody else was faster: the rule is gone, as wanted.
    const isGone = error instanceof ApiError && error.code === 'rule_not_found'
    if (!isGone) toast.failed('Couldn’t remove the rule.', error)
  }
  await queryClient.invalidateQueries({ queryKey: rulesKey(leadId) })
  put(id, null)
}

function put(id: string, removal: Removal | null): void {
  const { [id]: _, ...others } = ruleRemovals.getState()
  ruleRemovals.setState(removal ? { ...others, [id]: removal } : others, true)
}

/** Closing the page settles it: a removal is either undone or sent. */
addEventListener('pagehide', () => {
  for (const [id, { leadId, timer }] of Object.entries(ruleRemovals.getState())) {
    if (timer === null) continue
    clearTimeout(timer)
    void fetch(
      `/api/lead/${encodeURIComponent(leadId)}/permission-rules/${encodeURIComponent(id)}`,
      {
        method: 'DELETE',
        keepalive: true,
        credentials: 'omit',
        headers: { Authorization: `Bearer ${signInToken() ?? ''}` },
      },
    ).catch(() => undefined)
    put(id, null)
  }
})
