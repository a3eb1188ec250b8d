import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ShieldCheck } from 'lucide-react'
import { useAddressParams } from '../ui/use-address-params'
import { openedLater } from '../ui/opened-later'

const RulesDialog = openedLater(() => import('./RulesDialog').then((own) => own.RulesDialog))

/** Opens the crew's permission rules; the dialog has an address, so that Back closes it. */
export function RulesButton({ state }: { readonly state: CrewState }) {
  const [params, change] = useAddressParams()
  return (
    <>
      <button
        type="button"
        className="btn"
        onClick={() => change((next) => next.set('rules', '1'), 'push')}
      >
        <ShieldCheck size={15} /> Permission rules
      </button>
      {params.has('rules') && (
        <RulesDialog state={state} onClose={() => change((next) => next.delete('rules'), 'push')} />
      )}
    </>
  )
}
