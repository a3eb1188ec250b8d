import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { Core } from '../../src/core'
import { FileContents } from '../../src/storage/file-contents'
import { TreeFollower } from '../../src/tree/tree-follower'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { SessionWalk } from '../harness/session-walk'
import type { ServerLife } from '../harness/server-life'
import { tempFolder } from '../harness/temp-folder'
import { testCrew } from '../harness/test-crew'
import { linesOf, treeFiles } from '../harness/tree-files'

const STEPS = Number(process.env['CREWROOM_TREE_STEPS'] ?? often(90, 300))
const WALKS = Number(process.env['CREWROOM_TREE_WALKS'] ?? often(2, 100))

interface Line {
  readonly type: string
  readonly id: string
  readonly agent_id?: string
  readonly status?: string
}

/** Agents whose question has neither an answer nor another end. `asked`: the id of the question that a message answers. */
function thinkingIn(
  lines: readonly Line[],
  asked: (messageId: string, agentId: string) => string,
): string[] {
  const open = new Map<string, string>()
  for (const { type, id, agent_id = '', status } of lines) {
    if (status === 'thinking') open.set(id, agent_id)
    else if (type === 'agent_thinking') expect(open.delete(id), `${id} was asked`).toBe(true)
    else if (type === 'agent_response') open.delete(asked(id, agent_id))
  }
  return [...open.values()]
}

/** Removes or shortens something, as a crash or somebody would. */
function damage(folder: string, random: Random): void {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
  if (all.length === 0) return
  const one = random.pick(all)
  const at = path.join(one.parentPath, one.name)
  if (one.isDirectory() || random.chance(0.3)) rmSync(at, { recursive: true })
  else truncateSync(at, random.below(statSync(at).size + 1))
}

function followed(
  { shard, onPublished, rollouts }: Core,
  { clock }: ServerLife,
  workspaces: string,
  failed: unknown[],
): TreeFollower {
  const follower = new TreeFollower({
    shard,
    rollouts,
    contents: new FileContents(path.join(workspaces, '..', 'files')),
    workspaces,
    yaml: (value) => Promise.resolve(stringify(value)),
    clock,
    failed: (_lead, error) => failed.push(error),
  })
  onPublished((entries) => follower.published(entries))
  return follower
}

test.each(Array.from({ length: WALKS }, (_, at) => at + 1))(
  'VT2, VT3, VT5, VT6 seeded walk %i: the files only grow, no question stays open, and whatever is lost comes back the same',
  async (seed) => {
    using folder = tempFolder()
    const workspaces = path.join(folder.path, 'workspaces')
    const random = new Random(seed * 7919)
    let tree: TreeFollower | null = null
    let begins = Promise.resolve()
    const failed: unknown[] = []
    const walk = new SessionWalk(seed, {
      // One process after the other: the files of a crew have one writer. What a process leaves that was killed while it
      // wrote is damage, and `tree-killed` kills real ones.
      begun: (core, life) => {
        const old = tree
        begins = begins.then(async () => {
          await old?.stop()
          tree = followed(core, life, workspaces, failed)
        })
      },
    })
    await using crew = walk.crew
    let before: Record<string, string> = {}
    const current = () => tree as unknown as TreeFollower
    await begins
    for (let n = 0; n < STEPS; n++) {
      const at: TreeFollower | null = tree
      await walk.step()
      await begins
      // Between two processes something may get lost.
      if (tree !== at && random.chance(0.5)) {
        damage(folder.path, random)
        before = {}
      }
      if (random.chance(0.7)) continue
      await current().flush()
      const now = treeFiles(workspaces)
      for (const [file, text] of Object.entries(now)) {
        if (!file.endsWith('messages.ui.jsonl')) continue
        expect(text.startsWith(before[file] ?? ''), `${file} only grows`).toBe(true)
      }
      before = now
    }
    await current().flush()
    expect(failed).toEqual([])
    const files = treeFiles(workspaces)
    const { sessions, rounds } = crew.crew.state
    const { reader } = crew.shard.ports
    const asked = (messageId: string, agentId: string) => {
      const { sessionId = '', round } = reader.messageById(messageId) ?? {}
      if (!round || round.as === 'interjection') return ''
      const of = reader.round(crew.leadId, sessionId, round.n)
      return `thinking-${of?.responses.find((one) => one.agentId === agentId)?.deliveryId}`
    }
    for (const { id } of Object.values(sessions)) {
      const name = Object.keys(files).find((file) => file.endsWith(`${id}/messages.ui.jsonl`))
      if (name === undefined) continue
      const thinking = (rounds[id] ?? []).flatMap(({ responses }) =>
        responses.flatMap(({ agentId, status }) => (status === 'thinking' ? agentId : [])),
      )
      const lines = linesOf(Buffer.from(files[name] ?? '', 'latin1').toString())
      expect(thinkingIn(lines, asked).toSorted(), name).toEqual(thinking.toSorted())
    }
    await current().rebuild()
    expect(treeFiles(workspaces)).toEqual(files)
    await current().stop()
    // A crew that is taken in from its file has the same ones.
    let theirs: TreeFollower | null = null
    const elsewhere = path.join(folder.path, 'other', 'workspaces')
    await using other = testCrew({
      ids: new CountingIds('b0b0', 'b-'),
      begun: (core, life) => void (theirs = followed(core, life, elsewhere, failed)),
    })
    await takeIn(other, await crewText(crew))
    await (theirs as unknown as TreeFollower).flush()
    expect(treeFiles(elsewhere)).toEqual(files)
    await (theirs as unknown as TreeFollower).stop()
    expect(failed).toEqual([])
  },
  120_000,
)
