import { createAgent } from '../../src/agents/create-agent'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { terminateAgent } from '../../src/agents/end-agent'
import { dismissNeed } from '../../src/crew/needs'
import { pauseCrew } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask, delegate } from '../../src/agents/tasks'
import { addMembers, leaveGroup, removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { pauseGroup } from '../../src/groups/pause-group'
import { releaseNeed } from '../../src/groups/release-need'
import { sendMessage } from '../../src/groups/send-message'
import { BY_PERSON } from './test-crew'
import { MOST_AGENTS, PERSON, short, type WalkContext } from './walk-context'

const ROLES = ['developer', 'architect', 'qa-tester']

type Act = (walk: WalkContext) => void

/** Something that a person may do to a crew, also what is refused. */
export function personAct(walk: WalkContext): void {
  walk.random.pick(ACTS)(walk)
}

/** Something that only gives agents more to read. */
export function sayAct(walk: WalkContext): void {
  walk.random.pick(SAYINGS)(walk)
}

const write: Act = (walk) => {
  const [to, mark] = [walk.agent(), walk.mark()]
  const content = walk.words(mark)
  walk.agree(`human writes ${mark} to ${short(to)}`, walk.model.direct(PERSON, to, mark), () =>
    sendDirect(walk.crew.shard, walk.memory, BY_PERSON, { to, content }),
  )
}

const give: Act = (walk) => {
  const [to, mark] = [walk.agent(), walk.mark()]
  walk.agree(`human delegates ${mark} to ${short(to)}`, walk.model.delegate(PERSON, to, mark), () =>
    delegate(walk.crew.shard, walk.memory, BY_PERSON, { to, text: `~${mark}~`, context: 'x\ny' }),
  )
}

const post: Act = (walk) => {
  const [group, mark] = [walk.group(), walk.mark()]
  const content = walk.words(mark)
  // A reply to an agent that has ended brings it back, which is another act.
  const said = walk.memory
    .window(group)
    .messages.filter(({ from }) => walk.memory.state.agents[from]?.ended !== 'completed')
  const replyTo = said.length > 0 && walk.random.chance(0.3) ? walk.random.pick(said).n : undefined
  const link = { type: 'file', url: 'https://example.com/a', name: 'a' } as const
  const written =
    content.length < 1_000 && walk.random.chance(0.2)
      ? { parts: [{ type: 'text', text: content } as const, link] }
      : { content }
  const what = replyTo === undefined ? group : `${group}, to #${replyTo}`
  walk.agree(`human posts ${mark} to ${what}`, walk.model.post(PERSON, group, mark), () =>
    sendMessage(walk.crew.shard, walk.memory, BY_PERSON, { group, ...written, replyTo }),
  )
}

const tellAll: Act = (walk) => {
  const mark = walk.mark()
  walk.agree(`human broadcasts ${mark}`, walk.model.broadcast(PERSON, mark), () =>
    broadcast(walk.crew.shard, walk.memory, BY_PERSON, { content: walk.words(mark) }),
  )
}

export const hire: Act = (walk) => {
  if (walk.model.agents.size >= MOST_AGENTS) return
  const [id, mark] = [walk.crew.ids.nextAgent(), walk.mark()]
  const task = walk.random.chance(0.5) ? `~${mark}~` : undefined
  walk.agree(
    `human creates ${short(id)} with ${task}`,
    walk.model.create(PERSON, id, task === undefined ? null : mark),
    () =>
      createAgent(walk.crew.shard, walk.memory, BY_PERSON, {
        role: walk.random.pick(ROLES),
        name: `n${mark}`,
        driver: { kind: 'acp', command: 'fake' },
        task,
      }),
  )
}

const finish: Act = (walk) => {
  const [who, mark] = [walk.agent(), walk.mark()]
  const status = walk.random.pick(['completed', 'failed'] as const)
  const summary = walk.random.chance(0.8) ? `~${mark}~` : undefined
  walk.agree(
    `human sets ${short(who)} ${status}: ${summary}`,
    walk.model.complete(PERSON, who, status, summary === undefined ? null : mark),
    () => completeTask(walk.crew.shard, walk.memory, BY_PERSON, who, { status, summary }),
  )
}

const stop: Act = (walk) => {
  const [to, mark] = [walk.agent(), walk.mark()]
  walk.agree(
    `human interrupts ${short(to)} with ${mark}`,
    walk.model.interrupt(PERSON, to, mark),
    () => interrupt(walk.crew.shard, walk.memory, BY_PERSON, { to, content: walk.words(mark) }),
  )
}

const terminate: Act = (walk) => {
  const [who, mark] = [walk.agent(), walk.mark()]
  if (who === walk.model.lead && walk.random.chance(0.9)) return
  walk.agree(
    `human terminates ${short(who)}: ${mark}`,
    walk.model.terminate(PERSON, who, mark),
    () => terminateAgent(walk.crew.shard, walk.memory, BY_PERSON, who, `~${mark}~`),
  )
}

const resume: Act = (walk) => {
  const ended = [...walk.model.agents.values()].filter(({ status }) => status !== 'active')
  const who =
    ended.length > 0 && walk.random.chance(0.8) ? walk.random.pick(ended).id : walk.agent()
  walk.agree(`human resumes ${short(who)}`, walk.model.resume(who), () => {
    resumeAgent(walk.crew.shard, walk.memory, BY_PERSON, who)
    walk.crew.startProgram(who)
  })
}

const dismiss: Act = (walk) => {
  const [need] = Object.values(walk.memory.state.needs)
  if (!need) return
  const index = walk.model.needs.findIndex(
    ({ kind, agent, group }) =>
      kind === need.kind && agent === need.agentId && group === need.groupName,
  )
  walk.agree('human dismisses a need', walk.model.dismiss(index), () =>
    dismissNeed(walk.crew.shard, walk.memory, BY_PERSON, need.id),
  )
}

const release: Act = (walk) => {
  const [need] = Object.values(walk.memory.state.needs).filter(({ kind }) => kind === 'held')
  if (!need) return
  const { groupName, agentId, id } = need
  const accepted =
    groupName === null
      ? walk.model.releaseAgent(PERSON, agentId)
      : walk.model.releaseGroup(PERSON, groupName)
  walk.agree(`human releases ${groupName ?? short(agentId)}`, accepted, () =>
    releaseNeed(walk.crew.shard, walk.memory, BY_PERSON, id),
  )
}

/** What is paused is mostly continued, and what is not mostly goes on. */
const pauses = (walk: WalkContext, paused: boolean) => walk.random.chance(paused ? 0.05 : 0.25)

const pauseAll: Act = (walk) => {
  const paused = pauses(walk, walk.model.serverPaused)
  walk.model.serverPaused = paused
  walk.agree(`server paused: ${paused}`, true, () => walk.crew.shard.pauseAll(paused, BY_PERSON))
}

const pauseOne: Act = (walk) => {
  const paused = pauses(walk, walk.model.crewPaused)
  walk.model.crewPaused = paused
  walk.agree(`crew paused: ${paused}`, true, () =>
    pauseCrew(walk.crew.shard, walk.memory, BY_PERSON, paused),
  )
}

const pauseTalk: Act = (walk) => {
  const group = walk.group()
  const paused = pauses(walk, walk.model.groups.get(group)?.paused ?? false)
  walk.agree(`${group} paused: ${paused}`, walk.model.pauseGroup(group, paused), () =>
    pauseGroup(walk.crew.shard, walk.memory, BY_PERSON, group, paused),
  )
}

const gather: Act = (walk) => {
  const { model, random } = walk
  const name = walk.group()
  const some = [walk.agent(), walk.agent(), ...(random.chance(0.2) ? [PERSON] : [])]
  const active = [...model.agents.values()].filter(({ status }) => status === 'active')
  const members = random.chance(0.3) ? active.map(({ id }) => id) : some
  walk.agree(
    `human creates ${name} of ${members.map(short).join(' ')}`,
    model.createGroup(PERSON, name, members),
    () => createGroup(walk.crew.shard, walk.memory, BY_PERSON, { name, members }),
  )
}

const add: Act = (walk) => {
  const [group, who] = [walk.group(), walk.random.chance(0.1) ? PERSON : walk.agent()]
  walk.agree(
    `human adds ${short(who)} to ${group}`,
    walk.model.addToGroup(PERSON, group, who),
    () => addMembers(walk.crew.shard, walk.memory, BY_PERSON, { group, members: [who] }),
  )
}

const remove: Act = (walk) => {
  const [group, who] = [walk.group(), walk.random.chance(0.1) ? PERSON : walk.agent()]
  walk.agree(
    `human removes ${short(who)} from ${group}`,
    walk.model.removeFromGroup(PERSON, group, who),
    () => removeMembers(walk.crew.shard, walk.memory, BY_PERSON, { group, members: [who] }),
  )
}

const leave: Act = (walk) => {
  const group = walk.group()
  walk.agree(`human leaves ${group}`, walk.model.leaveGroup(PERSON, group), () =>
    leaveGroup(walk.crew.shard, walk.memory, BY_PERSON, group),
  )
}

const SAYINGS: readonly Act[] = [write, write, give, post, post, tellAll]

/** As often as they stand here. */
const ACTS: readonly Act[] = [
  SAYINGS,
  SAYINGS,
  [hire, hire, finish, stop, stop, stop, terminate, resume, resume, dismiss, release],
  [pauseAll, pauseOne, pauseTalk, gather, add, add, remove, leave],
].flat()
