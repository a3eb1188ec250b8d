import { roleOf } from '@crewroom/shared/model/role'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { api } from '../sync/api'
import type { agents } from '../sync/api/agents'
import { agentsOf, type CrewPlan, cwdOf } from './crew-plan'
import { driverOf } from './driver-choice'

/** An agent that was created; the token is for a program that connects on its own, and is shown once. */
export interface Made {
  readonly id: string
  readonly label: string
  readonly token: string | null
}

export interface Founding {
  readonly phase: 'planning' | 'working' | 'stopped' | 'done'
  readonly lead: Made | null
  /** By the key of the plan. */
  readonly agents: Readonly<Record<string, Made>>
  /** Who could not be made, and why. */
  readonly problem: { readonly who: string; readonly text: string } | null
  /** Who is being made. */
  readonly now: string | null
}

const NOTHING: Founding = { phase: 'planning', lead: null, agents: {}, problem: null, now: null }

type Ports = Pick<typeof api & typeof agents, 'createLead' | 'createAgent'>

/**
 * Carries a plan out, one after the other. It stops where something fails, keeps what is there, and goes on from
 * there when it is asked again: nothing is made twice.
 */
export class Founder {
  readonly store: StoreApi<Founding> = createStore<Founding>(() => NOTHING)
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  async found(plan: CrewPlan): Promise<void> {
    if (this.store.getState().phase === 'working') return
    this.store.setState({ phase: 'working', problem: null })
    let who = 'The crew'
    try {
      const lead = this.store.getState().lead ?? (await this.#makeLead(plan))
      for (const planned of agentsOf(plan)) {
        if (Object.hasOwn(this.store.getState().agents, planned.key)) continue
        const { key, role, label, name, driver, cwd, instructions } = planned
        who = label
        this.store.setState({ now: label })
        const { agent, token } = await this.#ports.createAgent(lead.id, {
          role,
          driver,
          ...(name === null ? {} : { name }),
          ...(cwd === null ? {} : { cwd }),
          ...(instructions === '' ? {} : { instructions }),
        })
        const made = { id: agent.id, label, token: token ?? null }
        this.store.setState(({ agents }) => ({ agents: { ...agents, [key]: made } }))
      }
      this.store.setState({ phase: 'done', now: null })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      this.store.setState({ phase: 'stopped', now: null, problem: { who, text } })
    }
  }

  /** Forgets it all: the next crew is another one. */
  reset(): void {
    this.store.setState(NOTHING, true)
  }

  async #makeLead(plan: CrewPlan): Promise<Made> {
    this.store.setState({ now: 'the lead' })
    const result = driverOf(plan.driver)
    if (!result.ok) throw new Error(result.problem)
    const cwd = cwdOf(plan, plan.driver)
    const instructions = plan.instructions?.trim() ?? ''
    const { lead, token } = await this.#ports.createLead({
      name: plan.name.trim(),
      driver: result.driver,
      ...(plan.leadRole === undefined ? {} : { role: plan.leadRole }),
      ...(plan.task.trim() === '' ? {} : { task: plan.task.trim() }),
      ...(cwd === null ? {} : { cwd }),
      ...(instructions === '' ? {} : { instructions }),
    })
    const label = plan.leadRole === undefined ? 'Project Lead' : roleOf(plan.leadRole).name
    const made = { id: lead.id, label, token: token ?? null }
    this.store.setState({ lead: made })
    return made
  }
}
