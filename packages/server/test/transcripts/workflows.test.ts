import { symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answered, asked, lines, SessionFolder } from '../harness/session-folder'
import { TestServer } from '../harness/test-server'

const side = { isSidechain: true }
const script = { type: 'tool_use', id: 'wf', name: 'Workflow', input: { script: 'agent("Look")' } }
const calling = answered(2, '', { message: { role: 'assistant', content: [script] } })
const launched = asked(3, '', {
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'wf', content: 'ok' }] },
  toolUseResult: { status: 'async_launched', transcriptDir: '/gone/subagents/workflows/wf_1' },
})

interface Shown {
  readonly type: string
  readonly subagent?: { readonly transcriptId: string | null; readonly description?: string }
}

test('TR76 sub-agents of workflows are read from their folders, as they come, and links are not followed', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/atlas/one.jsonl', [asked(1, 'Go'), calling, launched])
  const below = 'root/atlas/one/subagents/workflows'
  folder.write(`${below}/wf_1/agent-a.jsonl`, [asked(4, 'Look here', side)])
  folder.write(`${below}/wf_1/journal.jsonl`, '{"type":"started"}\n')
  folder.write('elsewhere/agent-out.jsonl', [asked(4, 'Not here', side)])
  symlinkSync(folder.at('elsewhere'), folder.at(`${below}/wf_2`))
  symlinkSync(folder.at('elsewhere/agent-out.jsonl'), folder.at(`${below}/wf_1/agent-out.jsonl`))
  await using server = await TestServer.start({
    config: { transcripts: { roots: [folder.at('root')] } },
  })
  const shown = async () => {
    const { body } = await server.call('GET', `/api/transcripts/${id}/items/ai-a-2`)
    return (body['displayItems'] as Shown[]).map(
      ({ type, subagent }) => subagent?.description ?? type,
    )
  }
  expect(await shown()).toEqual(['tool', 'Look here'])
  folder.write(`${below}/wf_1/agent-b.jsonl`, [asked(5, 'And there', side)])
  folder.append(`${below}/wf_1/agent-a.jsonl`, lines([answered(6, 'Found', side)]))
  expect(await shown()).toEqual(['tool', 'Look here', 'And there'])
  const own = await server.call('GET', `/api/transcripts/${id}.wf_1.a`)
  expect(own.body).toMatchObject({ totals: { user: 1, ai: 1 }, session: { title: 'Look here' } })
  const { body } = await server.call('GET', '/api/transcripts')
  const [project] = body['projects'] as { sessions: { file: string }[] }[]
  expect(project?.sessions.map(({ file }) => file)).toEqual(['one.jsonl'])
})
