import type { InboxDelivery } from '../../src/delivery/inbox-page'
import type { Random } from './random'
import { command } from './talk'
import type { TestCrew } from './test-crew'

const MINUTE = 60_000
const WORKERS = ['a', 'b', 'c', 'd', 'e'] as const
export const CREW = Object.fromEntries(WORKERS.map((name) => [name, 'developer']))
const EVERYBODY = ['lead', ...WORKERS]

/**
 * A crew at work as crews are: the lead delegates whenever somebody reports; workers do a task in several turns, tell
 * the group how far they are, ask each other there and directly, answer, thank, and remark on what they read.
 */
export class Night {
  readonly #crew: TestCrew
  readonly #random: Random
  /** Turns that are left of a worker's task. */
  readonly #left = new Map<string, number>()
  #parts = 0
  #turns = 0

  constructor(crew: TestCrew, random: Random) {
    this.#crew = crew
    this.#random = random
  }

  /** How much was done and said, and the longest chain of answers in it. */
  get met(): { tasks: number; turns: number; messages: number; longest: number } {
    const { database } = this.#crew
    const one = (sql: string) => database.prepare(sql).pluck().get() as number
    const groups = 'select hop from chat_group_messages'
    const said = `(${groups} union all select hop from deliveries where kind = 'direct')`
    return {
      tasks: one('select count(*) from tasks'),
      turns: this.#turns,
      messages: one(`select count(*) from ${said}`),
      longest: one(`select max(hop) from ${said}`),
    }
  }

  /** Lets `hours` pass; `other` is done every few minutes beside. */
  async passes(hours: number, other: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const { clock } = this.#crew
    const end = clock.now() + hours * 60 * MINUTE
    for (const name of WORKERS) await this.#says('lead', this.#task(name))
    const next = [...EVERYBODY, null].map((who) => ({ who, at: clock.now() }))
    for (;;) {
      const due = next.reduce((first, one) => (one.at < first.at ? one : first))
      if (due.at >= end) return
      clock.advance(Math.max(0, due.at - clock.now()))
      if (due.who === null) await other()
      const minutes = due.who === null ? 4 : await this.#turn(due.who)
      due.at = clock.now() + minutes * MINUTE
    }
  }

  /** One turn with everything owed; how many minutes it took. */
  async #turn(who: string): Promise<number> {
    const random = this.#random
    const { inbox } = this.#crew.core
    const { deliveries, cursor } = await inbox.fetch(this.#crew.id(who), {})
    await inbox.ack(this.#crew.id(who), cursor)
    if (!deliveries.some(({ wake }) => wake)) return 0.2
    this.#turns++
    let minutes = 0.5 + random.next() * 1.5
    const said: string[] = []
    for (const item of deliveries) {
      if (item.kind === 'task') {
        this.#left.set(who, 1 + random.below(4))
        minutes += 7 + 15 * random.next()
      }
      said.push(...this.#answers(who, item))
    }
    if (this.#left.has(who)) said.push(...this.#works(who))
    for (const text of said) await this.#says(who, text)
    return minutes
  }

  #answers(who: string, { kind, text }: InboxDelivery): string[] {
    const random = this.#random
    const from = EVERYBODY.find((name) => text.slice(0, 80).includes(this.#short(name))) ?? 'lead'
    const answer = random.chance(0.2) ? 'ok, thanks' : `that is in src/part-${++this.#parts}.ts`
    const asked = text.includes('where is')
    if (who === 'lead' && text.includes(') completed its task')) return [this.#task(from)]
    if (kind === 'direct' && (asked || random.chance(0.1))) {
      return [command('AGENT_MESSAGE', { to: this.#short(from), content: answer })]
    }
    if (kind !== 'group') return []
    const called = text.includes(`@${this.#short(who)}`)
    if (!called && !random.chance(asked ? 0.3 : 0.1)) return []
    const more = random.chance(0.2) ? ` And where is f${this.#parts}()?` : ''
    return [command('GROUP_MESSAGE', { group: 'team', content: answer + more })]
  }

  #works(who: string): string[] {
    const random = this.#random
    const said: string[] = []
    const peer = random.pick(WORKERS.filter((name) => name !== who))
    const part = ++this.#parts
    if (random.chance(0.4)) {
      said.push(command('GROUP_MESSAGE', { group: 'team', content: `part-${part}.ts is ready` }))
    }
    if (random.chance(0.25)) {
      const question = `where is f${part}()?`
      said.push(
        random.chance(0.5)
          ? command('AGENT_MESSAGE', { to: this.#short(peer), content: question })
          : command('GROUP_MESSAGE', {
              group: 'team',
              content: `@${this.#short(peer)} ${question}`,
            }),
      )
    }
    const left = (this.#left.get(who) ?? 1) - 1
    this.#left.set(who, left)
    if (left > 0) return said
    this.#left.delete(who)
    return [...said, command('COMPLETE_TASK', { summary: `part ${part} is done` })]
  }

  #task(to: string): string {
    return command('DELEGATE', { to: this.#short(to), task: `write part ${++this.#parts}` })
  }

  async #says(who: string, text: string): Promise<void> {
    const { core, crew } = this.#crew
    const output = { text, stream: 'main', endOfTurn: true }
    const { results } = await core.intake.output(crew, this.#crew.id(who), output)
    const [refused] = results.filter(({ ok }) => !ok)
    if (refused) throw new Error(refused.reply)
  }

  #short(name: string): string {
    return this.#crew.id(name).slice(0, 8)
  }
}
