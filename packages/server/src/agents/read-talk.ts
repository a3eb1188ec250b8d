import type { Talk, TalkLine, TalkStep, TalkWords } from '@crewroom/shared/model/talk'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import { viewerOf } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import type { WrittenFor } from '../journal/ports/talk-port'

/** So much is looked at: what it costs does not grow with how long a crew is there. */
const LOOKED_AT = { most: 20_000, facts: 200_000 }
const STEPS = 1_000
const WORDS = 10

interface Since {
  readonly since?: string | undefined
}
interface Answered {
  readonly asOf: number
}

/** How many stored messages each participant wrote for each other one. */
export async function readTalk(
  shard: Shard,
  crew: Crew,
  by: By,
  { since }: Since,
): Promise<Talk & Answered> {
  const { written, isPart, asOf } = await newest(shard, crew, by, since)
  const lines = new Map<string, TalkLine>()
  const byWriter: Record<string, number> = Object.create(null) as Record<string, number>
  const byGroup: Record<string, number> = Object.create(null) as Record<string, number>
  for (const { from, to, group } of written) {
    byWriter[from] = (byWriter[from] ?? 0) + 1
    if (group !== null) byGroup[group] = (byGroup[group] ?? 0) + 1
    for (const id of to) {
      const key = `${from} ${id}`
      const { direct, inGroups } = lines.get(key) ?? { direct: 0, inGroups: 0 }
      lines.set(key, {
        from,
        to: id,
        direct: direct + (group === null ? 1 : 0),
        inGroups: inGroups + (group === null ? 0 : 1),
      })
    }
  }
  const from = isPart
    ? (written[0]?.at ?? null)
    : since === undefined
      ? null
      : iso(Date.parse(since))
  return {
    lines: [...lines.values()],
    byWriter,
    byGroup,
    messages: written.length,
    since: from,
    isPart,
    asOf,
  }
}

/** The same messages one after another, for a replay. */
export async function listTalkSteps(
  shard: Shard,
  crew: Crew,
  by: By,
  { since }: Since,
): Promise<{ readonly steps: readonly TalkStep[]; readonly isPart: boolean } & Answered> {
  const { written, isPart, asOf } = await newest(shard, crew, by, since)
  return {
    steps: written
      .slice(-STEPS)
      .map(({ seq, at, from, to, group }) => ({ seq, at, from, to, group })),
    isPart: isPart || written.length > STEPS,
    asOf,
  }
}

/** What two wrote to each other last. */
export async function listTalkWords(
  shard: Shard,
  crew: Crew,
  by: By,
  { a, b, since }: Since & { readonly a: string; readonly b: string },
): Promise<{ readonly words: readonly TalkWords[] } & Answered> {
  const { written, asOf } = await newest(shard, crew, by, since)
  const isBetween = ({ from, to }: WrittenFor) =>
    (from === a && to.includes(b)) || (from === b && to.includes(a))
  return { words: shard.ports.reader.talk.words(written.filter(isBetween).slice(-WORDS)), asOf }
}

/**
 * People see all of it; an agent, the lead too, what it wrote and what was for it. Waits until the tables hold what
 * memory holds.
 */
async function newest(shard: Shard, crew: Crew, by: By, since: string | undefined) {
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const viewer = viewerOf(by)
  const { written, ...rest } = shard.ports.reader.talk.newest(leadId, {
    since: since === undefined ? null : iso(Date.parse(since)),
    ...LOOKED_AT,
  })
  const seen =
    viewer === null
      ? written
      : written.filter(({ from, to }) => from === viewer || to.includes(viewer))
  return { written: seen, ...rest }
}
