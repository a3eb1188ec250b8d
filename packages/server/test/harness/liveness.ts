import type { LifeCrew } from './life-crew'
import type { LifeModel } from './life-model'

/**
 * The liveness check: nobody who must be woken is asleep. What must wake is computed from the model alone; of the
 * crew only is looked at what its programs do. To be called when everything is quiet: nothing moves before a program
 * does something or time passes.
 */
export function assertNobodySleeps(crew: LifeCrew, model: LifeModel): void {
  const { running } = crew.programs
  const starting = (id: string) => running.get(id)?.starting ?? false
  const sleepers: string[] = []
  for (const agent of model.agents.values()) {
    const program = running.get(agent.id)
    if (agent.prompt?.toCancel) {
      sleepers.push(`${agent.id} was not stopped in what it does`)
    }
    if (agent.runs && !program && agent.againAt === null) {
      sleepers.push(`${agent.id} was not started`)
    }
    if (program && !agent.ending && (!agent.runs || agent.againAt !== null)) {
      sleepers.push(`${agent.id} has a program that was to be ended`)
    }
    const busy = program?.prompted || program?.starting || program?.stopping || agent.ending
    if (busy || agent.status !== 'active') continue
    const restarts = agent.againAt !== null && agent.againAt > crew.clock.now()
    if (restarts) continue
    if (agent.againAt !== null && !program) {
      sleepers.push(`${agent.id} was not started again after its crash`)
    } else if (model.mustWork(agent.id)) {
      sleepers.push(`${agent.id} ${program ? 'does not work' : 'has no program'}`)
    } else if (agent.id === model.lead && !model.paused && model.hasNews(agent.id)) {
      if (model.idleBut(agent.id, starting)) sleepers.push('the lead, with a crew that is idle')
    }
  }
  if (sleepers.length > 0) throw new Error(`asleep: ${sleepers.join('; ')}`)
}
