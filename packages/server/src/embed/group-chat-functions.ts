import { CrewError } from '@crewroom/shared/protocol/errors'
import type { AnswerUsage } from '@crewroom/shared/model/round'
import type { Chat, ChatAnswer, GroupChatContext, GroupChatFunction } from './embed-api'

/** Whoever chooses the next speaker, if it has no other name. */
export const COORDINATOR = 'coordinator'

/** Where the functions of one conversation are. */
export interface Functions {
  readonly byName: ReadonlyMap<string, GroupChatFunction | string>
  readonly context: GroupChatContext
}

/** What answers for somebody, by the first of its names that has a function; null: nothing does. */
export async function chatOf(
  { byName, context }: Functions,
  names: readonly string[],
): Promise<Chat | null> {
  for (const name of names) {
    const named = byName.get(name) ?? name
    const given = typeof named === 'string' ? await called(named, context) : named
    if (given) return asChat(given)
  }
  return null
}

/** Throws for somebody that nothing answers for, before anything is stored. */
export async function assertAnswered(
  functions: Functions,
  everybody: readonly (readonly string[])[],
): Promise<void> {
  for (const names of everybody) {
    if (await chatOf(functions, names)) continue
    const [reference = ''] = names
    throw new CrewError(
      'agent_not_found',
      `nothing answers for "${reference}". Give it a function as chat or actor, or one of this name in actors.`,
      { reference },
    )
  }
}

async function called(
  name: string,
  { actors, ai, discovery }: GroupChatContext,
): Promise<GroupChatFunction | undefined> {
  if (actors && Object.hasOwn(actors, name)) return actors[name]
  if (ai && name === COORDINATOR) {
    return (_history, { prompt, instructions }) =>
      ai.complete(instructions === null ? prompt : `${instructions}\n\n${prompt}`)
  }
  return discovery?.resolveActor(name)
}

function asChat(given: GroupChatFunction): Chat {
  if (typeof given === 'function') return given
  if ('chat' in given) return (history, context) => given.chat(history, context)
  return (history, context) => {
    const participants = context.participants.map(({ name }) => name)
    const task = history[0]?.content ?? ''
    return given.execute({ conversationHistory: history, participants, task }, context)
  }
}

export interface Said {
  readonly text: string
  readonly usage?: AnswerUsage
}

/** What a function returned. JavaScript returns anything. */
export function saidIn(returned: string | ChatAnswer): Said {
  if (typeof returned === 'string') return { text: returned }
  if (typeof returned?.content !== 'string') {
    throw new TypeError('the answer has to be a text, or an object with a text as content')
  }
  const { content: text, metadata } = returned
  if (!metadata) return { text }
  const { model, tokens, cost } = metadata
  return {
    text,
    usage: {
      tokens: amount(tokens === undefined ? tokens : Math.round(tokens)),
      usd: amount(cost),
      ...(typeof model === 'string' ? { model } : {}),
    },
  }
}

function amount(given: number | undefined): number | null {
  return typeof given === 'number' && Number.isFinite(given) && given >= 0 ? given : null
}
