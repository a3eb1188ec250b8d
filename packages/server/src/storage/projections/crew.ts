import { and, eq, sql } from 'drizzle-orm'
import type { AgentRecord, LeadRecord } from '@crewroom/shared/model/agent'
import {
  agentEnvironments,
  agentProcesses,
  agents,
  agentSessions,
  agentStreams,
  leads,
  shard,
  tokens,
} from '../schema'
import { flag, type Projection, type ProjectionContext } from './projection'

const p = sql.placeholder

interface OfAgent {
  readonly leadId: string
  readonly data: { readonly agent: AgentRecord }
}
interface OfLead {
  readonly leadId: string
  readonly data: { readonly lead: LeadRecord }
}

export function crewProjection({ orm, guard }: ProjectionContext) {
  const putLead = guard(
    orm
      .insert(leads)
      .values({
        id: p('id'),
        name: p('name'),
        parentId: p('parentId'),
        createdAt: p('createdAt'),
        paused: p('paused'),
        autoGroups: p('autoGroups'),
        workspace: p('workspace'),
      })
      .onConflictDoUpdate({
        target: leads.id,
        set: { paused: sql`excluded.paused`, autoGroups: sql`excluded.auto_groups` },
      }),
  )
  const putWorkFiles = guard(
    orm
      .update(leads)
      .set({ workFiles: sql`${p('workFiles')}` })
      .where(eq(leads.id, p('leadId'))),
  )
  const putAgent = guard(
    orm
      .insert(agents)
      .values({
        id: p('id'),
        leadId: p('leadId'),
        name: p('name'),
        role: p('role'),
        roleName: p('roleName'),
        color: p('color'),
        driver: p('driver'),
        cwd: p('cwd'),
        task: p('task'),
        ended: p('ended'),
        createdAt: p('createdAt'),
        endedReason: p('endedReason'),
        createdBy: p('createdBy'),
        hold: p('hold'),
        conduct: p('conduct'),
        handle: p('handle'),
        model: p('model'),
        app: p('app'),
      })
      .onConflictDoUpdate({
        target: [agents.leadId, agents.id],
        set: {
          name: sql`excluded.name`,
          role: sql`excluded.role`,
          roleName: sql`excluded.role_name`,
          color: sql`excluded.color`,
          driver: sql`excluded.driver`,
          cwd: sql`excluded.cwd`,
          ended: sql`excluded.ended`,
          endedReason: sql`excluded.ended_reason`,
          task: sql`excluded.task`,
          hold: sql`excluded.hold`,
          conduct: sql`excluded.conduct`,
        },
      }),
  )
  const setStall = guard(
    orm
      .update(agents)
      .set({ stall: sql`${p('stall')}` })
      .where(and(eq(agents.leadId, p('leadId')), eq(agents.id, p('agentId')))),
  )
  const setInstructions = guard(
    orm
      .update(agents)
      .set({ instructions: sql`${p('instructions')}` })
      .where(and(eq(agents.leadId, p('leadId')), eq(agents.id, p('agentId')))),
  )
  const dropAgentTokens = guard(orm.delete(tokens).where(eq(tokens.agentId, p('agentId'))))
  const putToken = guard(
    orm.insert(tokens).values({
      hash: p('hash'),
      kind: p('kind'),
      agentId: p('agentId'),
      expiresAt: p('expiresAt'),
      createdAt: p('createdAt'),
    }),
  )
  const putProcess = guard(
    orm
      .insert(agentProcesses)
      .values({
        agentId: p('agentId'),
        pid: p('pid'),
        startTime: p('startTime'),
        tag: p('tag'),
      })
      .onConflictDoUpdate({
        target: agentProcesses.agentId,
        set: {
          pid: sql`excluded.pid`,
          startTime: sql`excluded.start_time`,
          tag: sql`excluded.tag`,
        },
      }),
  )
  const dropProcess = guard(
    orm.delete(agentProcesses).where(eq(agentProcesses.agentId, p('agentId'))),
  )
  const putEnvironment = guard(
    orm
      .insert(agentEnvironments)
      .values({ agentId: p('agentId'), values: p('values') })
      .onConflictDoUpdate({
        target: agentEnvironments.agentId,
        set: { values: sql`excluded."values"` },
      }),
  )
  const putSession = guard(
    orm
      .insert(agentSessions)
      .values({ agentId: p('agentId'), sessionId: p('sessionId') })
      .onConflictDoUpdate({
        target: agentSessions.agentId,
        set: { sessionId: sql`excluded.session_id` },
      }),
  )
  const setPaused = guard(orm.update(shard).set({ paused: sql`${p('paused')}` }))
  const putStream = guard(
    orm
      .insert(agentStreams)
      .values({
        leadId: p('leadId'),
        agentId: p('agentId'),
        stream: p('stream'),
        offset: p('offset'),
        safe: p('safe'),
        done: p('done'),
      })
      .onConflictDoUpdate({
        target: [agentStreams.agentId, agentStreams.stream],
        set: {
          offset: sql`excluded.offset`,
          safe: sql`excluded.safe`,
          done: sql`excluded.done`,
        },
        setWhere: sql`${agentStreams.leadId} = excluded.lead_id`,
      }),
  )

  const agentRow = ({ data: { agent }, leadId }: OfAgent) =>
    putAgent({
      ...agent,
      leadId,
      driver: JSON.stringify(agent.driver),
      hold: agent.hold && JSON.stringify(agent.hold),
      conduct: JSON.stringify(agent.conduct),
      handle: agent.handle ?? null,
      model: agent.model ?? null,
      app: flag(agent.app === true),
    })
  const leadRow = ({ data: { lead }, leadId }: OfLead) =>
    putLead({
      ...lead,
      id: leadId,
      paused: flag(lead.paused),
      autoGroups: flag(lead.autoGroups),
      workspace: lead.workspace ?? null,
    })

  return {
    'lead:created': leadRow,
    'lead:paused': leadRow,
    'lead:resumed': leadRow,
    'lead:updated': leadRow,
    'work_files:changed': ({ data: { shown }, leadId }) =>
      putWorkFiles({ leadId, workFiles: flag(shown) }),
    'server:paused': ({ data }) => setPaused({ paused: flag(data.paused) }),
    'agent:environment': ({ data }) =>
      putEnvironment({ agentId: data.agentId, values: JSON.stringify(data.values) }),
    'agent:stalled': ({ data, leadId }) => setStall({ leadId, ...data }),
    'agent:instructed': ({ data, leadId }) => setInstructions({ leadId, ...data }),
    'agent:session': ({ data }) => putSession({ ...data.session }),
    'agent:created': agentRow,
    'agent:completed': agentRow,
    'agent:failed': agentRow,
    'agent:terminated': agentRow,
    'agent:resumed': agentRow,
    'agent:held': agentRow,
    'agent:released': agentRow,
    'agent:updated': agentRow,
    'token:created': ({ data, at }) => {
      if (data.token.kind === 'agent') dropAgentTokens({ agentId: data.token.agentId })
      putToken({ ...data.token, createdAt: at })
    },
    'process:started': ({ data }) => putProcess({ ...data.process }),
    'process:ended': ({ data }) => dropProcess({ agentId: data.agentId }),
    'stream:advanced': ({ data, leadId }) => putStream({ ...data.position, leadId }),
  } satisfies Projection
}
