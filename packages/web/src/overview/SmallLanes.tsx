import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { participantOf } from '../crew/participant'
import { roleLook } from '../crew/role-look'
import { paths } from '../shell/paths'
import { api } from '../sync/api'
import { Link } from '../ui/Link'
import { clockTime } from '../ui/times'
import { useSteps } from './page-clock'
import { stretchesOf } from './small-lanes'

/** The newest hand-overs are enough for a picture of this size. */
const TURNS = 1_000
const MOST_LANES = 12
const BEGINNING = new Date(0).toISOString()
/** The places of times below the lanes, in shares of the whole. */
const TICKS = [0, 1 / 3, 2 / 3]

interface SmallLanesProps {
  readonly state: CrewState
  readonly live: Readonly<Record<string, LiveAgent>>
  /** Journal position of the overview: hand-overs are asked for again when that is newer. */
  readonly asOf: number
}

/** When everybody was at work since the beginning: the way to the lanes, and a picture of the crew in itself. */
export function SmallLanes({ state, live, asOf }: SmallLanesProps) {
  const leadId = state.lead.id
  const now = useSteps(5)
  const { data, isPending } = useQuery({
    queryKey: ['lead', leadId, 'story', asOf],
    queryFn: ({ signal }) => api.turns(leadId, { since: BEGINNING, limit: TURNS }, signal),
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const soon = now + 5_000
  const { from, to, byAgent } = stretchesOf(
    data?.turns ?? [],
    live,
    soon,
    (id) => state.agents[id]?.ended !== null,
  )
  const lanes = Object.values(state.agents)
    .filter(({ id }) => byAgent.has(id))
    .toSorted(
      (a, b) =>
        Number(b.id === leadId) - Number(a.id === leadId) || a.createdAt.localeCompare(b.createdAt),
    )
  // Agents working now are known at once, and alone they would tell another story.
  if (isPending || lanes.length === 0) return null
  const shown = lanes.slice(0, lanes.length === MOST_LANES + 1 ? lanes.length : MOST_LANES)
  const names = shown.map(({ id }) => participantOf(state, id, '').label)
  return (
    <section className="ov-story" aria-labelledby="ov-story-title">
      <div className="ov-rail-head">
        <h2 id="ov-story-title">The story so far</h2>
        <span className="sp" />
        <Link to={`${paths.section(leadId, 'activity')}?view=lanes`}>Lanes</Link>
      </div>
      <div
        className="ov-lanes"
        role="img"
        aria-label={`When agents were at work since ${clockTime(new Date(from).toISOString())}: ${names.join(', ')}`}
      >
        {shown.map(({ id }, index) => {
          const who = participantOf(state, id, '')
          const { className, style } = roleLook(who.role, who.color)
          return (
            <div key={id} className={`ov-lane ${className}`} style={style}>
              <span>{names[index]}</span>
              <span className="ov-track">
                {byAgent.get(id)?.map((stretch) => (
                  <i
                    key={stretch.from}
                    style={{
                      left: `${stretch.from * 100}%`,
                      width: `${(stretch.to - stretch.from) * 100}%`,
                    }}
                  />
                ))}
              </span>
            </div>
          )
        })}
        <div className="ov-lane ov-ticks">
          <span>{lanes.length > shown.length ? `${lanes.length - shown.length} more` : ''}</span>
          <span className="ov-track">
            {ticksOf(from, to).map(({ share, text }) => (
              <time key={share} style={{ left: `${share * 100}%` }}>
                {text}
              </time>
            ))}
            <time style={{ right: 0 }}>
              {to < soon ? clockTime(new Date(to).toISOString()) : 'now'}
            </time>
          </span>
        </div>
      </div>
    </section>
  )
}

/** Times along the lanes; in a short story many are the same minute, which is told once. */
function ticksOf(from: number, to: number): readonly { share: number; text: string }[] {
  const ticks = TICKS.map((share) => ({
    share,
    text: clockTime(new Date(from + (to - from) * share).toISOString()),
  }))
  return ticks.filter(({ text }, index) => text !== ticks[index - 1]?.text)
}
