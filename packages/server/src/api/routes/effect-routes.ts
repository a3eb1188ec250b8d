import { getEffect } from '@crewroom/shared/protocol/routes/work'
import { readEffect } from '../../live/read-effect'
import type { AllStored } from '../../live/read-overview'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface EffectRoutePorts extends RoutePorts {
  readonly rollouts: AllStored
}

/** Whether a crew's work was worth what it took. */
export const EFFECT_ROUTES: readonly RouteRow<EffectRoutePorts>[] = [
  row('Work', getEffect, {
    id: 'getEffect',
    who: 'reader',
    summary: 'What the work of a crew took: turns, tokens, empty wakes, answers, time until read',
    run: async ({ crew }, { shard, rollouts }) => ({
      body: await readEffect(shard, rollouts, crew),
    }),
  }),
]
