import { Crown } from 'lucide-react'
import type { Participant } from '../crew/participant'
import { firstOf, initialsOf, roleLook } from '../crew/role-look'

interface AvatarProps {
  readonly who: Pick<Participant, 'kind' | 'role' | 'roleName' | 'isLead' | 'label' | 'color'>
  readonly size?: 'sm' | 'md' | 'lg'
}

/** Agents are rounded squares in their role's colour, people are circles. Always beside a name, so it is silent. */
export function Avatar({ who, size = 'lg' }: AvatarProps) {
  const sized = size === 'lg' ? 'av' : `av ${size}`
  if (who.kind === 'human') {
    return (
      <span className={`${sized} hu`} aria-hidden="true">
        {firstOf(who.label, 3)}
      </span>
    )
  }
  const { className, style } = roleLook(who.role, who.color)
  return (
    <span className={`${sized} ${className}`} style={style} aria-hidden="true">
      {initialsOf(who)}
      {who.isLead && size !== 'sm' && (
        <span className="crown">
          <Crown />
        </span>
      )}
    </span>
  )
}
