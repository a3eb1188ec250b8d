import { admit } from '../../src/admissions/admit'
import { closeAdmission } from '../../src/admissions/close-admission'
import { createAdmission } from '../../src/admissions/create-admission'
import { createConversation } from '../../src/admissions/create-conversation'
import { dismiss } from '../../src/admissions/dismiss'
import { leaveAdmission } from '../../src/admissions/leave-admission'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { sendMessage } from '../../src/groups/send-message'
import { type TestCrew, testCrew } from '../harness/test-crew'

export const AGENTS = {
  ada: 'architect',
  ben: 'developer',
  cleo: 'developer',
  dan: 'qa-tester',
} as const

/** A crew in which ada manages a circle with ben and cleo; dan is not in it. */
export class Circle implements AsyncDisposable {
  readonly crew: TestCrew
  readonly id: string
  /** The name of its first conversation: of ada and ben. */
  readonly talk: string

  constructor(manager = 'ada') {
    this.crew = testCrew({ agents: AGENTS })
    const made = this.crew.act(() =>
      createAdmission(this.crew.shard, this.crew.crew, this.crew.by(manager), {
        admitted: this.ids('ada', 'ben', 'cleo'),
        conversation: { name: 'Project Alpha', participants: this.ids('ada', 'ben') },
      }),
    )
    this.id = made.admission.id
    this.talk = made.group?.name ?? ''
  }

  ids(...names: readonly string[]): string[] {
    return names.map((name) => this.crew.id(name))
  }

  get state() {
    return this.crew.crew.state
  }

  get group() {
    const group = this.state.groups[this.talk]
    if (!group) throw new Error('no conversation')
    return group
  }

  get admitted(): readonly string[] {
    return this.state.admissions[this.id]?.admitted.map(({ id }) => id) ?? []
  }

  admit = (who: string, agent: string) =>
    this.#act((shard, crew, by) => admit(shard, crew, by, { admission: this.id, agent }), who)
  dismiss = (who: string, agent: string) =>
    this.#act((shard, crew, by) => dismiss(shard, crew, by, { admission: this.id, agent }), who)
  leave = (who: string) =>
    this.#act((shard, crew, by) => leaveAdmission(shard, crew, by, this.id), who)
  close = (who: string) =>
    this.#act((shard, crew, by) => closeAdmission(shard, crew, by, this.id), who)
  /** Another circle of the crew. */
  closeOther = (who: string, id: string) =>
    this.#act((shard, crew, by) => closeAdmission(shard, crew, by, id), who)
  create = (who: string, participants: readonly string[], name?: string) =>
    this.#act(
      (shard, crew, by) =>
        createConversation(shard, crew, by, { admission: this.id, participants, name }),
      who,
    )
  add = (who: string, agent: string) =>
    this.#act(
      (shard, crew, by) => addMembers(shard, crew, by, { group: this.talk, members: [agent] }),
      who,
    )
  remove = (who: string, agent: string) =>
    this.#act(
      (shard, crew, by) => removeMembers(shard, crew, by, { group: this.talk, members: [agent] }),
      who,
    )
  send = (who: string, content: string, group = this.talk) =>
    this.#act((shard, crew, by) => sendMessage(shard, crew, by, { group, content }), who)

  #act<T>(
    run: (shard: TestCrew['shard'], crew: TestCrew['crew'], by: ReturnType<TestCrew['by']>) => T,
    who: string,
  ): T {
    const { crew } = this
    return crew.act(() => run(crew.shard, crew.crew, crew.by(who)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crew[Symbol.asyncDispose]()
  }
}

/** The code of a refusal, or `done`. */
export function outcome(run: () => unknown): string {
  try {
    run()
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}
