import { expect, test } from 'vitest'
import { failAgent } from '../../src/agents/end-agent'
import { reassignTask } from '../../src/agents/reassign-task'
import { completeTask, delegate } from '../../src/agents/tasks'
import { cancelTask, startTask } from '../../src/agents/waiting-task'
import { connectedCrew } from '../harness/connected-crew'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { BY_PERSON, byAgent, type TestCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }
const NAMES = Object.keys(AGENTS)

/** A task as the rules have it, without anything that the server knows. */
interface Known {
  readonly id: string
  readonly to: string
  after: string[]
  state: 'waits' | 'given' | 'done' | 'lost'
  /** How many times its agent has to have been handed it. */
  handed: number
}

class Walk {
  readonly crew: TestCrew
  readonly #random: Random
  readonly tasks = new Map<string, Known>()
  /** The tasks that each agent was given and has not ended, in that order. */
  readonly given: Record<string, string[]> = Object.fromEntries(NAMES.map((name) => [name, []]))
  /** How often the lead has to have been notified of lost prerequisites. */
  notices = 0

  constructor(crew: TestCrew, random: Random) {
    this.crew = crew
    this.#random = random
  }

  step(): void {
    const draw = this.#random.below(12)
    const name = this.#random.pick(NAMES)
    if (draw < 5) this.#delegate(name)
    else if (draw < 8) this.#end(name, this.#random.chance(0.75))
    else if (draw === 8) this.#failAll(name)
    else if (draw === 9) this.#decide()
    else if (draw === 10) this.#reassign(name)
    else this.crew.restart()
  }

  #delegate(to: string): void {
    const open = [...this.tasks.values()].filter(({ state }) => state !== 'lost')
    const lost = [...this.tasks.values()].filter(
      ({ id, state }) => state === 'lost' && this.#waitingFor(id).length > 0,
    )
    const again = lost.length > 0 && this.#random.chance(0.5) ? this.#random.pick(lost) : null
    const count = again || open.length === 0 ? 0 : this.#random.below(4)
    const after = [...new Set(Array.from({ length: count }, () => this.#random.pick(open).id))]
    const { task } = this.crew.act(() =>
      delegate(this.crew.shard, this.crew.crew, byAgent(this.crew.leadId), {
        to: this.crew.id(to),
        text: `task ${this.tasks.size}`,
        after,
        ...(again ? { insteadOf: again.id } : {}),
      }),
    )
    const known: Known = { id: task.id, to, after, state: 'waits', handed: 0 }
    this.tasks.set(task.id, known)
    if (again) this.#replace(again.id, task.id)
    if (after.every((id) => this.tasks.get(id)?.state === 'done')) this.#give(known)
  }

  #end(name: string, isDone: boolean): void {
    const id = this.given[name]?.shift()
    if (id === undefined) return
    const agent = this.crew.id(name)
    const status = isDone ? 'completed' : 'failed'
    this.crew.act(() =>
      completeTask(this.crew.shard, this.crew.crew, byAgent(agent), agent, { status }),
    )
    this.#over([id], isDone)
  }

  #failAll(name: string): void {
    const ids = this.given[name]?.splice(0) ?? []
    this.crew.act(() => failAgent(this.crew.shard, this.crew.id(name), 'no program'))
    this.#over(ids, false)
  }

  #decide(): void {
    const waiting = [...this.tasks.values()].filter(({ state }) => state === 'waits')
    if (waiting.length === 0) return
    const one = this.#random.pick(waiting)
    const verb = this.#random.chance(0.5) ? startTask : cancelTask
    this.crew.act(() => verb(this.crew.shard, this.crew.crew, BY_PERSON, one.id))
    if (verb === startTask) {
      one.after = []
      this.#give(one)
    } else this.#over([one.id], false)
  }

  #reassign(to: string): void {
    const open = [...this.tasks.values()].filter(
      (task) => task.to !== to && (task.state === 'waits' || task.state === 'given'),
    )
    if (open.length === 0) return
    const from = this.#random.pick(open)
    const input = { taskId: from.id, to: this.crew.id(to) }
    const { task } = this.crew.act(() =>
      reassignTask(this.crew.shard, this.crew.crew, BY_PERSON, input),
    )
    const known: Known = { id: task.id, to, after: from.after, state: 'waits', handed: 0 }
    this.tasks.set(task.id, known)
    const queue = this.given[from.to] ?? []
    if (from.state === 'given') {
      queue.splice(queue.indexOf(from.id), 1)
      this.#give(known)
    }
    from.state = 'lost'
    this.#replace(from.id, task.id)
  }

  #waitingFor(id: string): Known[] {
    return [...this.tasks.values()].filter(
      ({ state, after }) => state === 'waits' && after.includes(id),
    )
  }

  #replace(from: string, to: string): void {
    for (const task of this.#waitingFor(from)) {
      task.after = task.after.map((id) => (id === from ? to : id))
    }
  }

  #give(task: Known): void {
    task.state = 'given'
    task.handed += 1
    this.given[task.to]?.push(task.id)
  }

  #over(ids: readonly string[], isDone: boolean): void {
    for (const id of ids) {
      const task = this.tasks.get(id)
      if (task) task.state = isDone ? 'done' : 'lost'
    }
    const behind = new Set(ids.flatMap((id) => this.#waitingFor(id)))
    if (!isDone) {
      if (behind.size > 0) this.notices += 1
      return
    }
    for (const task of behind) {
      if (task.after.every((id) => this.tasks.get(id)?.state === 'done')) this.#give(task)
    }
  }
}

test('TK36, TK38, TK41, TK43, SL21 whatever is delegated, ended, moved and restarted, each task is given once, in order, when its prerequisites are done', async () => {
  for (let seed = 1; seed <= often(8, 300); seed++) {
    await using crew = connectedCrew(AGENTS)
    const walk = new Walk(crew, new Random(seed))
    for (let step = 0; step < 40; step++) walk.step()
    const said = (name: string) => crew.texts(name)
    for (const name of NAMES) {
      const agent = crew.id(name)
      expect
        .soft(
          crew.crew.openTasks(agent).map(({ id }) => id),
          `seed ${seed}: ${name}`,
        )
        .toEqual(walk.given[name])
      const handed = (await said(name)).filter((text) => text.startsWith('[Task from '))
      const expected = [...walk.tasks.values()].filter(({ to }) => to === name)
      expect
        .soft(handed.length, `seed ${seed}: ${name}`)
        .toBe(expected.reduce((sum, task) => sum + task.handed, 0))
    }
    const waiting = [...walk.tasks.values()].filter(({ state }) => state === 'waits')
    expect
      .soft(
        crew.crew.waitingTasks().map(({ id, after }) => [id, after]),
        `seed ${seed}`,
      )
      .toEqual(waiting.map(({ id, after }) => [id, after]))
    const notices = (await said('lead')).filter((text) =>
      text.includes('Decide what becomes of it'),
    )
    expect.soft(notices.length, `seed ${seed}: notices`).toBe(walk.notices)
  }
})
