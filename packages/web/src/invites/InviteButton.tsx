import type { CrewState } from '@crewroom/shared/state/crew-state'
import { UserPlus } from 'lucide-react'
import { useAddressParams } from '../ui/use-address-params'
import { openedLater } from '../ui/opened-later'

const InviteDialog = openedLater(() => import('./InviteDialog').then((own) => own.InviteDialog))

/** Opens the crew's invitations; the dialog has an address, so that Back closes it. */
export function InviteButton({ state }: { readonly state: CrewState }) {
  const [params, change] = useAddressParams()
  return (
    <>
      <button
        type="button"
        className="btn"
        onClick={() => change((next) => next.set('new', 'invite'), 'push')}
      >
        <UserPlus size={15} /> Invite
      </button>
      {params.get('new') === 'invite' && (
        <InviteDialog state={state} onClose={() => change((next) => next.delete('new'), 'push')} />
      )}
    </>
  )
}
