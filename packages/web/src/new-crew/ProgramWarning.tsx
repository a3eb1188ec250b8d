import type { QueryOf } from '@crewroom/shared/client/http'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../sync/api'
import { type DriverChoice, driverOf } from './driver-choice'

/** A pause in typing. */
const PAUSE_MS = 300

interface ProgramWarningProps {
  readonly choice: DriverChoice
  readonly folder: string
}

/**
 * Says that a program could not be started as things are. It forbids nothing: a program may be installed, or a disk
 * mounted, by the time it is needed.
 */
export function ProgramWarning({ choice, folder }: ProgramWarningProps) {
  const asked = useSettled(askedOf(choice, folder))
  const { data } = useQuery({
    queryKey: ['program', asked],
    queryFn: ({ signal }) => api.checkProgram(JSON.parse(asked) as Asked, signal),
    enabled: asked !== '',
    staleTime: 5_000,
    retry: false,
  })
  return (
    <div aria-live="polite">
      {data?.problem && (
        <p className="hint pc-warning">{data.problem} The agent will fail until that is fixed.</p>
      )}
    </div>
  )
}

type Asked = QueryOf<'get', '/api/drivers/check'>

/** What the server is asked, as text; empty where there is nothing to ask. */
function askedOf(choice: DriverChoice, folder: string): string {
  const result = driverOf(choice)
  if (!result.ok) return ''
  const { driver } = result
  if (driver.kind === 'remote' || driver.kind === 'model') return ''
  const cwd = folder.trim()
  const asked: Asked = {
    preset: 'preset' in driver ? driver.preset : undefined,
    command: driver.command,
    ...(cwd === '' ? {} : { cwd }),
  }
  return JSON.stringify(asked)
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
