import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const PACKAGING = fileURLToPath(new URL('../../../../packaging', import.meta.url))
const container = readFileSync(path.join(PACKAGING, 'Containerfile'), 'utf8')

/** Instruction and argument of each line, with continued lines joined. */
const instructions = container
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({
    name: line.split(' ', 1)[0] ?? '',
    argument: line.slice(line.indexOf(' ') + 1),
  }))
const last = (name: string) => instructions.findLast((one) => one.name === name)?.argument ?? ''

function ended(command: readonly string[], environment: Record<string, string>): Promise<number> {
  const [program = '', ...args] = command
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    env: environment,
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? -1)))
}

describe('PK12 the container file', () => {
  test('its health check succeeds as long as the server answers', async () => {
    const json = /CMD (\[.*\])$/.exec(last('HEALTHCHECK'))?.[1] ?? ''
    const command = JSON.parse(json) as string[]
    const server = await TestServer.start()
    const environment = { CREWROOM_PORT: new URL(server.app.url).port }
    expect(await ended(command, environment)).toBe(0)
    await server[Symbol.asyncDispose]()
    expect(await ended(command, environment)).toBe(1)
  })

  test('it runs without rights, on a volume, and says so only with instructions that there are', () => {
    const known = 'FROM COPY RUN ENV VOLUME WORKDIR USER EXPOSE HEALTHCHECK CMD'.split(' ')
    expect(instructions.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
    expect(last('FROM')).toMatch(/^node:(22|24)/)
    expect(last('USER')).toBe('node')
    const names = instructions.map(({ name }) => name)
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.lastIndexOf('USER'))
    const home = /CREWROOM_HOME=(\S+)/.exec(last('ENV'))?.[1]
    expect(last('VOLUME')).toBe(home)
    expect(last('RUN')).toContain(`--owner=node --group=node --mode=0700 ${home}`)
    expect(/CREWROOM_PORT=(\S+)/.exec(last('ENV'))?.[1]).toBe(last('EXPOSE'))
    expect(JSON.parse(last('CMD'))).toEqual(['crewroom', 'start', '--no-open'])
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('PK13 the unit of systemd', () => {
  const unit = readFileSync(path.join(PACKAGING, 'crewroom.service'), 'utf8')

  test('it ends agents with the server, and starts again only what may succeed', () => {
    for (const line of [
      'KillMode=mixed',
      'Restart=on-failure',
      'RestartPreventExitStatus=1',
      'NoNewPrivileges=yes',
    ]) {
      expect(unit.split('\n')).toContain(line)
    }
    const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
    // The server stops within five seconds, and its agents before it.
    expect(stop).toBeGreaterThan(5)
  })

  test.skipIf(!hasSystemd)('systemd accepts it [needs systemd-analyze]', () => {
    using folder = tempFolder()
    const runtime = path.join(folder.path, 'runtime')
    mkdirSync(runtime, { mode: 0o700 })
    const file = path.join(folder.path, 'crewroom.service')
    copyFileSync(path.join(PACKAGING, 'crewroom.service'), file)
    const verified = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', file], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: runtime, HOME: folder.path },
    })
    expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: '' })
  })
})
