import { useCallback } from 'react'
import { paths } from '../shell/paths'
import { searchWith, useOver } from '../groups/use-over'

/** Opens the dialog that begins a discussion: over the page of its group, with an address of its own. */
export function useNewDiscussion(): (leadId: string, groupName: string) => void {
  const { open } = useOver()
  return useCallback(
    (leadId, groupName) => {
      const group = paths.group(leadId, groupName)
      const { pathname, search } = window.location
      const isThere = pathname === group || pathname.startsWith(`${group}/`)
      if (isThere) open({ search: searchWith(new URLSearchParams(search), { new: 'discussion' }) })
      else open(`${group}?new=discussion`)
    },
    [open],
  )
}
