import { Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { StartSample } from '@crewroom/shared/protocol/rest'
import type { PresenceBook } from '../../crew/presence'
import type { SampleCrews } from '../../demo/sample-crews'
import { CrewViews } from '../crew-views'
import { assertOwner } from '../gate'
import { byOf } from '../principal'
import { POSTS } from '../retries/posts'
import { route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface SampleRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
  /** Null where the programs of the sample agents are not installed. */
  readonly samples: SampleCrews | null
}

/** A crew of sample agents on this server, to watch and to delete. */
export function sampleRoutes(ports: SampleRoutePorts): Router {
  const { shard, presence, samples } = ports
  const router = Router()
  const views = new CrewViews(shard, presence)
  router.post(
    '/sample',
    route(
      ports,
      (request, principal) => {
        assertOwner(principal)
        // A body that may be empty may be left out.
        const { pace = 1 } = validated(StartSample, request.body ?? {})
        if (!samples) {
          throw new CrewError(
            'not_found',
            'The programs of the sample crew are not installed here.',
          )
        }
        const crew = samples.start(byOf(principal), pace)
        return { status: 201, body: { lead: views.lead(crew) }, leadId: crew.state.lead.id }
      },
      { creating: POSTS['/api/sample'] },
    ),
  )
  return router
}
