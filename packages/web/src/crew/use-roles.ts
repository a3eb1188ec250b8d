import { roleOf } from '@crewroom/shared/model/role'
import { useQuery } from '@tanstack/react-query'
import { api } from '../sync/api'
import type { RoleView } from '../sync/api/server'

export interface KnownRoles {
  /** Those that a person chooses among; empty until the server has answered. */
  readonly roles: readonly RoleView[]
  /** What agents of a role are called when they have no name of their own. */
  nameOf(id: string): string
}

/** The roles of this server: a person may have changed some and added others. */
export function useRoles(): KnownRoles {
  const { data } = useQuery({ queryKey: ['roles'], queryFn: api.roles, staleTime: Infinity })
  const roles = data?.roles ?? []
  return { roles, nameOf: (id) => (roles.find((role) => role.id === id) ?? roleOf(id)).name }
}
