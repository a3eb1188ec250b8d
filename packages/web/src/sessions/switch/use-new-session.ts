import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../shell/paths'
import { createSession } from './session-changes'

/** Opens a session in a group and goes there, to its message box. */
export function useNewSession(): (leadId: string, groupName: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (leadId, groupName) => {
      void createSession(leadId, groupName).then((id) => {
        if (id === null) return
        void navigate(paths.session(leadId, groupName, id), { state: { isNew: true } })
      })
    },
    [navigate],
  )
}
