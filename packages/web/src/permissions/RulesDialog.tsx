import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { api } from '../sync/api'
import { person } from '../sync/sync'
import { Dialog } from '../ui/Dialog'
import { AddRule } from './AddRule'
import { RuleRow } from './RuleRow'
import { rulesKey } from './rule-removals'
import { WorkFilesSetting } from './WorkFilesSetting'
import './rules.css'

interface RulesDialogProps {
  readonly state: CrewState
  readonly onClose: () => void
}

/** What a crew answers to requests for permission without asking a person. */
export function RulesDialog({ state, onClose }: RulesDialogProps) {
  const leadId = state.lead.id
  const isReader = useStore(person, (all) => all.isReader)
  const known = useQuery({ queryKey: ['roles'], queryFn: api.roles, staleTime: Infinity })
  const { data, isError, refetch } = useQuery({
    queryKey: rulesKey(leadId),
    queryFn: ({ signal }) => api.permissionRules(leadId, signal),
    // No event reports a change of rules.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    retry: false,
  })
  const roles = new Map([
    ...Object.values(state.agents).map(({ role, roleName }) => [role, roleName] as const),
    ...(known.data?.roles ?? []).map(({ id, name }) => [id, name] as const),
  ])
  return (
    <Dialog
      title="Permission rules"
      description={`What ${state.lead.name} answers to its agents without asking you. If several rules fit, the strictest counts. Without one, a person is asked.`}
      width="wide"
      onClose={onClose}
    >
      <div className="dialog-body rules">
        {isError && (
          <p role="alert">
            The rules could not be loaded.{' '}
            <button type="button" className="btn" onClick={() => void refetch()}>
              Retry
            </button>
          </p>
        )}
        {data?.rules.length === 0 && (
          <p className="rules-none" data-testid="no-rules">
            There are no rules: every request for permission waits for a person.
          </p>
        )}
        <ul aria-label="Rules" aria-busy={data === undefined && !isError}>
          {data?.rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} roles={roles} isReader={isReader} />
          ))}
        </ul>
        {!isReader && <AddRule leadId={leadId} roles={roles} />}
        <WorkFilesSetting state={state} isReader={isReader} />
      </div>
    </Dialog>
  )
}
