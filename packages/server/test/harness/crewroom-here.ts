import { Command, CommanderError } from 'commander'
import { COMMANDS } from '../../src/cli/commands'
import { endOf } from '../../src/cli/end-with'
import type { Ended } from './crewroom'

const BUILT = new URL('../../dist/', import.meta.url)

const elsewhere = (): never => {
  throw new Error('a command that starts a server runs as its own process: harness/crewroom.ts')
}

const builtFile = (name: string) => new URL(name, BUILT)

/**
 * A command of the program from its arguments to its exit code, in this process: where a test is about what a command says
 * and does, and not about its process. One at a time; each command that a test file runs so runs there as a process, too.
 */
export async function crewroomHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const program = new Command('crewroom').showHelpAfterError().exitOverride()
  const around = { startServer: elsewhere, playDemo: elsewhere, builtFile }
  for (const add of COMMANDS) add(program, around)
  const printed = { stdout: '', stderr: '' }
  const before = { ...process.env }
  const writes = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name]
    const { write } = stream
    stream.write = (chunk: Uint8Array | string, ...rest: readonly unknown[]) => {
      printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      const done = rest.at(-1)
      if (typeof done === 'function') process.nextTick(done)
      return true
    }
    return () => (stream.write = write)
  })
  const listening = process.stdout.listeners('error')
  let code = 0
  try {
    Object.assign(process.env, environment)
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    const end =
      error instanceof CommanderError ? { code: error.exitCode, text: '' } : endOf(error, false)
    code = end.code
    if (end.text !== '') printed.stderr += `${end.text}\n`
  } finally {
    for (const restore of writes) restore()
    // What ends a command whose output is not read would end the tests.
    for (const one of process.stdout.listeners('error')) {
      if (!listening.includes(one)) process.stdout.off('error', one as () => void)
    }
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  return { code, out: printed.stdout, errors: printed.stderr }
}
