import { createHash, randomUUID } from 'node:crypto'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import { CALM } from '@crewroom/shared/model/conduct'
import { type GroupRecord, newGroup } from '@crewroom/shared/model/group'
import { newMessage } from '@crewroom/shared/model/message'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { ServerProcess } from './server-process'

const ROLES: Readonly<Record<string, readonly [name: string, color: string]>> = {
  lead: ['Project Lead', '#8F5F02'],
  architect: ['Architect', '#675CBF'],
  developer: ['Developer', '#036BB9'],
  'code-reviewer': ['Code Reviewer', '#037579'],
  'qa-tester': ['QA Tester', '#037936'],
  'technical-writer': ['Technical Writer', '#6C6C01'],
}

/** A crew with a past: the file of a crew whose facts have the times that a test gives them. */
export class StoryFile {
  readonly leadId = randomUUID()
  readonly #lines: string[] = []
  readonly #agents = new Map<string, AgentRecord>()
  readonly #groups = new Map<string, GroupRecord>()
  #messages = 0
  readonly #name: string
  #time: number

  constructor(name: string, begin: number) {
    this.#name = name
    this.#time = begin
    const at = this.#iso()
    const lead = { id: this.leadId, name, parentId: null, paused: false, autoGroups: true }
    this.#fact('lead:created', 'human', { lead: { ...lead, createdAt: at } })
    this.#agent(this.leadId, name, 'lead')
  }

  /** What follows happens then. Facts are in the order of time. */
  at(time: number): this {
    if (time < this.#time) throw new Error('a story goes forward')
    this.#time = time
    return this
  }

  agent(name: string, role: string): string {
    const id = randomUUID()
    this.#agent(id, name, role)
    return id
  }

  task(by: string, agentId: string, text: string): TaskRecord {
    const id = randomUUID()
    const task: TaskRecord = {
      id,
      leadId: this.leadId,
      agentId,
      by,
      text,
      context: null,
      status: 'open',
      summary: null,
      createdAt: this.#iso(),
      endedAt: null,
    }
    this.#fact('task:created', by, { task })
    return task
  }

  closeTask(task: TaskRecord, summary: string, status: 'completed' | 'failed' = 'completed'): void {
    const own = { ...task, status, summary, endedAt: this.#iso() }
    this.#fact(`task:${status}`, task.agentId, { task: own })
  }

  end(agentId: string, ended: 'completed' | 'failed' | 'terminated', reason: string): void {
    const agent = this.#agents.get(agentId)
    if (!agent) throw new Error('nobody')
    this.#agents.set(agentId, { ...agent, ended, endedReason: reason })
    this.#fact(`agent:${ended}`, agentId, { agent: this.#agents.get(agentId) })
  }

  /** Begins a turn; what it returns ends it. */
  turn(agentId: string): () => void {
    const turnId = randomUUID()
    const turn = {
      id: turnId,
      agentId,
      driver: 'acp',
      parts: [],
      deliveryIds: [],
      count: 0,
      hop: 0,
    }
    this.#fact('turn:sent', 'system', { turn })
    return () => {
      const end = { turnId, agentId, reason: 'end_turn', usage: null, groups: [] }
      this.#fact('turn:ended', 'system', end)
    }
  }

  group(name: string, displayName: string, memberIds: readonly string[]): void {
    const at = this.#iso()
    const ids = [this.leadId, ...memberIds]
    const group = newGroup(
      {
        id: randomUUID(),
        name,
        displayName,
        purpose: null,
        leadId: this.leadId,
        createdAt: at,
        createdBy: this.leadId,
      },
      ids.map((id) => ({
        id,
        memberRole: id === this.leadId ? 'lead' : 'member',
        joinedAt: at,
        joinedSeq: this.#seq(),
        wake: 'all',
      })),
    )
    this.#groups.set(name, group)
    this.#fact('group:created', this.leadId, { group })
  }

  post(from: string, groupName: string, content: string): void {
    const group = this.#groups.get(groupName)
    if (!group) throw new Error('no group')
    const n = group.messageCount + 1
    this.#groups.set(groupName, { ...group, messageCount: n })
    this.#messages += 1
    const message = newMessage({
      id: randomUUID(),
      seq: this.#seq(),
      n,
      group: groupName,
      leadId: this.leadId,
      kind: 'message',
      from,
      fromRole: this.#agents.get(from)?.roleName ?? 'Human',
      content,
      timestamp: this.#iso(),
    })
    this.#fact('group:message', from, { groupName, message })
  }

  direct(from: string, to: string, content: string): void {
    const message = {
      id: randomUUID(),
      seq: this.#seq(),
      leadId: this.leadId,
      kind: 'direct',
      from,
      fromRole: this.#agents.get(from)?.roleName ?? 'Human',
      to,
      content,
      timestamp: this.#iso(),
      hop: 0,
    }
    this.#fact('direct:message', from, { message })
  }

  /** It asks the person; what it returns is the answer. */
  ask(agentId: string, text: string): () => void {
    const need = {
      id: randomUUID(),
      leadId: this.leadId,
      kind: 'stalled',
      agentId,
      text,
      messageId: null,
      groupName: null,
      createdAt: this.#iso(),
    }
    this.#fact('need:opened', agentId, { need })
    return () => this.#fact('need:closed', 'human', { need })
  }

  async import(server: ServerProcess): Promise<string> {
    const response = await fetch(`${server.url}/api/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/x-ndjson',
      },
      body: this.#text(),
    })
    if (!response.ok) throw new Error(await response.text())
    return this.leadId
  }

  #text(): string {
    const head = {
      crewroom: 'export',
      version: 1,
      kind: 'crew',
      leadId: this.leadId,
      name: this.#name,
      seq: this.#lines.length,
      agents: this.#agents.size,
      groups: this.#groups.size,
      messages: this.#messages,
    }
    const body = [JSON.stringify(head), ...this.#lines].map((line) => `${line}\n`).join('')
    const sha256 = createHash('sha256').update(body).digest('hex')
    return `${body}${JSON.stringify({ end: true, lines: this.#lines.length, sha256 })}\n`
  }

  #agent(id: string, name: string, role: string): void {
    const [roleName = role, color = '#017863'] = ROLES[role] ?? []
    const agent: AgentRecord = {
      id,
      leadId: this.leadId,
      name,
      role,
      roleName,
      color,
      driver: { kind: 'remote' },
      cwd: null,
      task: null,
      ended: null,
      endedReason: null,
      createdBy: 'human',
      createdAt: this.#iso(),
      hold: null,
      conduct: CALM,
    }
    this.#agents.set(id, agent)
    this.#fact('agent:created', 'human', { agent })
  }

  #fact(type: string, by: string, data: object): void {
    const kind = by === 'human' || by === 'system' ? by : 'agent'
    const cause = { kind: kind === 'human' ? 'request' : 'system' }
    const fact = { seq: this.#seq(), v: 1, at: this.#iso(), type, actor: { kind, id: by }, cause }
    this.#lines.push(JSON.stringify({ ...fact, data }))
  }

  #seq(): number {
    return this.#lines.length + 1
  }

  #iso(): string {
    return new Date(this.#time).toISOString()
  }
}
