import { laterOf } from '../model/later-of'
import { HUMAN_ID } from '../model/participant'
import { isThinking, type RoundRecord, withResponse } from '../model/round'
import {
  placeOfSession,
  type SessionRecord,
  withSessionMessage,
  withTakingPart,
} from '../model/session'
import type { CrewEvent } from '../protocol/events'
import type { CrewState } from './crew-state'
import { countMessage, forgetPlace, moveMark } from './reading'

type Of<T extends CrewEvent['type']> = Extract<CrewEvent, { type: T }>

/** Sessions and rounds are for people: an agent meets them in its prompts, and its view has none. */
export function applySession(state: CrewState, event: Of<'session:created' | 'session:updated'>) {
  if (state.viewer !== null) return
  const { session } = event
  if (session.status !== 'deleted') {
    const group = state.groups[session.groupName]
    state.sessions[session.id] = group ? withTakingPart(session, group) : session
    return
  }
  delete state.sessions[session.id]
  delete state.rounds[session.id]
  forgetPlace(state, placeOfSession(session.id))
}

/** A group has other members: so have those of its sessions whose agents nobody chose, and those with a chosen one of them. */
export function applyMembers(state: CrewState, groupName: string): void {
  const group = state.groups[groupName]
  if (!group) return
  for (const session of Object.values(state.sessions)) {
    if (session.groupName !== groupName) continue
    state.sessions[session.id] = withTakingPart(session, group)
  }
}

export function applySessionMessage(state: CrewState, event: Of<'session:message'>): void {
  const session = state.sessions[event.sessionId]
  if (!session) return
  const { message } = event
  const before = { name: placeOfSession(session.id), messageCount: session.messageCount }
  countMessage(state, before, message, message.mentions.includes(HUMAN_ID) ? [HUMAN_ID] : [])
  state.sessions[session.id] = withSessionMessage(session, message, event.at)
}

export function applySessionRead(state: CrewState, event: Of<'session:read'>): void {
  if (!state.sessions[event.sessionId]) return
  moveMark(state, placeOfSession(event.sessionId), event)
}

export function applyRound(
  state: CrewState,
  event: Of<'round:opened' | 'round:responded' | 'round:closed'>,
): void {
  if (event.type === 'round:opened') {
    const { round } = event
    changeSession(state, round.sessionId, event.at, round.n)
    if (!state.sessions[round.sessionId]) return
    const others = (state.rounds[round.runId] ?? []).filter(({ n }) => n !== round.n)
    putRounds(
      state,
      round.runId,
      [...others, round].toSorted((a, b) => a.n - b.n),
    )
    return
  }
  changeSession(state, event.sessionId, event.at)
  const rounds = state.rounds[event.runId]
  if (!rounds) return
  const changed = rounds.map((round) => {
    if (round.n !== event.n) return round
    if (event.type === 'round:closed') return { ...round, closed: event.why }
    return withResponse(round, event.response)
  })
  putRounds(state, event.runId, changed)
}

/** Keeps the newest, and older ones in which somebody still thinks. */
function putRounds(state: CrewState, runId: string, rounds: readonly RoundRecord[]): void {
  state.rounds[runId] = rounds.filter(
    (round, index) => index === rounds.length - 1 || isThinking(round),
  )
}

function changeSession(state: CrewState, id: string, at: string, round = 0): void {
  const session = state.sessions[id]
  if (!session) return
  const changed: SessionRecord = {
    ...session,
    updatedAt: laterOf(session.updatedAt, at),
    rounds: Math.max(session.rounds, round),
  }
  state.sessions[id] = changed
}
