import { aroundCircles, aroundDiscussions, aroundFiles, aroundSessions } from './script-sessions'
import type { Ask, Reply } from './running'

/** The crew as its script has it so far: ids by name, and the tokens of its agents. */
export interface Scripted {
  readonly ask: Ask
  readonly ids: Record<string, string>
  readonly tokens: Record<string, string>
  /** The address of the crew. */
  readonly crew: string
  readonly says: (who: string, command: string, payload: object, text?: string) => Promise<Reply>
  /** Everything that an agent is owed, read and confirmed. */
  readonly reads: (who: string) => Promise<Reply[]>
}

const AGENTS = {
  dora: 'developer',
  ben: 'architect',
  cleo: 'code-reviewer',
  finn: 'qa-tester',
  sam: 'secretary',
} as const

/** Drives one crew through all that remote agents and a person can do over HTTP, one act after the other. */
export async function playScript(ask: Ask): Promise<Scripted> {
  const { lead, token } = await ask('POST', '/api/lead', { name: 'atlas', task: 'Plan a release' })
  const ids: Record<string, string> = { lead: lead.id }
  const tokens: Record<string, string> = { lead: token }
  const script: Scripted = {
    ask,
    ids,
    tokens,
    crew: `/api/lead/${lead.id}`,
    says: async (who, command, payload, text = '') => {
      const said = `${text}⟦⟦ ${command} ${JSON.stringify(payload)} ⟧⟧\n`
      const reply = await ask('POST', `/api/agents/${ids[who]}/output`, { text: said }, tokens[who])
      const failed = (reply.results as Reply[]).find((result) => !result.ok)
      if (failed) throw new Error(`${who}: ${failed.reply}`)
      return reply
    },
    reads: async (who) => {
      const inbox = `/api/agents/${ids[who]}/inbox`
      const read: Reply[] = []
      for (;;) {
        const { deliveries, cursor } = await ask('GET', inbox, undefined, tokens[who])
        if (deliveries.length === 0) return read
        read.push(...deliveries)
        await ask('POST', `${inbox}/ack`, { cursor }, tokens[who])
      }
    },
  }
  for (const [name, role] of Object.entries(AGENTS)) {
    const made = await ask('POST', `${script.crew}/agents`, { name, role })
    ids[name] = made.agent.id
    tokens[name] = made.token
  }
  for (const who of Object.keys(tokens)) await script.reads(who)
  await aroundGroups(script)
  await aroundTasks(script)
  await aroundAgents(script)
  await aroundSessions(script)
  await aroundDiscussions(script)
  await aroundCircles(script)
  await aroundFiles(script)
  await aroundHolds(script)
  await aroundCrew(script)
  return script
}

