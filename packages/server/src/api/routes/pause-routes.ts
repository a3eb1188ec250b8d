import { pauseAll, pauseLead, resumeAll, resumeLead } from '@crewroom/shared/protocol/routes/work'
import { pauseCrew, pauseServer } from '../../agents/pause'
import type { Crew } from '../../crew/crew'
import type { PresenceBook } from '../../crew/presence'
import type { By } from '../../crew/shard'
import { SHARD_SCOPE } from '../../journal/facts'
import { CrewViews } from '../crew-views'
import type { Answer, RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface PauseRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
}

/** Delivery stops and goes on, in one crew or in all. */
export const PAUSE_ROUTES: readonly RouteRow<PauseRoutePorts>[] = [
  row('Work', pauseLead, {
    id: 'pauseLead',
    who: 'writer',
    summary: 'Pauses delivery in a crew; posting stays possible',
    run: ({ crew, by }, ports) => inCrew(ports, crew, by, true),
  }),
  row('Work', resumeLead, {
    id: 'resumeLead',
    who: 'writer',
    summary: 'Resumes delivery in a crew',
    sample: { after: ['pauseLead'] },
    run: ({ crew, by }, ports) => inCrew(ports, crew, by, false),
  }),
  row('Work', pauseAll, {
    id: 'pauseAll',
    who: 'owner',
    summary: 'Pauses delivery in all crews',
    run: ({ by }, ports) => everywhere(ports, by, true),
  }),
  row('Work', resumeAll, {
    id: 'resumeAll',
    who: 'owner',
    summary: 'Resumes delivery in every crew that is not paused itself',
    sample: { after: ['pauseAll'] },
    run: ({ by }, ports) => everywhere(ports, by, false),
  }),
]

function inCrew({ shard, presence }: PauseRoutePorts, crew: Crew, by: By, paused: boolean): Answer {
  pauseCrew(shard, crew, by, paused)
  return {
    body: { lead: new CrewViews(shard, presence).lead(crew), asOf: crew.state.seq },
    leadId: crew.state.lead.id,
  }
}

function everywhere({ shard }: RoutePorts, by: By, paused: boolean): Answer {
  pauseServer(shard, by, paused)
  return { body: { paused: shard.paused }, leadId: SHARD_SCOPE }
}
