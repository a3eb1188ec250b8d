import { createInterface } from 'node:readline'
import { CrewFolder } from './crew-folder'
import { Pace } from './pace'
import { answerTo, asksPerson, personSaid } from './person-said'
import { type Answer, type Asked, readScript, type Step } from './script'

/**
 * A sample agent: any program could be in its place. It reads what it is handed on stdin, writes its output with
 * commands in it to stdout, and follows a script file. A later program goes on where an earlier one was.
 * Usage: agent.js <script.yaml> <crew folder> <name> [pace]
 */
const [scriptFile, folder, name, factor = '0'] = process.argv.slice(2)
if (!scriptFile || !folder || !name) {
  process.stderr.write('usage: agent.js <script.yaml> <crew folder> <name> [pace]\n')
  process.exit(2)
}

const crew = new CrewFolder(folder)
const pace = new Pace(Number(factor))
const notes = crew.notesOf(name)
const lines = notes.lines()
const last = notes.only('played').at(-1)
/** How many words of the person were answered, or came before they were asked. */
let answered = last?.words ?? 0
/** Lines up to here were looked through for questions: one that an earlier program has not answered comes again. */
let looked = lines.length
let arrived: () => void = () => {}
const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  notes.add({ kind: 'line', text: line })
  lines.push(line)
  arrived()
})
// The server went away: so does the agent.
input.on('close', () => process.exit(0))

/** Returns when what is looked for has come in, now or earlier. */
async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
  }
}

function write(bytes: Buffer): Promise<void> {
  return new Promise((resolve) => process.stdout.write(bytes, () => resolve()))
}

async function say(text: string, pieces?: number, gap = 0): Promise<void> {
  if (asksPerson(text)) answered = personSaid(lines).length
  const bytes = Buffer.from(await crew.named(text))
  const speech = pace.speech(bytes.length, pieces, gap)
  for (let at = 0; at < bytes.length; at += speech.size) {
    await write(bytes.subarray(at, at + speech.size))
    await pace.wait(speech.gap)
  }
}

async function reply(answers: readonly Answer[]): Promise<void> {
  for (;;) {
    const said = await until(() => personSaid(lines)[answered])
    answered++
    await pace.reading()
    const answer = answerTo(said, answers)
    if (answer) await say(answer.say)
    if (answer && !answer.again) return
  }
}

async function answerAll({ asked, answers, over }: Asked): Promise<void> {
  const isOver = () => lines.some((line) => line.includes(over))
  let given = notes.only('asked').length
  for (;;) {
    const question = await until(() => {
      if (isOver()) return null
      const at = lines.findIndex((line, place) => place >= looked && line.includes(asked))
      if (at === -1) return undefined
      looked = at + 1
      return lines[at]
    })
    if (question === null) return
    await pace.reading()
    if (isOver()) return
    notes.add({ kind: 'asked', text: question })
    await say(answers[Math.min(given, answers.length - 1)] ?? '')
    given++
  }
}

async function play(step: Step): Promise<void> {
  if ('wait' in step) {
    const wanted = await crew.named(step.wait)
    await until(() => lines.find((line) => line.includes(wanted)))
    return pace.reading()
  }
  if ('pause' in step) return pace.pause(step.pause)
  if ('reply' in step) return reply(step.reply)
  if ('asked' in step) return answerAll(step)
  if (!('say' in step) || step.endless) {
    throw new Error(`only an agent that speaks ACP can do this: ${JSON.stringify(step)}`)
  }
  return say(step.say, step.pieces, step.gap)
}

const script = readScript(scriptFile)
for (let position = last?.position ?? 0; position < script.length; position++) {
  const step = script[position]
  if (step) await play(step)
  notes.add({ kind: 'played', position: position + 1, words: answered })
}
// Done, but still a member: it stays until its input ends.
