import type { CrewState } from '@crewroom/shared/state/crew-state'
import { LOOKS, type StatusLook } from '../../crew/agent-status'
import type { Stretch } from './lane-model'
import type { Picture } from './lane-rows'

const ENDED = { completed: LOOKS.done, failed: LOOKS.failed, terminated: LOOKS.ended }

/** How each agent's state looked at a moment; agents that did not exist yet are left out. */
export function looksThen(
  state: Pick<CrewState, 'agents'>,
  { lanes, bars, waits }: Picture,
  moment: number,
): Readonly<Record<string, StatusLook>> {
  const looks: Record<string, StatusLook> = {}
  const covers = ({ from, to }: Stretch) => from <= moment && (to === null || to > moment)
  for (const { id, lives, marks } of lanes) {
    const agent = state.agents[id]
    const last = lives.findLast(({ from }) => from <= moment)
    if (!agent || !last) continue
    if (!covers(last)) {
      const ended = marks.findLast(({ end, at }) => end !== null && at <= moment)?.end
      looks[id] = ENDED[ended ?? agent.ended ?? 'terminated']
    } else if ((bars.get(id) ?? []).some((bar) => bar.isWork && covers(bar))) {
      looks[id] = LOOKS.working
    } else looks[id] = (waits.get(id) ?? []).some(covers) ? LOOKS.waits : LOOKS.idle
  }
  return looks
}
