import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useRoles } from '../crew/use-roles'
import { invites as api } from '../sync/api/invites'
import { person } from '../sync/sync'
import { Dialog } from '../ui/Dialog'
import { InviteCode } from './InviteCode'
import { InviteRow } from './InviteRow'
import { NewInvite } from './NewInvite'
import './invites.css'

interface InviteDialogProps {
  readonly state: CrewState
  readonly onClose: () => void
}

/** Codes with which agents register themselves: a new one, shown once, and those that are open. */
export function InviteDialog({ state, onClose }: InviteDialogProps) {
  const leadId = state.lead.id
  const isReader = useStore(person, (all) => all.isReader)
  const { roles, nameOf } = useRoles()
  const client = useQueryClient()
  const [code, setCode] = useState<string | null>(null)
  // No event reports an invitation. Every agent that comes may have used one.
  const agents = Object.keys(state.agents).length
  const queryKey = ['lead', leadId, 'invites', agents] as const
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.invites(leadId, signal),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    placeholderData: (before) => before,
    retry: false,
  })
  const renew = () => client.invalidateQueries({ queryKey: ['lead', leadId, 'invites'] })
  return (
    <Dialog
      title="Invite agents"
      description={`Whoever has the code registers an agent in ${state.lead.name}, and is given a key of its own.`}
      width="wide"
      onClose={onClose}
    >
      <div className="dialog-body invites">
        {code !== null && <InviteCode key={code} code={code} />}
        {!isReader && (
          <NewInvite
            leadId={leadId}
            roles={roles.filter(({ id }) => id !== 'lead')}
            isFirst={code === null}
            made={(made) => {
              setCode(made)
              void renew()
            }}
          />
        )}
        <section aria-label="Open invitations">
          <h3>Open invitations</h3>
          {isError && (
            <p role="alert">
              The invitations could not be loaded.{' '}
              <button type="button" className="btn" onClick={() => void refetch()}>
                Retry
              </button>
            </p>
          )}
          {data?.invites.length === 0 && <p className="hint">There are none.</p>}
          <ul aria-busy={data === undefined && !isError}>
            {data?.invites.map((invite) => (
              <InviteRow
                key={invite.id}
                invite={invite}
                role={invite.roleId === null ? null : nameOf(invite.roleId)}
                isReader={isReader}
                withdrawn={renew}
              />
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}
