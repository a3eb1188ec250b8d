import { type FormEvent, useState } from 'react'
import { InstructionsField } from '../crew/InstructionsField'
import { useRoles } from '../crew/use-roles'
import { paths } from '../shell/paths'
import { DialogFoot } from '../ui/DialogFoot'
import { Link } from '../ui/Link'
import { Problem } from '../ui/Problem'
import { agentsOf, type CrewPlan, problemsOf, startsPrograms } from './crew-plan'
import { FolderField } from './FolderField'
import type { Founding } from './founding'
import { forgetPlan } from './plan-store'
import { ProgramChoice } from './ProgramChoice'
import { RolePicker } from './RolePicker'

interface PlanStepProps {
  readonly plan: CrewPlan
  readonly founding: Founding
  readonly change: (plan: CrewPlan) => void
  readonly cancel: () => void
  readonly found: () => Promise<void>
}

/** What the crew is to be. */
export function PlanStep({ plan, founding, change, cancel, found }: PlanStepProps) {
  const [areProblemsShown, setShown] = useState(false)
  const { roles, nameOf } = useRoles()
  const problems = problemsOf(plan)
  const shown = areProblemsShown ? problems : {}
  const { lead, problem, phase } = founding
  const isWorking = phase === 'working'
  const count = agentsOf(plan).length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShown(true)
    if (Object.keys(problems).length === 0 && !isWorking) void found()
  }
  return (
    <form className="contents" onSubmit={submit} noValidate>
      <div className="dialog-body">
        <fieldset className="contents" disabled={lead !== null || isWorking}>
          <div className="field">
            <label htmlFor="crew-name">Name</label>
            <input
              id="crew-name"
              className="input"
              value={plan.name}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={shown['name'] !== undefined}
              onChange={({ target }) => change({ ...plan, name: target.value })}
            />
            <Problem text={shown['name']} />
          </div>
          <div className="field">
            <label htmlFor="crew-task">What it should do</label>
            <textarea
              id="crew-task"
              className="input"
              rows={3}
              value={plan.task}
              placeholder="Read the README and list what is unclear."
              aria-describedby="crew-task-hint"
              onChange={({ target }) => change({ ...plan, task: target.value })}
            />
            <p id="crew-task-hint" className="hint">
              The lead gets it as its first task. Without one it waits until you write to it.
            </p>
            <Problem text={shown['task']} />
          </div>
          <InstructionsField
            label="Instructions of the lead (optional)"
            instructions={plan.instructions ?? ''}
            role={roles.find(({ id }) => id === (plan.leadRole ?? 'lead'))}
            change={(instructions) => change({ ...plan, instructions })}
          />
          <ProgramChoice
            label="The lead’s program"
            folder={plan.cwd}
            choice={plan.driver}
            change={(driver) => change({ ...plan, driver })}
            problem={shown['lead']}
          />
        </fieldset>
        <fieldset className="contents" disabled={isWorking}>
          <RolePicker
            roles={roles.filter(({ id }) => id !== 'lead')}
            plan={plan}
            change={change}
            problems={shown}
          />
          {startsPrograms(plan) && (
            <FolderField folder={plan.cwd} change={(cwd) => change({ ...plan, cwd })} />
          )}
        </fieldset>
        {problem && (
          <div className="stopped" role="alert">
            <b>{problem.who} could not be created.</b> {problem.text}
            {lead && (
              <p>
                The others were created. Correct what is wrong and create the rest, or{' '}
                <Link className="lnk" to={paths.crewHome(lead.id)} onClick={forgetPlan}>
                  go to the crew as it is
                </Link>
                .
              </p>
            )}
          </div>
        )}
      </div>
      <DialogFoot
        says={
          <>
            <span className="hint" role="status">
              {isWorking
                ? `Creating ${founding.now ?? 'it'}…`
                : sumOf(count, founding, plan.leadRole && nameOf(plan.leadRole))}
            </span>
            <span className="sp" />
          </>
        }
        onCancel={cancel}
      >
        <button type="submit" className="btn p" aria-disabled={isWorking}>
          {lead ? 'Create the rest' : 'Create crew'}
        </button>
      </DialogFoot>
    </form>
  )
}

function sumOf(
  count: number,
  { lead, agents }: Founding,
  leadRoleName: string | undefined,
): string {
  const made = Object.keys(agents).length
  if (lead) return `The lead and ${made} of ${count} agents are there`
  const who = leadRoleName === undefined ? 'A lead' : `A lead (${leadRoleName})`
  if (count === 0) return `${who} alone`
  return `${who} and ${count} ${count === 1 ? 'agent' : 'agents'}`
}
