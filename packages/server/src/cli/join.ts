import { spawn } from 'node:child_process'
import {
  joinCommand,
  type Joining,
  JOINING_AGENTS,
  shellLine,
} from '@crewroom/shared/text/join-lines'
import { StartRefused } from '../start-refused'

export interface JoinOptions {
  readonly agent: Joining
  /** What `crewroom mcp` is given. */
  readonly args: readonly string[]
  /** This program, as it was started. */
  readonly script: string
  /** Runs the line instead of printing it. */
  readonly write: boolean
  readonly print: (line: string) => void
}

/**
 * Prints the line with which a coding agent joins, or has the coding agent keep it. This program is started again by its
 * file: a coding agent finds that from every folder, and by a name somebody else's program might be found.
 */
export async function join({ agent, args, script, write, print }: JoinOptions): Promise<void> {
  const command = joinCommand(agent, [process.execPath, script, 'mcp', ...args])
  if (!write) {
    print(shellLine(command))
    return
  }
  const { title } = JOINING_AGENTS[agent]
  const [program = agent, ...rest] = command
  const status = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, rest, { stdio: 'inherit' })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'ENOENT'
          ? `"${program}" is not on the PATH`
          : `it could not be started (${error.message})`
      reject(
        new StartRefused(
          `${title} was not changed: ${why}. Install it, or run this where it is: ${shellLine(command)}`,
        ),
      )
    })
    child.once('close', (code) => resolve(code))
  })
  if (status !== 0) {
    throw new StartRefused(
      `${title} refused the line (exit code ${status}). It was: ${shellLine(command)}`,
    )
  }
  print(
    `${title} has "crewroom" among its MCP servers now. Start it again, and ask it to call read_inbox.`,
  )
}
