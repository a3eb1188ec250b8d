import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../sync/api'
import type { Machine } from '../sync/api/server'

const PAUSE_MS = 300

export const machineQuery = (folder: string) =>
  queryOptions({
    queryKey: ['machine', folder],
    queryFn: ({ signal }) => api.machine(folder, signal),
    retry: false,
  })

/** Where the server lives and how a folder looks there; null until it is known, and where the server does not tell. */
export function useMachine(folder: string): Machine | null {
  const [asked, setAsked] = useState(folder)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(folder), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [folder])
  const { data } = useQuery({ ...machineQuery(asked.trim()), enabled: asked === folder })
  return asked === folder ? (data ?? null) : null
}

/** A path as people write it: below the home it begins with `~`. */
export function shortPath(path: string, home: string): string {
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
