import type { Reply } from './running'
import type { Scripted } from './script'

/** An agent takes the question that it is asked and answers it. */
async function answers(
  { ask, ids, tokens }: Scripted,
  who: string,
  content: string,
): Promise<Reply> {
  const inbox = `/api/agents/${ids[who]}/inbox`
  for (;;) {
    const { deliveries, cursor } = await ask('GET', `${inbox}?wait=20`, undefined, tokens[who])
    const asked = (deliveries as Reply[]).find(({ round }) => round !== undefined && round !== null)
    if (asked) {
      return ask(
        'POST',
        `/api/agents/${ids[who]}/answer`,
        { deliveryId: asked.id, content },
        tokens[who],
      )
    }
    await ask('POST', `${inbox}/ack`, { cursor }, tokens[who])
  }
}

/** Sessions with rounds: answered, passed, stopped and asked again, superseded, renamed, archived, deleted. */
export async function aroundSessions(script: Scripted): Promise<void> {
  const { ask, crew, ids } = script
  await ask('POST', `${crew}/groups`, { name: 'talks', memberIds: [ids['dora'], ids['ben']] })
  const sessions = `${crew}/groups/talks/sessions`
  const open = async (title: string) =>
    (await ask('POST', sessions, { title, agents: [ids['dora'], ids['ben']] })).session.id as string
  const first = await open('Layers')
  const at = `${sessions}/${first}`
  await ask('POST', `${at}/messages`, { content: 'How do we build it?' })
  await answers(script, 'dora', 'In layers, @human.')
  await answers(script, 'ben', '')
  const { messages } = await ask('GET', `${at}/messages`)
  const answer = (messages as Reply[]).at(-1)
  const reactions = `${at}/messages/${answer?.['id']}/reactions`
  await ask('POST', reactions, { emoji: '👍' })
  await ask('POST', reactions, { emoji: '🎉' })
  await ask('DELETE', `${reactions}/${encodeURIComponent('🎉')}`, {})
  await ask('PUT', `${at}/read`, { seq: answer?.['seq'] })
  const asked = await ask('POST', `${at}/messages`, { content: 'And how do we test it?' })
  await ask('POST', `${at}/answers/${ids['ben']}/interrupt`, {})
  await ask('POST', `${at}/rounds/${asked['round'].n}/retry`, { agentId: ids['ben'] })
  await ask('POST', `${at}/messages`, { content: 'Never mind the tests.' })
  await answers(script, 'dora', 'Good.')
  await answers(script, 'ben', 'Good, too.')
  await ask('PATCH', at, { title: 'Building' })
  const second = await open('Past')
  await ask('POST', `${sessions}/${second}/messages`, { content: 'What was it?' })
  await ask('PATCH', `${sessions}/${second}`, { status: 'archived' })
  const third = await open('Gone')
  await ask('DELETE', `${sessions}/${third}`, {})
  ids['session'] = first
}

/** A discussion to its end, one that is paused, steered and stopped, and one that waits for the person. */
export async function aroundDiscussions(script: Scripted): Promise<void> {
  const { ask, crew, ids } = script
  const discussions = `${crew}/groups/talks/discussions`
  const until = async (run: string, isThere: (run: Reply) => boolean) => {
    for (;;) {
      const { run: now } = await ask('GET', `/api/runs/${run}`)
      if (isThere(now)) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const { run } = await ask('POST', discussions, {
    goal: 'Which name is the clearest?',
    participants: [{ id: ids['dora'], role: 'critic', expertise: ['names'] }, ids['ben']],
    limits: { rounds: 2 },
  })
  await answers(script, 'dora', 'The short one.')
  await answers(script, 'ben', 'The short one, too.')
  await until(run.id, ({ endedAt }) => typeof endedAt === 'string')
  const chosen = await ask('POST', discussions, {
    goal: 'Which file comes first?',
    policy: { kind: 'selection', by: ids['ben'] },
    participants: [ids['dora'], ids['ben'], 'human'],
    terminationCondition: 'when all agree',
  })
  const at = `/api/runs/${chosen['run'].id}`
  await ask('POST', `${at}/pause`, {})
  await ask('POST', `${at}/resume`, {})
  await ask('PATCH', at, { participants: [ids['ben'], ids['dora'], 'human'] })
  await ask('POST', `${at}/stop`, {})
  const waits = await ask('POST', discussions, {
    goal: 'Does the person agree?',
    participants: ['human', ids['dora']],
  })
  ids['run'] = run.id
  ids['waits'] = waits['run'].id
}

/** Circles that agents come into and leave, and one that is closed. */
export async function aroundCircles({ ask, crew, ids }: Scripted): Promise<void> {
  const make = async (name: string) =>
    ask('POST', `${crew}/admissions`, { admitted: ['dora', 'ben'], conversation: { name } })
  const { admission } = await make('Names of the files')
  const circle = `${crew}/admissions/${admission.id}`
  await ask('POST', `${circle}/admitted`, { agentId: ids['cleo'] })
  await ask('POST', `${circle}/conversations`, {
    name: 'Flags of old',
    participants: [ids['cleo']],
  })
  await ask('DELETE', `${circle}/admitted/${ids['cleo']}`, {})
  const { admission: closed } = await make('Closed soon')
  await ask('POST', `${crew}/admissions/${closed.id}/close`, {})
}

/** A group chat of another program with members, files and a session; its workspace is a crew of its own. */
export async function aroundFiles({ ask, ids }: Scripted): Promise<void> {
  const chats = '/api/workspaces/harbour/group-chats'
  const made = await ask('POST', chats, {
    name: 'Code review',
    description: 'Review of the change #123',
    members: [
      { type: 'human', id: 'user-1', display_name: 'John', role: 'owner' },
      { type: 'agent', id: 'reviewer', display_name: 'Reviewer', model: 'model-a' },
      { type: 'agent', id: 'tester', display_name: 'Tester' },
    ],
  })
  const id = (made['group_chat'] ?? made)['id'] as string
  ids['chat'] = id
  const chat = `/api/group-chats/${id}`
  await ask('PATCH', `${chats}/${id}`, { settings: { broadcast_mode: 'mention_only' } })
  await ask('POST', `${chat}/members`, { type: 'agent', id: 'writer', display_name: 'Writer' })
  await ask('DELETE', `${chat}/members/writer`, {})
  await ask('POST', `${chat}/files/notes.txt`, 'Friday is early enough.\n')
  await ask('POST', `${chat}/files/notes.txt`, 'Another one.\n')
  await ask('POST', `${chat}/pictures/dot.gif`, 'GIF89a\u0001\u0000\u0001\u0000;')
  await ask('POST', `${chat}/files/draft.txt`, 'A draft.\n')
  await ask('DELETE', `${chat}/files/draft.txt`, {})
  const opened = await ask('POST', `${chat}/sessions`, { title: 'First review' })
  const session = (opened['session'] ?? opened)['id'] as string
  await ask('POST', `${chat}/sessions/${session}/messages`, {
    content: 'Please review, @Reviewer.',
  })
}
