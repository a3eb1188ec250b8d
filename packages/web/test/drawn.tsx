import './page-globals'
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import * as React from 'react'
import { prerender } from 'react-dom/static'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { CALM } from '@crewroom/shared/model/conduct'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import { roleOf } from '@crewroom/shared/model/role'
import { connection } from '../src/sync/connection'
import { queryClient } from '../src/sync/query-client'
import { crews, person, serverPause } from '../src/sync/sync'
import type { CrewView } from '../src/sync/crew-view'
import { Shell } from '../src/shell/Shell'
import { AT, crewState, LEAD } from './samples'

// Draws components to text, without a browser: what is there once stores and lists are, before anybody presses anything.

interface Internals {
  H: object | null
}

const internals = (React as unknown as Record<string, Internals>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
]

/** Stores are drawn as they are now: on a server React would ask for what they were at first. */
function readStoresNow(): () => void {
  if (!internals) throw new Error('this React keeps its dispatcher elsewhere')
  let current = internals.H
  const wrapped = new WeakMap<object, object>()
  const own = { useSyncExternalStore: { value: (_: unknown, get: () => unknown) => get() } }
  Object.defineProperty(internals, 'H', {
    configurable: true,
    get: () => current,
    set: (next: object | null) => {
      if (!next || Object.hasOwn(next, 'useSyncExternalStore') === false) current = next
      else {
        const known = wrapped.get(next) ?? Object.create(next, own)
        wrapped.set(next, known)
        wrapped.set(known, known)
        current = known
      }
    },
  })
  return () =>
    Object.defineProperty(internals, 'H', { value: current, writable: true, configurable: true })
}

/** What the page knows of its surroundings; each test may say otherwise. */
export const around = { width: 1440 }

/** A browser's globals, as far as drawing reads them, and stores that hold one crew. Registers what undoes it. */
export function drawing(): void {
  let undo = () => {}
  const before = {
    crews: crews.getState(),
    person: person.getState(),
    connection: connection.getState(),
  }
  beforeEach(() => {
    around.width = 1440
    undo = readStoresNow()
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('location', new URL('http://127.0.0.1:4040/'))
    vi.stubGlobal('matchMedia', (query: string) => {
      const [, edge, px] = /(min|max)-width: (\d+)px/.exec(query) ?? []
      const matches =
        edge === 'min' ? around.width >= Number(px) : edge === 'max' && around.width <= Number(px)
      return { matches, addEventListener: () => {}, removeEventListener: () => {} }
    })
    showCrew(viewOf({}))
    connection.setState({ state: { phase: 'live' }, wasLive: true })
  })
  afterEach(() => {
    undo()
    vi.unstubAllGlobals()
    queryClient.clear()
    crews.setState(before.crews, true)
    person.setState(before.person, true)
    connection.setState(before.connection, true)
    serverPause.setState({ paused: false })
  })
}

export function viewOf(
  more: Partial<CrewView['state']>,
  live: CrewView['live']['agents'] = {},
): CrewView {
  return { state: { ...crewState(1, []), ...more }, live: { agents: live } }
}

/** The page has this crew, and maybe others beside it. */
export function showCrew(view: CrewView, ...others: readonly CrewView[]): void {
  const all = [view, ...others]
  crews.setState({
    ids: all.map(({ state }) => state.lead.id),
    views: Object.fromEntries(all.map((own) => [own.state.lead.id, own])),
  })
}

export const answered = (key: QueryKey, data: unknown) => queryClient.setQueryData(key, data)

/** The document that an element makes at an address. */
export async function drawn(
  element: React.ReactElement,
  address = `/leads/${LEAD}`,
): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>
    </QueryClientProvider>,
    {
      onError: (error) => void errors.push(error),
      // All in its place, however much it is.
      progressiveChunkSize: Infinity,
    },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return html
}

/** The words that people see. */
export const wordsOf = (html: string) =>
  html
    .replace(/<(script|style|template)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

/** An agent of the sample crew; its lead has the crew's id. */
export function agent(id: string, more: Partial<AgentRecord> = {}): AgentRecord {
  const role = roleOf(more.role ?? (id === LEAD ? 'lead' : 'developer'))
  return {
    id,
    leadId: LEAD,
    name: role.name,
    role: role.id,
    roleName: role.name,
    color: role.color,
    driver: { kind: 'remote' },
    cwd: null,
    task: null,
    ended: null,
    endedReason: null,
    createdBy: 'human',
    createdAt: AT,
    hold: null,
    conduct: CALM,
    ...more,
  }
}

export const agents = (...all: readonly AgentRecord[]) =>
  Object.fromEntries([agent(LEAD), ...all].map((own) => [own.id, own]))

/** A page of the crew at an address below it, with what stands around it. */
export function page(element: React.ReactElement, pattern: string, path: string): Promise<string> {
  const shell = (
    <Routes>
      <Route path="leads/:leadId" element={<Shell />}>
        <Route path={pattern} element={element} />
      </Route>
    </Routes>
  )
  return drawn(shell, `/leads/${LEAD}/${path}`)
}
