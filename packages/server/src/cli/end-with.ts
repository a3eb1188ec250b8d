import type { Command } from 'commander'
import { StartFailed, StartRefused } from '../start-refused'
import { failureIn, installationSentence, isInstallation } from '../storage-failure'

/** What a command was asked cannot be done; asked otherwise it may. */
const EXIT_REFUSED = 1
/** sysexits: the process could not go on for a reason of its surroundings. */
export const EXIT_FAILED = 70

interface End {
  readonly code: number
  readonly text: string
}

/** Runs what the arguments ask for; one that throws ends this process in a sentence. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    const { code, text } = endOf(error, process.env['CREWROOM_LOG_LEVEL'] === 'debug')
    process.stderr.write(`${text}\n`)
    process.exit(code)
  }
}

/** How a command ends that threw: in a sentence, whatever it was. Where it happened is shown on request. */
export function endOf(error: unknown, isDebugged: boolean): End {
  const trace = isDebugged && error instanceof Error ? `\n${traceOf(error)}` : ''
  if (error instanceof StartRefused) return { code: EXIT_REFUSED, text: error.message }
  return { code: EXIT_FAILED, text: `${sentenceOf(error)}${trace}` }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartFailed) return error.message
  const failure = failureIn(error)
  if (isInstallation(failure)) return installationSentence(failure)
  const [line = ''] = failure.message.split('\n')
  return `Crewroom failed: ${line}. CREWROOM_LOG_LEVEL=debug shows where.`
}

function traceOf({ stack, cause }: Error): string {
  return cause instanceof Error ? `${stack}\nbecause of ${cause.stack}` : `${stack}`
}
