import { expect } from 'vitest'
import { COMMAND_PAYLOADS, type CommandName } from '@crewroom/shared/command/payloads'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import { eventually } from '../speaker'
import { TestSocket } from '../test-socket'
import { type Agent, type AtDoor, HALF, type Room } from './door'

/** What each kind of item is about: a new kind is a type error until it belongs to something that doors carry. */
const OF_ITEMS = {
  group: 'confirmation',
  round: 'rounds',
  direct: 'direct messages',
  broadcast: 'direct messages',
  interrupt: 'interrupts',
  task: 'tasks',
  report: 'tasks',
  history: 'history',
  reply: 'commands',
  system: 'history',
} as const satisfies Record<DeliveryKind, string>

/** What a door carries to its agent and back, beside what only the connection itself says. */
export type Thing = (typeof OF_ITEMS)[DeliveryKind] | 'presence' | 'progress'

export interface Trial {
  readonly room: Room
  readonly agent: Agent
  readonly program: AtDoor
  /** Words that nobody else uses. */
  readonly words: string
}

export interface Act {
  /** Somebody sends it to the agent. All that they are told of it. */
  readonly sent: (trial: Trial) => Promise<readonly string[]>
  /** It has come, and what its program does then has come back; words of a refusal that the program got. */
  readonly arrives: (trial: Trial) => Promise<string | null>
}

/** The lead's command, and its reply. */
async function byLead({ floor }: Room, command: CommandName, payload: object): Promise<string> {
  const { leadId, leadToken: token, server } = floor
  const body = { text: `${commandLine(command, payload)}\n`, replies: 'inline' }
  const reply = await server.call('POST', `/api/agents/${leadId}/output`, body, { token })
  return reply.body['results'][0].reply as string
}

/** A request of the person, and its answer. */
async function byPerson({ floor }: Room, method: string, path: string, body?: object) {
  const reply = await floor.server.call(method, path, body)
  expect([reply.status, reply.body]).toEqual([expect.toBeOneOf([200, 201, 202]), reply.body])
  return reply.body
}

const hinted = ({ hint }: Record<string, unknown>) => (typeof hint === 'string' ? [hint] : [])
const groupOf = ({ room: { floor }, agent }: Trial) =>
  `/api/lead/${floor.leadId}/groups/${agent.place.group}`
const sessionOf = (trial: Trial) => `${groupOf(trial)}/sessions/${trial.agent.place.sessionId}`
const asks = (trial: Trial, content: string) =>
  byPerson(trial.room, 'POST', `${sessionOf(trial)}/messages`, { content })

const toLead = async ({ floor }: Room): Promise<string> => {
  const { leadId, leadToken: token, server } = floor
  const page = await server.call('GET', `/api/agents/${leadId}/inbox`, undefined, { token })
  return JSON.stringify(page.body['deliveries'])
}