async function aroundGroups({ ask, crew, ids, says, reads, tokens }: Scripted): Promise<void> {
  await says('lead', 'CREATE_GROUP', {
    name: 'plan',
    members: ['dora', 'ben'],
    purpose: 'One plan for all.',
  })
  const plan = `${crew}/groups/plan`
  await says('lead', 'GROUP_MESSAGE', { group: 'plan', content: 'The file changes today.' })
  await reads('dora')
  await says(
    'dora',
    'GROUP_MESSAGE',
    { group: 'plan', content: 'Understood, @human and @ben. Is Friday early enough?' },
    'I answer that.\n',
  )
  await reads('ben')
  await says('ben', 'REACT', { group: 'plan', emoji: '👍' })
  await says('ben', 'REACT', { group: 'plan', emoji: '👍' })
  await says('ben', 'REACT', { group: 'plan', emoji: '🎉' })
  const { message } = await ask('POST', `${plan}/messages`, {
    content: 'Friday is early enough, @dora.',
    clientId: 'from-a-client-1',
  })
  const messages = `${plan}/messages/${message.id}`
  await ask('POST', `${messages}/reactions`, { emoji: '📌' })
  await ask('POST', `${messages}/reactions`, { emoji: '👀' })
  await ask('DELETE', `${messages}/reactions/${encodeURIComponent('👀')}`, {})
  await reads('dora')
  await ask('PATCH', messages, { content: 'Friday is late, @dora and @ben.' })
  const { message: gone } = await ask('POST', `${plan}/messages`, { content: 'Never mind.' })
  await reads('ben')
  await ask('DELETE', `${plan}/messages/${gone.id}`, {})
  await says('dora', 'GROUP_MESSAGE', { group: 'plan', content: 'By noon.', replyTo: message.id })
  await ask('POST', `${plan}/messages`, {
    parts: [
      { type: 'text', text: 'See the drawing.' },
      { type: 'image', url: 'https://example.org/drawing.png', altText: 'Three boxes' },
      { type: 'file', url: 'https://example.org/plan.pdf', name: 'plan.pdf', size: 4711 },
    ],
  })
  await ask('PATCH', plan, { displayName: 'The plan', purpose: 'One plan, by Friday.' })
  await ask('POST', `${plan}/members`, { memberIds: [ids['cleo'], ids['finn']] })
  await ask('PATCH', `${plan}/members/${ids['cleo']}`, { wake: 'mentions' })
  await ask('DELETE', `${plan}/members/${ids['finn']}`, {})
  await says('cleo', 'LEAVE_GROUP', { group: 'plan' })
  await ask('PUT', `${plan}/read`, { seq: message.seq })
  await ask('PUT', `${plan}/read`, { seq: message.seq }, tokens['dora'])
  for (const act of ['pause', 'resume', 'archive', 'unarchive']) {
    await ask('POST', `${plan}/${act}`, {})
  }
  await ask('POST', `${crew}/groups`, { name: 'notes', memberIds: [ids['dora']] })
  await ask('POST', `${crew}/groups/notes/messages`, { content: 'The notes are out.' })
  await ask('POST', `${crew}/groups/notes/archive`, {})
  await says('dora', 'AGENT_MESSAGE', { to: 'ben', content: 'Which layer first?' })
  await says('ben', 'AGENT_MESSAGE', { to: 'human', content: 'Shall the old names stay?' })
  await says('lead', 'BROADCAST', { content: 'Almost done.' })
  await ask('POST', `${crew}/broadcast`, { content: 'The review is at four.' })
  await ask('POST', `/api/agents/${ids['dora']}/messages`, {
    content: 'The lowest one.',
    clientId: 'from-a-client-2',
  })
  await ask('POST', `/api/agents/${ids['dora']}/interrupt`, { content: 'Stop for a moment.' })
  const { needs } = await ask('GET', `${crew}/needs`)
  for (const { id } of needs) await ask('POST', `/api/needs/${id}`, { action: 'dismiss' })
}

async function aroundTasks({ ask, crew, ids, says, reads }: Scripted): Promise<void> {
  const give = async (who: string, task: string, more: object = {}) => {
    const made = await ask('POST', `/api/agents/${ids[who]}/tasks`, { task, ...more })
    return made.task.id as string
  }
  await says('lead', 'DELEGATE', { to: 'ben', task: 'Extract the names.', context: 'All of them.' })
  await reads('ben')
  await says('ben', 'COMPLETE_TASK', { summary: 'They are extracted.' })
  await says('lead', 'DELEGATE', { to: 'cleo', task: 'Review the guide.' })
  await says('cleo', 'COMPLETE_TASK', { summary: 'Its links are dead.', status: 'failed' })
  const first = await give('finn', 'Test the loader.')
  const second = await give('dora', 'Write the loader.', { after: [first] })
  const third = await give('dora', 'Document the loader.', { after: [second] })
  await give('ben', 'Announce the loader.', { after: [third] })
  await ask('POST', `${crew}/tasks/${second}/start`, {})
  await ask('POST', `${crew}/tasks/${third}/cancel`, {})
  const moved = await ask('POST', `${crew}/tasks/${first}/reassign`, { to: ids['sam'] })
  await give('ben', 'Measure the loader.', { after: [moved['task'].id] })
  await reads('sam')
  await says('sam', 'COMPLETE_TASK', { summary: 'It loads.' })
  await give('finn', 'Count the lines.')
  await ask('PATCH', `/api/agents/${ids['finn']}`, { status: 'completed', summary: 'Counted.' })
}

