import { LIMITS } from '../protocol/limits'
import { commandExample } from '../command/help'
import { inert } from '../command/grammar'
import type { Hold } from '../model/conduct'
import type { PermissionAnswer, PermissionRule } from '../model/need'
import { HUMAN_ID, shortId } from '../model/participant'
import { bounded, fitting, roomBehind } from './bounded'
import { budgetNeed, type SpentBudget } from './budget-need'
import { LIST_TEXT, membersOf } from './list-texts'
import {
  groupName,
  label,
  list,
  listedLabel,
  type Named,
  plural,
  quoted,
  type Replied,
  replying,
  some,
  waits,
} from './names'
import { relayed, relayedLine } from './relay'
import { SESSION_TEXT } from './session-texts'
import { TASK_TEXT } from './task-texts'

export { listedLabel, type Named } from './names'

/** By whom a request for permission was refused; `cancelled`: it was left without an answer, in earlier versions. */
export type RefusedBy = 'person' | 'rule' | 'timeout' | 'cancelled' | 'server'

const REFUSED_BY: Readonly<Record<RefusedBy, string>> = {
  person: 'A person refused your permission request',
  rule: 'A rule of your crew refused your permission request',
  timeout: 'Nobody answered your permission request in time, so it was refused',
  cancelled: 'Your permission request was cancelled before anybody answered it',
  server: 'The server refused your permission request, and no person saw it',
}

const ALREADY: Readonly<Record<Exclude<PermissionAnswer['by'], 'person'>, string>> = {
  rule: 'A rule of the crew has already answered this request.',
  timeout: 'Nobody answered this request in time, so it was refused.',
  cancelled: 'This request was cancelled: the agent was stopped, or its turn is over.',
  restart:
    'This request is gone: the server restarted. If the agent still needs it, it asks again.',
}

/** One that will not read something now, and why. */
interface Waiting {
  readonly who: Named
  readonly reason: string
}

/** Behind a confirmation: recipients that will not read it now. */
function whoWaits(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return ''
  const said = bounded(waiting, {
    line: ({ who, reason }) => `${label(who)} ${waits(reason)}`,
    between: '; ',
    rest: () => 'QUERY_CREW lists all',
  })
  return ` ${said}.`
}

