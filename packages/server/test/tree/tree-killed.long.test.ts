import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { ScriptedRemote } from '../harness/scripted-remote'
import { eventually, pause } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { linesOf, treeFiles } from '../harness/tree-files'

const KILLS = Number(process.env['CREWROOM_TREE_KILLS'] ?? often(5, 50))
const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_261_123)
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

test(
  `VT6, VT5 killed ${KILLS} times while files are written: nothing is missing, nothing twice, and a rebuild makes the same bytes`,
  async () => {
    using folder = tempFolder()
    const data = folder.path
    const random = new Random(SEED)
    let server = await ChildServer.start({ data, port: 0 })
    try {
      const call = (token: () => string) => (method: string, route: string, body?: object) =>
        request(`${server.url}${route}`, token(), method, body)
      const owner = call(() => ownerToken(data))
      const made = await owner('POST', '/api/workspaces/ws-1/group-chats', {
        name: 'Killed',
        members: [
          { type: 'human', id: 'user-1', display_name: 'John' },
          { type: 'agent', id: 'one', display_name: 'One' },
          { type: 'agent', id: 'two', display_name: 'Two' },
        ],
      })
      const members = made?.body['members'] as { participant_id: string; agent_token: string }[]
      const agents = members.slice(1).map(
        ({ participant_id: id, agent_token: token }) => new ScriptedRemote(id, call(() => token)), // prettier-ignore
      )
      const chat = `/api/group-chats/${made?.body['id']}`
      const opened = await owner('POST', `${chat}/sessions`, {})
      const session = `${chat}/sessions/${opened?.body['id']}/messages`
      for (let n = 1; n <= KILLS; n++) {
        await owner('POST', session, {
          content: `question ${n} ${'ä'.repeat(random.below(2_000))}`,
        })
        for (const [index, agent] of agents.entries()) {
          await agent.asked()
          await agent.says(`answer ${n} of ${index + 1} ${'ö'.repeat(random.below(2_000))}`)
        }
        await pause(random.below(300))
        const port = Number(new URL(server.url).port)
        await server.end('SIGKILL')
        server = await ChildServer.start({ data, port })
      }
      const root = path.join(data, 'workspaces')
      const name = (file: string) =>
        Object.keys(treeFiles(root)).find((one) => one.endsWith(file)) ?? ''
      const ui = () => linesOf(treeFiles(root)[name('messages.ui.jsonl')])
      const count = KILLS * agents.length
      const answers = () => ui().filter(({ type }) => type === 'agent_response').length
      // Of an agent's record, which no answer waits for, the last entries may be lost with the server.
      const records = () =>
        Object.keys(treeFiles(root)).filter((file) => file.endsWith('rollout.jsonl')).length
      await eventually('the files are complete', () => {
        return answers() === count && records() === 2
      })
      const said = ui().flatMap(({ content }) => content?.split(' ').slice(0, -1).join(' ') ?? [])
      expect(said).toEqual(
        Array.from({ length: KILLS }, (_, at) => [
          `question ${at + 1}`,
          `answer ${at + 1} of 1`,
          `answer ${at + 1} of 2`,
        ]).flat(),
      )
      // The newest line is there a moment before the file that says when it was written.
      let before = treeFiles(root)
      await eventually('nothing is written any more', async () => {
        await pause(500)
        const last = before
        before = treeFiles(root)
        return isDeepStrictEqual(before, last)
      })
      const out = execFileSync(process.execPath, [CLI, 'files', 'rebuild', '--data', data])
      expect(out.toString()).toBe(
        `The group chats of 1 workspace were written again below ${root}.\n`,
      )
      expect(treeFiles(root)).toEqual(before)
      expect(readdirSync(root)).toHaveLength(1)
    } finally {
      await server[Symbol.asyncDispose]()
    }
  },
  60_000 + KILLS * 10_000,
)
