import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseScript, type Step, withIds } from './script'

/**
 * A sample agent: any program could be in its place. It reads what it is handed on stdin, writes its output with
 * commands in it to stdout, and follows a script file. Usage: agent.js <script.yaml> <crew.json>
 */
const [scriptFile, crewFile] = process.argv.slice(2)
if (!scriptFile || !crewFile) {
  process.stderr.write('usage: agent.js <script.yaml> <crew.json>\n')
  process.exit(2)
}

const lines: string[] = []
let arrived: () => void = () => {}
const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  lines.push(line)
  arrived()
})
// The server went away: so does the agent.
input.on('close', () => process.exit(0))

/** Returns when a line that holds the text has come in, now or earlier. */
async function waitFor(text: string): Promise<void> {
  while (!lines.some((line) => line.includes(text))) {
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
  }
}

/** Ids of the crew by name; the file appears when everyone was created. */
async function crewIds(file: string): Promise<Record<string, string>> {
  while (!existsSync(file)) await sleep(20)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

function write(bytes: Buffer): Promise<void> {
  return new Promise((resolve) => process.stdout.write(bytes, () => resolve()))
}

async function play(step: Step, file: string): Promise<void> {
  if ('wait' in step) return waitFor(step.wait)
  if ('pause' in step) {
    await sleep(step.pause)
    return
  }
  const text = step.say.includes('{{') ? withIds(step.say, await crewIds(file)) : step.say
  const bytes = Buffer.from(text)
  const size = step.pieces ?? bytes.length
  for (let at = 0; at < bytes.length; at += size) {
    await write(bytes.subarray(at, at + size))
    if (step.gap) await sleep(step.gap)
  }
}

for (const step of parseScript(readFileSync(scriptFile, 'utf8'))) await play(step, crewFile)
// Done, but still a member: it stays until its input ends.
