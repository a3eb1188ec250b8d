import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { CrewFolder } from './crew-folder'
import { readScript, type Step } from './script'

/**
 * A sample agent: any program could be in its place. It reads what it is handed on stdin, writes its output with
 * commands in it to stdout, and follows a script file. Usage: agent.js <script.yaml> <crew folder> <name>
 */
const [scriptFile, folder, name] = process.argv.slice(2)
if (!scriptFile || !folder || !name) {
  process.stderr.write('usage: agent.js <script.yaml> <crew folder> <name>\n')
  process.exit(2)
}

const crew = new CrewFolder(folder)
const notes = crew.notesOf(name)
const lines: string[] = []
let arrived: () => void = () => {}
const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  notes.add({ kind: 'line', text: line })
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

function write(bytes: Buffer): Promise<void> {
  return new Promise((resolve) => process.stdout.write(bytes, () => resolve()))
}

async function play(step: Step): Promise<void> {
  if ('wait' in step) return waitFor(await crew.named(step.wait))
  if ('pause' in step) {
    await sleep(step.pause)
    return
  }
  if (!('say' in step) || step.endless) {
    throw new Error(`only an agent that speaks ACP can do this: ${JSON.stringify(step)}`)
  }
  const bytes = Buffer.from(await crew.named(step.say))
  const size = step.pieces ?? bytes.length
  for (let at = 0; at < bytes.length; at += size) {
    await write(bytes.subarray(at, at + size))
    if (step.gap) await sleep(step.gap)
  }
}

for (const step of readScript(scriptFile)) await play(step)
// Done, but still a member: it stays until its input ends.