async function aroundAgents({ ask, crew, ids, tokens, says }: Scripted): Promise<void> {
  await ask('POST', `/api/agents/${ids['sam']}/terminate`, { reason: 'Nothing more to file.' })
  for (const who of ['sam', 'cleo', 'ben']) await ask('POST', `/api/agents/${ids[who]}/resume`, {})
  await ask('PATCH', `/api/agents/${ids['sam']}/setup`, { name: 'Samuel', role: 'developer' })
  tokens['sam'] = (await ask('POST', `/api/agents/${ids['sam']}/token`, {})).token
  await says('lead', 'CREATE_AGENT', {
    role: 'developer',
    name: 'gus',
    driver: 'remote',
    task: 'Read along.',
  })
  const { agents } = await ask('GET', `${crew}/agents`)
  ids['gus'] = (agents as Reply[]).find(({ name }) => name === 'gus')?.id
  await says('lead', 'TERMINATE_AGENT', { agent: 'gus', reason: 'Enough was read.' })
  await ask('PUT', `${crew}/budgets`, { agentId: ids['dora'], usd: 5, tokens: 1000 })
  await ask('PUT', `${crew}/budgets`, { agentId: null, usd: 50, tokens: null })
  await ask('PUT', `${crew}/budgets`, { agentId: null, usd: null, tokens: null })
  const { rule } = await ask('POST', `${crew}/permission-rules`, {
    toolKind: 'execute',
    prefix: 'npm test',
    action: 'allow',
  })
  await ask('POST', `${crew}/permission-rules`, {
    role: 'developer',
    toolKind: 'edit',
    action: 'refuse',
  })
  await ask('DELETE', `${crew}/permission-rules/${rule.id}`, {})
  const { code } = await ask('POST', `${crew}/invites`, { role: 'developer', uses: 2 })
  const registered = await ask('POST', '/api/v1/auth/register', {
    name: 'ivy',
    description: 'Reviews pull requests.',
    inviteCode: code,
  })
  if (typeof registered !== 'object') throw new Error('ivy was not registered')
  const { invites } = await ask('GET', `${crew}/invites`)
  for (const { id } of invites) await ask('DELETE', `${crew}/invites/${id}`, {})
  await ask('PUT', `${crew}/work-files`, { shown: true })
  await ask('POST', '/api/login-codes')
}

/** Two agents answer each other until both are held, in a group and beside it. */
async function aroundHolds({ ask, crew, ids, says, reads }: Scripted): Promise<void> {
  await ask('POST', `${crew}/groups`, { name: 'loop', memberIds: [ids['dora'], ids['ben']] })
  for (let turn = 1; turn <= 8; turn++) {
    const who = turn % 2 === 1 ? 'dora' : 'ben'
    await says(who, 'GROUP_MESSAGE', { group: 'loop', content: `Yes, number ${turn}.` })
    await reads(who === 'dora' ? 'ben' : 'dora')
  }
  await ask('POST', `${crew}/groups/loop/resume`, {})
  for (let turn = 1; turn <= 14; turn++) {
    const [who, to] = turn % 2 === 1 ? ['dora', 'ben'] : ['ben', 'dora']
    await says(who ?? '', 'AGENT_MESSAGE', { to, content: `Yes, number ${turn}.` })
    await reads(to ?? '')
  }
  for (const who of ['dora', 'ben']) await ask('POST', `/api/agents/${ids[who]}/release`, {})
}

async function aroundCrew({ ask, crew, ids, says }: Scripted): Promise<void> {
  for (const who of ['dora', 'ben', 'cleo']) {
    const task = 'Move src/loader.ts and src/names.ts to the new form.'
    await says('lead', 'DELEGATE', { to: who, task })
  }
  await ask('PATCH', crew, { autoGroups: false })
  for (const act of ['pause', 'resume']) await ask('POST', `${crew}/${act}`, {})
  for (const act of ['pause', 'resume']) await ask('POST', `/api/${act}`, {})
  const below = { name: 'below', parentId: ids['lead'], task: 'Lead them.' }
  ids['below'] = (await ask('POST', '/api/lead', below)).lead.id
  const { lead } = await ask('POST', '/api/lead', { name: 'borealis' })
  await ask('DELETE', `/api/lead/${lead.id}`, { confirm: 'borealis' })
}
