import type { GroupRecord } from '@crewroom/shared/model/group'
import { Pause } from 'lucide-react'
import { useStore } from 'zustand'
import { useCurrentCrew } from '../crew/use-crew'
import { api } from '../sync/api'
import { serverPause } from '../sync/sync'
import { toast } from '../ui/toasts'

/** Says that agents are given nothing for now, because somebody paused the group or its crew; and ends that. */
export function PauseStrip({ group }: { readonly group: GroupRecord }) {
  const { lead } = useCurrentCrew()
  const { paused: isAllPaused } = useStore(serverPause)
  // The widest pause first: ending a smaller one would change nothing yet. That of all crews is told on every page.
  if (isAllPaused || (!lead.paused && !group.paused)) return null
  const what = lead.paused ? 'The crew is' : 'The group is'
  const resume = () => {
    const asked = lead.paused ? api.pauseCrew(lead.id, false) : api.resume(lead.id, group.name)
    asked.catch((error: unknown) => toast.failed("Couldn't resume.", error))
  }
  return (
    <div className="banner" data-testid="paused">
      <Pause size={18} />
      <span role="status">
        <b>{what} paused.</b> Messages are kept, and agents get them when the pause ends.
      </span>
      <button type="button" onClick={resume}>
        Resume
      </button>
    </div>
  )
}
