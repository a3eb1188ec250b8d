import { Minus, Plus } from 'lucide-react'
import { InstructionsField } from '../crew/InstructionsField'
import { inRole, roleInitials, roleLook } from '../crew/role-look'
import type { RoleView } from '../sync/api/server'
import type { CrewPlan, PlannedRole, PlanProblems } from './crew-plan'
import { NO_DRIVER } from './driver-choice'
import { ProgramChoice } from './ProgramChoice'

interface RolePickerProps {
  readonly roles: readonly RoleView[]
  readonly plan: CrewPlan
  readonly change: (plan: CrewPlan) => void
  readonly problems: PlanProblems
}

/** A crowd, not a mistake of the mouse. */
const MOST = 20

/** Who works with the lead: roles as chips, with how many of each and what runs them. */
export function RolePicker({ roles, plan, change, problems }: RolePickerProps) {
  const put = (id: string, edit: (role: PlannedRole) => PlannedRole) =>
    change({ ...plan, roles: plan.roles.map((own) => (own.id === id ? edit(own) : own)) })
  const add = ({ id, name }: { readonly id: string; readonly name: string }) =>
    change({ ...plan, roles: [...plan.roles, { id, name, count: 1, driver: null }] })
  const fewer = (role: PlannedRole) =>
    role.count > 1
      ? put(role.id, (own) => ({ ...own, count: own.count - 1 }))
      : change({ ...plan, roles: plan.roles.filter(({ id }) => id !== role.id) })
  const lookOf = (id: string) => roleLook(id, roles.find((own) => own.id === id)?.color)
  const left = roles.filter(({ id }) => !plan.roles.some((own) => own.id === id))
  return (
    <div className="field" role="group" aria-labelledby="roles-label">
      <span className="label" id="roles-label">
        Agents
      </span>
      {plan.roles.length > 0 && (
        <ul className="planned">
          {plan.roles.map((role) => (
            <li key={role.id} {...lookOf(role.id)}>
              <div className="line">
                <span className="av md" aria-hidden="true">
                  {roleInitials(role.id, role.name)}
                </span>
                <b>{role.name}</b>
                <span className="steps">
                  <button
                    type="button"
                    className="ib"
                    aria-label={role.count > 1 ? `One ${role.name} fewer` : `No ${role.name}`}
                    onClick={() => fewer(role)}
                  >
                    <Minus size={15} />
                  </button>
                  <span aria-label={`${role.count} of ${role.name}`} role="img">
                    {role.count}
                  </span>
                  <button
                    type="button"
                    className="ib"
                    aria-label={`One ${role.name} more`}
                    disabled={role.count >= MOST}
                    onClick={() => put(role.id, (own) => ({ ...own, count: own.count + 1 }))}
                  >
                    <Plus size={15} />
                  </button>
                </span>
                <label className="own">
                  <input
                    type="checkbox"
                    checked={role.driver !== null}
                    aria-label={`${role.name}: a program of its own`}
                    onChange={({ target }) =>
                      put(role.id, (own) => ({
                        ...own,
                        driver: target.checked
                          ? { ...NO_DRIVER, preset: plan.driver.preset }
                          : null,
                      }))
                    }
                  />
                  Own program
                </label>
                <label className="own">
                  <input
                    type="checkbox"
                    checked={role.instructions !== undefined}
                    aria-label={`${role.name}: instructions of its own`}
                    onChange={({ target }) =>
                      put(role.id, ({ instructions: _, ...own }) =>
                        target.checked ? { ...own, instructions: '' } : own,
                      )
                    }
                  />
                  Instructions
                </label>
              </div>
              {role.instructions !== undefined && (
                <InstructionsField
                  label={`Instructions of ${role.name}`}
                  instructions={role.instructions}
                  role={roles.find(({ id }) => id === role.id)}
                  change={(instructions) => put(role.id, (own) => ({ ...own, instructions }))}
                />
              )}
              {role.driver !== null && (
                <ProgramChoice
                  label={`What runs ${role.name}`}
                  choice={role.driver}
                  folder={plan.cwd}
                  change={(driver) => put(role.id, (own) => ({ ...own, driver }))}
                  problem={problems[role.id]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="role-chips">
        {left.map((role) => (
          <button
            key={role.id}
            type="button"
            {...inRole('role-chip', role.id, role.color)}
            onClick={() => add(role)}
          >
            <span className="av sm" aria-hidden="true">
              {roleInitials(role.id, role.name)}
            </span>
            {role.name}
            <Plus size={13} aria-hidden="true" />
            <span className="sr">add</span>
          </button>
        ))}
      </div>
      <p className="hint">
        They run the lead’s program unless you give them one of their own. The lead can add more
        agents later.
      </p>
    </div>
  )
}