/** Every text an agent can read. Nothing else in the product writes to an agent. */
export const TEXT = {
  youAreCalled: (you: Named) => `[System] You are now ${listedLabel(you)}.`,

  isCalled: (before: Named, now: Named) =>
    `[System] ${listedLabel(before)} is now ${listedLabel(now)}.`,

  /** To an agent whose program is told no manifest. */
  yourInstructions: (instructions: string) =>
    `[System] Your instructions, which hold for all of your work: ${relayed(instructions)}`,

  instructionsTaken: '[System] The instructions that you were given hold no longer.',

  message: (group: string, from: Named, content: string, to?: Replied) =>
    `[Group ${quoted(group)} — ${label(from)}${replying(to)}]: ${relayed(content)}`,

  /** To an agent that was handed the message as it was before. */
  edited: (group: string, from: Named, n: number, content: string) =>
    `[Group ${quoted(group)} — ${label(from)}, changed #${n}]: ${relayed(content)}`,

  deleted: (group: string, from: Named, n: number) =>
    `[System] ${listedLabel(from)} deleted message #${n} in group ${quoted(group)}. Do not act on it.`,

  /** In place of the text of a message that its writer deleted. */
  isDeleted: '(deleted)',

  /** Behind the group messages of a hand-over: which they were. `crew` where another crew has a group of that name. */
  above: (
    ranges: readonly {
      readonly group: string
      readonly crew: string | null
      readonly fromN: number
      readonly toN: number
    }[],
  ) =>
    `[System] Above: ${bounded(ranges, {
      line: ({ group, crew, fromN, toN }) => {
        const which = fromN === toN ? `#${fromN}` : `#${fromN} to #${toN}`
        return `${which} of ${quoted(group)}${crew === null ? '' : ` of the crew ${quoted(crew)}`}`
      },
      room: roomBehind(100),
      rest: () => 'QUERY_GROUPS lists your groups with their newest messages',
    })}.`,

  historyLine: (group: string, from: Named, n: number, content: string, to?: Replied) =>
    `#${n} [Group ${quoted(group)} — ${label(from)}${replying(to)}]: ${relayedLine(content, LIMITS.previewUnits)}`,

  joined: (
    group: string,
    role: string | null,
    members: readonly Named[],
    history: readonly string[],
  ) =>
    [
      `[System] You've been added to group ${quoted(group)}${role ? ` (role ${role})` : ''}. Members: ${list(members, membersOf(group))}.`,
      ...(history.length > 0 ? ['Recent messages:', ...history] : []),
    ].join('\n'),

  removed: (group: string, by: Named) =>
    `[System] You've been removed from group ${quoted(group)} by ${label(by)}.`,

  created: (group: string, others: readonly Named[]) =>
    `[System] Group ${quoted(group)} created with ${plural(others.length + 1, 'member')} (${bounded(
      ['you', ...others],
      {
        line: (who) =>
          typeof who === 'string'
            ? who
            : who.id === HUMAN_ID
              ? relayedLine(who.roleName, 100)
              : `${relayedLine(who.roleName, 100)} ${shortId(who.id)}`,
        between: ' + ',
        rest: () => membersOf(group),
      },
    )}).`,

  added: (group: string, added: readonly Named[]) =>
    added.length === 0
      ? `[System] Nobody was added to group ${quoted(group)}: all of them are already members.`
      : `[System] Added to group ${quoted(group)}: ${list(added, membersOf(group))}.`,

  removedFrom: (group: string, removed: readonly Named[]) =>
    `[System] Removed from group ${quoted(group)}: ${list(removed)}.`,

  left: (group: string) => `[System] You left group ${quoted(group)}.`,

  /** `wakes`: how many agents it wakes, where it calls everybody. */
  sent: (recipients: number, waiting: readonly Waiting[], wakes: number | null = null) =>
    `[System] Message delivered to ${plural(recipients, 'group member')}.${
      wakes === null ? '' : ` It wakes ${plural(wakes, 'agent')}.`
    }${whoWaits(waiting)}`,

  /** Behind the confirmation of what is held, instead of who is busy. */
  keptBack: (what: HeldPlace, hold: Hold) =>
    ` ${onHold(what)} on hold until ${hold.until}: agents ${holdReason(hold)}. Your message is stored and will be delivered when the hold ends. Do not resend it; continue your own work.`,
  /** What agents have done to be held. */
  holdReason: (hold: Hold, who: readonly Named[]) => `${some(who)} ${holdReason(hold)}`,
  /** The lead is told that a place is held, and how it ends that, unless it has done so too often. */
  held: (what: HeldPlace, who: readonly Named[], hold: Hold, mayRelease: boolean) =>
    `[System] ${onHold(what)} on hold until ${hold.until}: ${some(who)} ${holdReason(hold)}. Nothing is lost; the messages are delivered then. Give them work, or ${
      mayRelease
        ? `end the hold with ${inert(releaseOf(what))}`
        : 'wait: only the person who runs this crew can end it sooner now.'
    }`,
  askedOften: (count: number) =>
    `[System] You have asked ${count} times in a row. Further answers will not wake you. End your turn; you will be woken when there is news.`,
  released: (what: HeldPlace) =>
    `[System] The hold on ${heldPlace(what)} has ended; what it kept back is being delivered.`,
  /** Behind a confirmation: what was written is stored otherwise. */
  masked: 'A secret in it was masked.',

  reacted: (emoji: string, n: number, group: string, action: 'add' | 'remove') =>
    action === 'add'
      ? `[System] Reacted ${emoji} to #${n} in group ${quoted(group)}.`
      : `[System] Removed ${emoji} from #${n} in group ${quoted(group)}.`,

  /** Behind a confirmation about a message. */
  wasDeleted: 'That message was deleted.',

  read: (group: string, lines: readonly string[], more: boolean) =>
    lines.length === 0
      ? `[System] Group ${quoted(group)} has no messages there.`
      : [
          `[System] Group ${quoted(group)}, ${plural(lines.length, 'message')}${more ? ' (for earlier ones, give "before")' : ''}:`,
          ...lines,
        ].join('\n'),

  ...LIST_TEXT,

  refused: (command: string, reason: string) =>
    fitting(`[System] ${relayedLine(command, 40)} refused: ${relayed(endSentence(reason))}`),

  notRun: (command: string, where: string) =>
    fitting(`[System] ${relayedLine(command, 40)} was not run: ${relayed(endSentence(where))}`),

  storage: (reason: string) => `[System] Not stored: ${endSentence(reason)} Nothing was posted.`,

  repeat: (count: number) =>
    count === 1
      ? '[System] The next item may be a repeat: the connection broke before you confirmed it.'
      : `[System] The next ${count} items may be repeats: the connection broke before you confirmed them.`,

  /** In a record, where texts were that are not kept any more. */
  givenGone: (count: number) =>
    count === 1
      ? '[System] One more item: it was deleted with its crew.'
      : `[System] ${count} more items: they were deleted with their crew.`,

  /** Asked once of who ends its turn with a task open and nothing to wait for. */
  taskOpen: (tasks: readonly string[]) =>
    `[System] ${
      tasks.length === 1
        ? 'Your task is still open'
        : `You have ${tasks.length} open tasks; the oldest`
    }: ${relayedLine(tasks[0] ?? '', LIMITS.previewUnits)}\n  Continue it, report it with COMPLETE_TASK, or say what you are waiting for.`,
  /** For the delegator. */
  stalled: (who: Named, words: string | null) =>
    `[System] ${label(who)} stopped without closing its task.${
      words === null ? '' : ` Its last words: ${relayed(words)}`
    }`,
  /** For the delegator, the last time. */
  escalated: (who: Named, times: number) =>
    `[System] ${label(who)} stopped ${times} times without closing a task, and a person has been notified. You will not be notified of it again.`,
  /** For people. */
  stalledNeed: (task: string, isThere: boolean, words: string | null) =>
    `${isThere ? 'It has stopped' : 'Its program is not connected'}, and its task is open: ${relayedLine(task, 200)}${
      words === null ? '' : ` · Its last words: ${relayedLine(words, 250)}`
    }`,

  /** For people. Without `who` it is the crew's. */
  budgetNeed: ({ who, ...budget }: { readonly who: Named | null } & SpentBudget) =>
    budgetNeed(who && label(who), budget),

  /** Why a request for permission ended as it did, for the record. */
  whyAnswered: 'A person chose this answer.',
  whyRule: ({ toolKind, prefix }: Pick<PermissionRule, 'toolKind' | 'prefix'>) =>
    `A rule of the crew answers requests of kind "${toolKind}"${
      prefix === null ? '' : ` that begin with "${relayedLine(prefix, 200)}"`
    }.`,
  whyTimeout: 'Nobody answered in time.',
  whyCancelled: 'The request came in a turn that was being cancelled.',
  whyStopped: 'Its program was stopped.',
  whyTurnOver: 'The turn ended before anybody answered.',
  /** The next two: only in records of earlier versions. */
  whyPaused: 'The crew was paused.',
  whyHeld: 'Agents’ messages to this agent were put on hold.',
  whyNoOption: 'The request offers nothing that a person could choose.',
  whyTooMany: `More than ${LIMITS.permissionsOpen} requests of this agent wait for an answer.`,
  /** Asked once of whose turn ended with a refused permission. */
  goOnWithout: (wanted: string, by: RefusedBy) =>
    `[System] ${REFUSED_BY[by]}: ${relayedLine(wanted, 200)}\n  Continue without it, or ask "human" with AGENT_MESSAGE.`,
  /** For people. */
  permissionNeed: (wanted: string) => `It asks for permission: ${relayedLine(wanted, 450)}`,
  rulesNeed: (rules: readonly Pick<PermissionRule, 'toolKind' | 'prefix'>[]) => {
    const which = rules.map(({ toolKind, prefix }) => prefix ?? toolKind).join('; ')
    const words =
      rules.length === 1
        ? '1 rule of an earlier version allows more than what was answered: it holds in every folder. Keep it, or drop it and be asked again'
        : `${rules.length} rules of an earlier version allow more than what was answered: they hold in every folder. Keep them, or drop them and be asked again`
    return `${words}: ${relayedLine(which, 250)}`
  },
  refusedNeed: (wanted: string) =>
    `It asked for permission and was refused: ${relayedLine(wanted, 200)}`,
  lateNeed: (wanted: string, minutes: number) =>
    `It asked for permission, and nobody answered within ${minutes} ${
      minutes === 1 ? 'minute' : 'minutes'
    }, so it was refused: ${relayedLine(wanted, 200)}`,
  alreadyAnswered: ({ by, name }: PermissionAnswer, person: string) =>
    by === 'person'
      ? `${person} already answered this request${name === null ? '' : `: ${relayedLine(name, 200)}`}.`
      : ALREADY[by],

  restart: '[System] The server restarted while you were working. Continue.',
  lost: '[System] Your earlier conversation is lost: you were given work in it that you no longer see. READ_GROUP shows what was said in a group.',
  compacted:
    '[System] Your conversation was compacted. Here are your first instructions again, brought up to date:',
  answerCut:
    '[System] The connection to your model broke off while you were answering. What you said before stands, and the commands in it ran: do not repeat them. A command that was not complete did not run. Continue.',
  shortened:
    '[System] The oldest part of your conversation was removed, because no more fits. Your first instructions were brought up to date. READ_GROUP shows what was said in a group.',
  crashed: '[System] Your program ended while you were working and was started again. Continue.',

  direct: (from: Named, content: string) => `[Message from ${label(from)}]: ${relayed(content)}`,
  broadcast: (from: Named, content: string) =>
    `[Broadcast from ${label(from)}]: ${relayed(content)}`,
  interrupt: (from: Named, content: string) =>
    `[PRIORITY — Interrupt from ${label(from)}]: ${relayed(content)}`,
  cutOff:
    '[System] This interrupt cancelled what you were doing: do not continue it unless you are told to.',
  /** What an interrupt says when nobody gave it words. */
  stop: 'Stop what you are doing and wait.',

  task: (from: Named, text: string, context: string | null) =>
    `[Task from ${label(from)}]: ${relayed(text)}${context === null ? '' : `\n  Context: ${relayed(context)}`}`,

  reported: (who: Named, status: 'completed' | 'failed', summary: string | null) =>
    status === 'completed'
      ? `[System] ${label(who)} completed its task${summary === null ? '.' : `: ${relayed(summary)}`}`
      : `[System] ${label(who)} failed${summary === null ? '.' : `: ${relayed(summary)}`}`,
  reportedEnd: (who: Named, by: Named, reason: string | null) =>
    `[System] ${label(who)} was terminated by ${label(by)}${reason === null ? '.' : `: ${relayed(reason)}`}`,

  sentDirect: (to: Named, reason: string | null) =>
    `[System] Message delivered to ${label(to)}.${reason === null ? '' : ` ${label(to)} ${waits(reason)}.`}`,
  sentToPerson: '[System] Message delivered to the person who runs this crew.',
  broadcasted: (count: number, waiting: readonly Waiting[] = []) =>
    `[System] Broadcast delivered to ${plural(count, 'agent')}.${whoWaits(waiting)}`,
  interrupted: (who: Named, reason: string | null = null) =>
    reason === null || reason === 'busy'
      ? `[System] ${label(who)} was interrupted.`
      : `[System] Interrupt delivered to ${label(who)}. ${label(who)} ${waits(reason)}; this comes before anything else.`,
  agentCreated: (who: Named, hasTask: boolean) =>
    `[System] ${label(who)} created${hasTask ? ' with its task' : ''}. You will be notified when it reports.`,
  agentAwaited: (who: Named) =>
    `[System] ${label(who)} created. The person who runs this crew has to connect its program.`,
  ...TASK_TEXT,
  terminated: (who: Named) => `[System] ${label(who)} has ended.`,
  completedTask: (open: number) =>
    open === 0
      ? '[System] Task closed. You have no other open task.'
      : `[System] Task closed. You have ${plural(open, 'open task')} left.`,

  autoGroup: (keyword: string) =>
    `Auto-created coordination group for parallel ${relayedLine(keyword, 100)} work`,

  autoGroups: (on: boolean) =>
    on
      ? '[System] Automatic groups are now on: three agents that work on the same thing get a group.'
      : '[System] Automatic groups are now off.',

  digest: (group: string, count: number, fromN: number, toN: number) =>
    `[System] Group ${quoted(group)} has ${plural(count, 'unread message')} (#${fromN} to #${toN}). Read them with ${inert(commandExample('READ_GROUP'))}`,

  ...SESSION_TEXT,
} as const

type HeldPlace = { readonly group: string } | { readonly agent: Named }

function heldPlace(what: HeldPlace): string {
  return 'group' in what ? `group ${quoted(what.group)}` : `messages to ${label(what.agent)}`
}

/** The beginning of a sentence that says a place is held. */
function onHold(what: HeldPlace): string {
  return 'group' in what
    ? `Group ${quoted(what.group)} is`
    : `Agents' messages to ${label(what.agent)} are`
}

function releaseOf(what: HeldPlace): string {
  const place =
    'group' in what ? { group: groupName(what.group) } : { agent: shortId(what.agent.id) }
  return `⟦⟦ RELEASE_HOLD ${JSON.stringify(place)} ⟧⟧`
}

function holdReason({ reason, count }: Hold): string {
  switch (reason) {
    case 'hops':
      return `answered each other ${count} times in a row without new work`
    case 'replies':
      return `exchanged ${count} replies within ${LIMITS.replySeconds} seconds`
    case 'alone':
      return `continued ${count} times in a row with nothing new to answer`
  }
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
