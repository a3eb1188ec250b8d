import type { Config } from './config'
import type { Core } from './core'
import { LOADED_LATER } from './loaded-later'
import { childOf, type createLogger } from './logger'
import { AgentManager } from './programs/agent-manager'
import { hostOf } from './programs/model/open-address'
import type { ProgramRunPorts } from './programs/program-run'
import { realPrograms } from './programs/real-programs'

/** A program that ran for this long without a crash has recovered from those before. */
const STEADY_MS = 60_000

/** Wires what starts and feeds the programs of agents; `tools`: where they get tools, if the configuration wants that. */
export function runPrograms(
  core: Core,
  config: Config,
  logger: ReturnType<typeof createLogger>,
  tools: NonNullable<ProgramRunPorts['tools']>,
): AgentManager {
  return new AgentManager(
    {
      ...core,
      programs: realPrograms(LOADED_LATER.acp),
      logger: childOf(logger, 'agents'),
      graceMs: config.stopGraceMs,
      acpStartMs: config.acpStartMs,
      acpCancelMs: config.acpCancelMs,
      prices: config.prices,
      sleep: {
        idleMs: config.idleStopMinutes * 60_000,
        completedMs: config.completedStopMinutes * 60_000,
      },
      permissionMs: config.permissionMinutes === 0 ? null : config.permissionMinutes * 60_000,
      heads: core.shard.heads(),
      tools: config.agentTools ? tools : null,
      model: LOADED_LATER.model,
      modelHosts: new Set(
        Object.values(config.drivers).flatMap((driver) =>
          driver.kind === 'model' ? [hostOf(driver.baseUrl)] : [],
        ),
      ),
      environment: process.env,
    },
    core.signals,
    { limit: config.restartLimit, pauseMs: config.restartPauseMs, steadyMs: STEADY_MS },
  )
}