export const THINGS = {
  presence: {
    sent: async ({ room, agent }) => [
      await byLead(room, 'AGENT_MESSAGE', { to: agent.id, content: 'are you there' }),
    ],
    arrives: async ({ room, agent }) => {
      const connection = async () => (await room.floor.view(agent.name))['connection'] as string
      await eventually('it is there', async () => (await connection()) === 'connected')
      return null
    },
  },
  confirmation: {
    sent: async (trial) => {
      const { room, agent, words } = trial
      const { group } = agent.place
      return [await byLead(room, 'GROUP_MESSAGE', { group, content: `news ${words}` })]
    },
    arrives: async (trial) => {
      const { room, agent, program, words } = trial
      await program.given(`news ${words}`)
      const { messages } = await byPerson(room, 'GET', `${groupOf(trial)}/messages`)
      const { id } = messages.find((one: { content: string }) => one.content === `news ${words}`)
      // Whoever reads by calling has read it when it calls again.
      await program.runs('QUERY_GROUPS', {})
      const state = async () => {
        const { receipts } = await byPerson(room, 'GET', `${groupOf(trial)}/messages/${id}/receipts`) // prettier-ignore
        return receipts.find((one: { agentId: string }) => one.agentId === agent.id).state as string
      }
      await eventually('it is confirmed', async () => (await state()) === 'seen')
      return null
    },
  },
  rounds: {
    sent: async (trial) =>
      hinted(await asks(trial, `Which ${trial.words}?\nSAY the ${trial.words}`)),
    arrives: async (trial) => {
      const { room, agent, program, words } = trial
      await program.answers(`Which ${words}?`, `the ${words}`)
      const answered = async () => {
        const { messages } = await byPerson(room, 'GET', `${sessionOf(trial)}/messages`)
        return (messages as { from: string; content: string; round?: { as: string } }[]).some(
          ({ from, content, round }) =>
            from === agent.id && content === `the ${words}` && round?.as === 'answer',
        )
      }
      await eventually('it has answered', answered)
      return null
    },
  },
  tasks: {
    sent: async ({ room, agent, words }) => [
      await byLead(room, 'DELEGATE', { to: agent.id, task: `paint ${words}` }),
      ...hinted(
        await byPerson(room, 'POST', `/api/agents/${agent.id}/tasks`, { task: `sweep ${words}` }),
      ),
    ],
    arrives: async ({ room, program, words }) => {
      await program.given(`paint ${words}`)
      await program.given(`sweep ${words}`)
      const summary = `${words} is done`
      for (let n = 0; n < 2; n++) await program.runs('COMPLETE_TASK', { summary })
      const { tasks } = await byPerson(room, 'GET', `/api/lead/${room.floor.leadId}/tasks`)
      const ours = (tasks as { text: string; status: string }[]).filter(({ text }) => text.includes(words)) // prettier-ignore
      expect(ours.map(({ status }) => status)).toEqual(['completed', 'completed'])
      expect(await toLead(room)).toContain(summary)
      return null
    },
  },
  'direct messages': {
    sent: async ({ room, agent, words }) => [
      await byLead(room, 'AGENT_MESSAGE', { to: agent.id, content: `a word of ${words}` }),
      await byLead(room, 'BROADCAST', { content: `to all of ${words}` }),
      ...hinted(
        await byPerson(room, 'POST', `/api/agents/${agent.id}/messages`, { content: `mine of ${words}` }), // prettier-ignore
      ),
    ],
    arrives: async ({ room, program, words }) => {
      for (const said of ['a word of', 'to all of', 'mine of']) await program.given(`${said} ${words}`) // prettier-ignore
      await program.runs('AGENT_MESSAGE', { to: room.floor.leadId, content: `back of ${words}` })
      expect(await toLead(room)).toContain(`back of ${words}`)
      return null
    },
  },
  interrupts: {
    sent: async ({ room, agent, words }) => [
      await byLead(room, 'INTERRUPT', { to: agent.id, content: `stop ${words}` }),
      ...hinted(
        await byPerson(room, 'POST', `/api/agents/${agent.id}/interrupt`, { content: `halt ${words}` }), // prettier-ignore
      ),
    ],
    arrives: async ({ program, words }) => {
      for (const said of ['stop', 'halt']) {
        expect(await program.given(`${said} ${words}`)).toMatch(/\[PRIORITY — Interrupt from/)
      }
      return null
    },
  },
  history: {
    sent: async ({ room, agent, words }) => {
      const groups = `/api/lead/${room.floor.leadId}/groups`
      await byPerson(room, 'POST', groups, { name: `past ${words}`, memberIds: [] })
      const content = `long ago ${words}`
      await byPerson(room, 'POST', `${groups}/past%20${words}/messages`, { content })
      await byPerson(room, 'POST', `${groups}/past%20${words}/members`, { memberIds: [agent.id] })
      return []
    },
    arrives: async ({ room, agent, program, words }) => {
      const group = `past ${words}`
      const path = `/api/lead/${room.floor.leadId}/groups/past%20${words}`
      const { id } = (await byPerson(room, 'GET', path))['group']
      const place = { ...agent.place, group, conversationId: id as string }
      await program.history(`long ago ${words}`, place)
      return program.runs('REACT', { group, messageId: '#1', emoji: '👀' })
    },
  },
  progress: {
    // Whoever looks on is there before it begins.
    sent: () => Promise.resolve([]),
    arrives: async (trial) => {
      const { room, agent, program, words } = trial
      const { url } = room.floor.server.app
      const { conversationId, sessionId } = agent.place
      using window = new TestSocket(
        `${url}/api/group-chats/${conversationId}/sessions/${sessionId}/ws`,
        { headers: { authorization: `Bearer ${room.floor.server.owner}` } },
      )
      await window.wait(({ type }) => type === 'view_data')
      await asks(trial, `Think slowly of ${words}`)
      const refused = await program.begins(`slowly of ${words}`, HALF)
      if (refused !== null) return refused
      await window.wait(({ type, ...frame }) => type === 'agent_progress' && frame['delta'].includes('half')) // prettier-ignore
      program.ends?.()
      // It may be over already.
      await room.floor.server.call('POST', `${sessionOf(trial)}/answers/${agent.id}/interrupt`, {})
      return null
    },
  },
  commands: {
    sent: () => Promise.resolve([]),
    arrives: async ({ program }) => {
      let refused: string | null = null
      for (const command of Object.keys(COMMAND_PAYLOADS) as CommandName[]) {
        const reply = await program.runs(command, {})
        if (!reply.includes('[System]')) refused = reply
        // It is the reply to this one.
        if (/ refused: /.test(reply)) expect(reply).toContain(`${command} refused: `)
      }
      return refused
    },
  },
} satisfies Record<Thing, Act>
