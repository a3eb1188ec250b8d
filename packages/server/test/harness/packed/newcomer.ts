import { spawn } from 'node:child_process'
import { outside, pathWith, type Runtime } from './runtime'
import { patience } from '../../../../shared/test/patience'

const WITHIN_MS = patience(120_000)

/** The lines of the README's `sh` blocks, a block each. */
function blocksOf(readme: string): readonly string[] {
  return Array.from(readme.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block)
}

interface Followed {
  /** What the last block printed. */
  readonly said: string
  readonly seconds: { readonly install: number; readonly start: number; readonly talk: number }
}

/** Types what the README says, in an empty folder; the packed file is elsewhere. */
export async function followReadme(
  runtime: Runtime,
  readme: string,
  file: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Followed> {
  const [begin = '', ...rest] = blocksOf(readme)
  const [install = '', start = ''] = begin.trim().split('\n')
  const env = {
    ...outside(),
    PATH: pathWith(runtime.bin),
    CREWROOM_PORT: '0',
    ...environment,
  }
  const options = { cwd: folder, env }
  const began = performance.now()
  await bash(install.replace(/ \S+\.tgz$/, ` --no-audit --no-fund ${file}`), options)
  const isInstalled = performance.now()
  const server = spawn('bash', ['-c', `exec ${start}`], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  try {
    await new Promise<void>((resolve, reject) => {
      let out = ''
      const take = (chunk: Buffer) => {
        out += chunk.toString()
        if (out.includes('is running at')) resolve()
      }
      server.stdout.on('data', take)
      server.stderr.on('data', take)
      server.once('close', () => reject(new Error(`the server ended: ${out}`)))
    })
    const isStarted = performance.now()
    // A machine may be busy: what the README gives two seconds gets more of them.
    const said = await bash(rest.join('\n').replaceAll(/\bsleep 2\b/g, 'sleep 6'), options)
    const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10
    return {
      said,
      seconds: {
        install: seconds(began, isInstalled),
        start: seconds(isInstalled, isStarted),
        talk: seconds(isStarted, performance.now()),
      },
    }
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    await ended
  }
}

function bash(
  script: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      clearTimeout(late)
      if (code === 0) resolve(out)
      else reject(new Error(`ended with ${code}:\n${script}\n${out}\n${errors}`))
    })
  })
}
