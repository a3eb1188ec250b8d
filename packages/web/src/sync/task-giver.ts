import type { agents } from './api/agents'
import { ApiError } from './request'

type Delegate = (typeof agents)['delegate']
type Order = Parameters<Delegate>[3]

/** Gives tasks for one dialog: one that its agent has open already is given once more when it is sent again. */
export class TaskGiver {
  readonly #delegate: Delegate
  #refused: string | null = null

  constructor(delegate: Delegate) {
    this.#delegate = delegate
  }

  /** `name`: what the page calls the agent. */
  async to(agentId: string, name: string, task: string, order: Order = {}) {
    const asked = `${agentId} ${task}`
    try {
      return await this.#delegate(agentId, task, null, {
        ...order,
        again: this.#refused === asked,
      })
    } catch (error) {
      if (!isGivenAlready(error)) throw error
      this.#refused = asked
      throw new Error(
        `${name} has this task already, and it is open. Press the button again to give it once more.`,
        { cause: error },
      )
    }
  }
}

function isGivenAlready(error: unknown): boolean {
  return error instanceof ApiError && typeof error.details['taskId'] === 'string'
}
