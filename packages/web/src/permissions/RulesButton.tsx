import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useAddressParams } from '../ui/use-address-params'

const RulesDialog = lazy(() =>
  import('./RulesDialog').then((own) => ({ default: own.RulesDialog })),
)

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
        <Suspense fallback={null}>
          <RulesDialog
            state={state}
            onClose={() => change((next) => next.delete('rules'), 'push')}
          />
        </Suspense>
      )}
    </>
  )
}
