import { useId, useState } from 'react'
import { inRole, roleInitials } from '../crew/role-look'
import type { RoleView } from '../sync/api/server'
import { Problem } from '../ui/Problem'
import './new-crew.css'

interface RoleChoiceProps {
  readonly roles: readonly Pick<RoleView, 'id' | 'name' | 'color'>[]
  /** A role's id, or words for one that is not in the list. */
  readonly role: string
  readonly change: (role: string) => void
  readonly problem: string | undefined
}

/** The id of a role that a person names in words. */
export function roleIdOf(words: string): string {
  return words.trim().toLowerCase().replace(/\s+/g, '-')
}

/** What an agent is for: one of the roles with colours of their own, or any other. */
export function RoleChoice({ roles, role, change, problem }: RoleChoiceProps) {
  const id = useId()
  const [wantsOther, setOther] = useState<boolean | null>(null)
  const isUnlisted = roles.length > 0 && !roles.some((own) => own.id === role)
  const isOther = wantsOther ?? isUnlisted
  return (
    <div className="field" role="radiogroup" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        Role
      </span>
      <div className="role-chips">
        {roles.map((own) => (
          <label key={own.id} {...inRole('role-chip', own.id, own.color)}>
            <input
              type="radio"
              name={id}
              className="sr"
              checked={!isOther && role === own.id}
              onChange={() => {
                setOther(false)
                change(own.id)
              }}
            />
            <span className="av sm" aria-hidden="true">
              {roleInitials(own.id, own.name)}
            </span>
            {own.name}
          </label>
        ))}
        <label className="role-chip other">
          <input
            type="radio"
            name={id}
            className="sr"
            checked={isOther}
            onChange={() => {
              setOther(true)
              change('')
            }}
          />
          Another role
        </label>
      </div>
      {isOther && (
        <input
          className="input"
          value={role}
          aria-label="Another role"
          aria-invalid={problem !== undefined}
          placeholder="Release manager"
          onChange={({ target }) => change(target.value)}
        />
      )}
      <Problem text={problem} />
    </div>
  )
}
