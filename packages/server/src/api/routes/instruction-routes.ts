import * as shapes from '@crewroom/shared/protocol/routes/instructions'
import { readInstructions } from '../../agents/instructions'
import { crewOfAgentFor } from '../principal'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** How agents are told to work. */
export const INSTRUCTION_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Agents', shapes.readInstructions, {
    id: 'readInstructions',
    who: 'reader',
    errors: ['forbidden'],
    summary: 'How an agent is told to work: by its role, and by a text of its own',
    run: ({ by, principal, param }, { shard }) => {
      const agentId = param('agentId')
      const crew = crewOfAgentFor(shard, principal, agentId)
      return {
        body: { ...readInstructions(shard, crew, by, agentId), asOf: crew.state.seq },
        leadId: crew.state.lead.id,
      }
    },
  }),
]
