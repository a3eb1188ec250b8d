import { roleOf } from '@crewroom/shared/model/role'
import { createStore } from 'zustand/vanilla'
import { type CrewPlan, emptyPlan } from '../new-crew/crew-plan'
import { type DriverChoice, NO_DRIVER } from '../new-crew/driver-choice'
import { keepDraft, readDraft } from '../sync/drafts'
import { type Team, type TeamId, TEAMS } from './teams'

/** What is typed and chosen on the page. */
export interface QuickStart {
  readonly task: string
  /** As it is written; empty: where the server was started. */
  readonly folder: string
  readonly team: TeamId
  readonly driver: DriverChoice
}

const DRAFT = ['new-crew', 'quick'] as const
const EMPTY: QuickStart = { task: '', folder: '', team: 'team', driver: NO_DRIVER }

/** It outlives the page and a reload: a start that failed, or a tab that was closed, costs nobody their words. */
export const quickStart = createStore<QuickStart>(read)

export function changeQuick(change: Partial<QuickStart>): void {
  quickStart.setState(change)
  // A key is in no storage of the page.
  const isKey = (name: string) => name === 'apiKey'
  keepDraft(
    ...DRAFT,
    JSON.stringify(quickStart.getState(), (name, value: unknown) => (isKey(name) ? '' : value)),
  )
}

/** The same as the dialog plans it. `folder` is absolute. */
export function planOf({ task, team, driver }: QuickStart, name: string, folder: string): CrewPlan {
  const { leadRole, roles = [] } = TEAMS.find(({ id }) => id === team) ?? ({} as Partial<Team>)
  return {
    ...emptyPlan(name),
    task,
    driver,
    cwd: folder,
    ...(leadRole === undefined ? {} : { leadRole }),
    roles: roles.map((id) => ({ id, name: roleOf(id).name, count: 1, driver: null })),
  }
}

function read(): QuickStart {
  let kept: unknown = null
  try {
    kept = JSON.parse(readDraft(...DRAFT))
  } catch {
    // Nothing was kept.
  }
  if (typeof kept !== 'object' || kept === null) return EMPTY
  const { task, folder, team, driver } = kept as Readonly<Record<string, unknown>>
  return {
    task: typeof task === 'string' ? task : '',
    folder: typeof folder === 'string' ? folder : '',
    team: TEAMS.find(({ id }) => id === team)?.id ?? EMPTY.team,
    driver: driverOf(driver),
  }
}

function driverOf(kept: unknown): DriverChoice {
  if (typeof kept !== 'object' || kept === null) return NO_DRIVER
  const { kind, preset, line, isAcp, mode, endpoint } = kept as Readonly<Record<string, unknown>>
  return {
    ...NO_DRIVER,
    kind: kind === 'command' || kind === 'model' || kind === 'remote' ? kind : 'preset',
    preset: typeof preset === 'string' ? preset : '',
    line: typeof line === 'string' ? line : '',
    isAcp: isAcp === true,
    mode: typeof mode === 'string' ? mode : '',
    endpoint: endpointOf(endpoint),
  }
}

function endpointOf(kept: unknown): DriverChoice['endpoint'] {
  const { baseUrl, model, tools } = (kept ?? {}) as Readonly<Record<string, unknown>>
  return {
    ...NO_DRIVER.endpoint,
    baseUrl: typeof baseUrl === 'string' ? baseUrl : '',
    model: typeof model === 'string' ? model : '',
    tools: tools === true,
  }
}
