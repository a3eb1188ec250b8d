import { bounded } from './bounded'
import { plural } from './names'

/** What agents read of tools beside the replies to commands. */
export const TOOL_TEXT = {
  nothingNew:
    '[System] Nothing new. To go on waiting, call read_inbox again; otherwise continue your work.',

  more: '[System] More waits: call read_inbox again.',

  tookOver:
    '[System] A newer read_inbox of this agent took over, so this one ended with nothing. If two programs use this agent’s token, give each its own agent.',

  gone: '[System] This agent was ended, or its token was replaced. Nothing was read.',

  /** Below a round on a page. */
  answerWith: (deliveryId: string) =>
    `[System] Answer with the tool answer: {"delivery":"${deliveryId}","content":"…"}. Without content you pass.`,

  /** Nothing else is handed over meanwhile. */
  stillAsked: (deliveryId: string) =>
    `[System] You have not answered the round that you were asked in. Call answer with {"delivery":"${deliveryId}","content":"…"}; other items come after it.`,

  answered: '[System] Your answer was posted.',
  passed: '[System] You passed; nothing was posted.',

  noTool: (name: string, tools: readonly string[]) =>
    `[System] There is no tool "${name.slice(0, 100)}". There are: ${bounded(tools, { line: (tool) => tool })}.`,

  badArguments: (tool: string, problem: string) => `[System] ${tool} refused: ${problem}`,

  notRun: (reason: string) => `[System] Not run: ${reason}`,

  /** In the record of an agent whose program was offered tools. */
  notTaken: 'Its program did not ask for the tools that it was offered, so it writes commands.',

  /** To a model that continues an earlier conversation, in which it may have acted in the other way. */
  actsByTools:
    '[System] From now on, act with the tools of "crewroom"; do not write commands into your text.',
  actsByCommands:
    '[System] The tools of "crewroom" are not available: write commands into your text instead. HELP lists them.',

  /** Why a request of a program was allowed. */
  whyOwnTool: 'It is one of Crewroom’s own tools.',

  tooMany: (most: number) =>
    `[System] Not run: you have called ${most} tools in this turn, which is the limit. The turn ends here; what is left to do, do in your next one.`,

  interrupted: '[System] Not run: the turn was interrupted.',

  /** The first lines that a client is given about the server. */
  waiting: (items: number) =>
    items === 0
      ? 'Nothing waits in your inbox.'
      : `${plural(items, 'item')} ${items === 1 ? 'waits' : 'wait'} in your inbox: call read_inbox first.`,
} as const
