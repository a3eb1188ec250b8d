import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { command, type Reply, type Running, start } from './running'
import { playScript } from './script'

const RECORDS = fileURLToPath(new URL('../records/stored/', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))
/** When the frozen data were written. */
const WRITTEN_AT = '2026-11-28T12:00:00.000Z'
/** When servers meet them. */
export const MET_AT = '2026-11-28T12:30:00.000Z'

export const frozen = (name: string) => path.join(RECORDS, name)

/** Exports by the version that their header states; a `group` is taken into the crew of the first. */
export const EXPORTS = [
  'crew-v1',
  'sub-lead-v1',
  'every-fact-v1',
  'group-v1',
  'sessions-v2',
  'files-v3',
  'group-files-v3',
  'discussion-v4',
  'circle-v5',
  'group-replies-v5',
  'changes-v6',
  'group-changes-v6',
] as const

/** Makes the files that are missing, once and for all. */
export async function freeze(): Promise<void> {
  if (process.env['CREWROOM_HELD'] !== 'record') return
  mkdirSync(frozen('exports'), { recursive: true })
  for (const name of ['crew-v1', 'sub-lead-v1', 'every-fact-v1', 'group-v1', 'sessions-v2']) {
    const file = frozen(`exports/${name}.ndjson`)
    if (!existsSync(file)) copyFileSync(path.join(FIXTURES, `${name}.ndjson`), file)
  }
  if (EXPORTS.some((name) => !existsSync(frozen(`exports/${name}.ndjson`)))) {
    await withServer(makeExports)
  }
  if (!existsSync(frozen('folder.tgz')) || !existsSync(frozen('backup.crewroom'))) {
    await withServer(
      ({ ask }) => playScript(ask),
      async (data) => {
        execFileSync('tar', ['--create', '--gzip', '--file', frozen('folder.tgz'), '-C', data, '.'])
        const made = await command(['backup', frozen('backup.crewroom'), '--data', data])
        if (made.code !== 0) throw new Error(made.errors)
        chmodSync(frozen('backup.crewroom'), 0o644)
      },
    )
  }
}

async function withServer(
  use: (server: Running) => Promise<unknown>,
  after?: (data: string) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'held-frozen-'))
  try {
    const server = await start(data, { at: WRITTEN_AT, isStill: true })
    try {
      await use(server)
    } finally {
      await server.stop()
    }
    await after?.(data)
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** One crew for each later version, with just what made that version necessary. */
async function makeExports({ ask, text }: Running): Promise<void> {
  const crewWith = async (name: string, act: (crew: string, agent: Reply) => Promise<unknown>) => {
    const { lead } = await ask('POST', '/api/lead', { name })
    const crew = `/api/lead/${lead.id}`
    const { agent } = await ask('POST', `${crew}/agents`, { role: 'developer', name: 'dora' })
    await ask('POST', `${crew}/groups`, { name: 'plan', memberIds: [agent.id] })
    await ask('POST', `${crew}/groups/plan/messages`, { content: 'The first line, @dora.' })
    await act(crew, agent)
    return `${crew}/export`
  }
  const write = async (name: string, address: string) => {
    const file = frozen(`exports/${name}.ndjson`)
    if (!existsSync(file)) writeFileSync(file, await text(address))
  }
  const files = await crewWith('files', async (crew) => {
    const { group } = await ask('GET', `${crew}/groups/plan`)
    await ask('POST', `/api/group-chats/${group.id}/files/notes.txt`, 'Friday.\n')
    await ask('POST', `/api/group-chats/${group.id}/files/draft.txt`, 'Draft.\n')
    await ask('DELETE', `/api/group-chats/${group.id}/files/draft.txt`, {})
  })
  await write('files-v3', files)
  await write('group-files-v3', `${files}?group=plan`)
  const discussed = await crewWith('discussion', async (crew, { id }) => {
    const said = { goal: 'Which name is the clearest?', participants: [id, 'human'] }
    await ask('POST', `${crew}/groups/plan/discussions`, said)
  })
  await write('discussion-v4', discussed)
  const circle = await crewWith('circle', async (crew, { id }) => {
    const { messages } = await ask('GET', `${crew}/groups/plan/messages`)
    const said = { content: 'A reply.', replyTo: messages[0].id }
    await ask('POST', `${crew}/groups/plan/messages`, said)
    const made = { admitted: [id], conversation: { name: 'Names of the files' } }
    await ask('POST', `${crew}/admissions`, made)
  })
  await write('circle-v5', circle)
  await write('group-replies-v5', `${circle}?group=plan`)
  const changed = await crewWith('changes', async (crew, { id }) => {
    const { messages } = await ask('GET', `${crew}/groups/plan/messages`)
    const at = `${crew}/groups/plan/messages/${messages[0].id}`
    await ask('PATCH', at, { content: 'The first line, changed.' })
    const { message } = await ask('POST', `${crew}/groups/plan/messages`, { content: 'No.' })
    await ask('DELETE', `${crew}/groups/plan/messages/${message.id}`, {})
    const give = (body: object) => ask('POST', `/api/agents/${id}/tasks`, body)
    const { task } = await give({ task: 'Write it.' })
    await give({ task: 'Read it.', after: [task.id] })
  })
  await write('changes-v6', changed)
  await write('group-changes-v6', `${changed}?group=plan`)
}
