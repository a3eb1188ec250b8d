import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { AgentFloor, please, posts, presetDriver } from '../harness/agent-floor'
import { runs } from '../harness/processes'
import { isLong, often } from '../harness/long'
import { patience } from '../../../shared/test/patience'

const UNFINISHED = '⟦⟦ GROUP_MESSAGE {"group":"ada","content":"half'
const MIB = 1024 * 1024
const KILLED = { exitIn: 'prompt', exitSignal: 'SIGKILL' }

test('FT1 an agent killed in mid-command has run what is whole, nothing of the rest, and goes on', async () => {
  await using floor = await AgentFloor.open()
  const whole = posts('ada', 'whole')
  await floor.agent('ada', { ...KILLED, chunks: [whole, UNFINISHED] }, { chunks: ['done'] })
  await floor.tell('ada', 'go')
  const prompt = await floor.programs.prompt('ada', 2)
  expect(prompt).toContain(TEXT.crashed)
  expect(prompt).not.toContain(': go')
  // It is not left in the belief that it has said the other half.
  expect(prompt).toContain('GROUP_MESSAGE refused')
  await floor.settled('ada')
  expect(floor.contents()).toEqual(['whole'])
  expect(floor.programs.starts('ada')).toHaveLength(2)
  expect(floor.processes()).toHaveLength(1)
})

test('FT35 an agent killed in mid-turn whose conversation is lost is given the items of that turn again', async () => {
  await using floor = await AgentFloor.open()
  const whole = posts('ada', 'whole')
  const loadSession = false
  await floor.agent(
    'ada',
    { ...KILLED, chunks: [whole], loadSession },
    { chunks: ['done'], loadSession },
  )
  await floor.tell('ada', 'go')
  const prompt = await floor.programs.prompt('ada', 2)
  expect(prompt).toContain(TEXT.lost)
  expect(prompt).toContain(TEXT.crashed)
  await floor.settled('ada')
  expect(floor.programs.repeats('ada', ': go')).toEqual([false, true])
  await floor.tell('ada', 'and now?')
  await floor.settled('ada')
  expect(floor.programs.repeats('ada', ': go'), 'it is done').toEqual([false, true])
  expect(floor.contents()).toEqual(['whole'])
})

test.skipIf(!isLong)(
  'FT35 the same when the server is killed, and the session is lost with it',
  async () => {
    await using floor = await AgentFloor.open()
    await floor.agent(
      'ada',
      { chunks: ['well'], hang: 'prompt', loadError: true },
      { loadError: true },
    )
    await floor.tell('ada', 'go')
    await floor.until('it works', () => floor.seen('ada'))
    await floor.restart()
    const prompt = await floor.programs.prompt('ada', 2)
    expect(prompt).toContain(TEXT.lost)
    expect(prompt).toContain(TEXT.restart)
    await floor.settled('ada')
    expect(floor.programs.repeats('ada', ': go')).toEqual([false, true])
  },
)

test('FT36 a program that forgets the turn in which it was killed is given its items again, in the same conversation', async () => {
  await using floor = await AgentFloor.open()
  const plan = [{ ...KILLED, chunks: ['well'] }, { chunks: ['done'] }]
  await floor.add('ada', presetDriver(floor.folder, 'ada', 'cline', plan))
  await floor.tell('ada', 'go')
  const prompt = await floor.programs.prompt('ada', 2)
  expect(prompt).not.toContain(TEXT.lost)
  expect(prompt).toContain(TEXT.crashed)
  await floor.settled('ada')
  expect(floor.programs.repeats('ada', ': go')).toEqual([false, true])
})

test('FT2 a pipe killed in mid-command has run what is whole, nothing of the rest, and is told', async () => {
  await using floor = await AgentFloor.open()
  const file = path.join(floor.folder, 'pipe.cjs')
  const heard = path.join(floor.folder, 'heard')
  writeFileSync(
    file,
    `const fs = require('node:fs')
     const again = fs.existsSync(process.argv[2])
     process.stdin.on('data', (text) => {
       fs.appendFileSync(process.argv[2], text)
       if (again || !String(text).includes(': go')) return
       fs.writeSync(1, ${JSON.stringify(posts('ada', 'whole') + UNFINISHED)})
       process.kill(process.pid, 'SIGKILL')
     })
     setInterval(() => {}, 1000)`,
  )
  await floor.add('ada', { kind: 'pipe', command: process.execPath, args: [file, heard] })
  await floor.tell('ada', 'go')
  const text = () => (existsSync(heard) ? readFileSync(heard, 'utf8') : '')
  await floor.until('it is told', () => text().includes('GROUP_MESSAGE refused'))
  expect(text().match(/: go$/gm)).toHaveLength(1)
  expect(floor.contents()).toEqual(['whole'])
})

test('FT3 an agent that hangs at the start is started again once, and then has failed', async () => {
  const hang = { hang: 'initialize', ignoreEnd: true }
  await using floor = await AgentFloor.open({
    acpStartMs: HANGS_MS,
    restartLimit: 2,
    stopGraceMs: 50,
  })
  await floor.agent('ada', hang, hang, { echo: true })
  await floor.leadSays('⟦⟦ DELEGATE {"to":"ada","task":"work hard"} ⟧⟧\n')
  const { presence, onPresence } = floor.server.app.core
  const announced: string[] = []
  onPresence((id) => {
    const { restart } = presence.get(id)
    if (restart)
      announced.push(`${restart.attempt} of ${restart.limit}, in ${restart.at - Date.now()} ms`)
  })
  await floor.until('a start is announced', () => presence.get(floor.id('ada')).restart !== null)
  const waiting = await floor.view('ada')
  expect(waiting['why']).toMatchObject({ code: expect.toBeOneOf(['restarting', 'starting']) })
  await floor.until('it has failed', () => floor.record('ada').ended === 'failed')
  const starts = floor.programs.starts('ada')
  expect(starts).toHaveLength(2)
  console.log(`announced before each start: ${announced.join('; ')}`)
  expect(announced.map((line) => line.split(',')[0])).toEqual(['1 of 1'])
  expect(floor.processes()).toEqual([])

  const reason = `The agent did not answer "initialize" within ${HANGS_MS} ms. (restarted once)`
  expect(floor.record('ada').endedReason).toBe(reason)
  expect((await floor.view('ada'))['why']).toMatchObject({
    code: 'ended',
    text: `failed: ${reason}`,
  })
  const route = `/api/agents/${floor.leadId}/inbox?limit=200`
  const inbox = await floor.server.call('GET', route, undefined, { token: floor.leadToken })
  const reports = (inbox.body['deliveries'] as { kind: string; text: string }[]).filter(
    ({ kind }) => kind === 'report',
  )
  expect(reports.map(({ text }) => text)).toEqual([expect.stringContaining(`failed: ${reason}`)])
  const needs = async () =>
    (await floor.server.call('GET', `/api/lead/${floor.leadId}/needs`)).body['needs'] as object[]
  expect(await needs()).toMatchObject([{ kind: 'failed', agentId: floor.id('ada'), text: reason }])
  const tasks = await floor.server.call('GET', `/api/lead/${floor.leadId}/tasks?status=failed`)
  expect(tasks.body['tasks']).toHaveLength(1)

  // A slow machine may take longer than this for what works, too.
  await floor.restart({ acpStartMs: 20_000 })
  await floor.act('ada', 'resume')
  await floor.programs.prompt('ada', 1)
  await floor.settled('ada')
  expect(await needs()).toEqual([])
  expect(floor.record('ada').ended).toBeNull()
  // What it was owed all the time has arrived, once.
  expect(floor.programs.repeats('ada', 'work hard')).toEqual([false])
})

test('FT32 a program that was ready once is started again as often as is configured, also after a restart of the server', async () => {
  await using floor = await AgentFloor.open({ restartLimit: 2, restartPauseMs: 10 })
  const crash = { exitIn: 'initialize', exitCode: 3 }
  const stderr =
    'reading the settings\nError: no such model\n    at main.js:3:1\n\nNode.js v22.0.0\n'
  const bad = { ...crash, stderr }
  await floor.agent('ada', bad, bad, { chunks: ['well'], exitAfterPrompt: true }, bad, bad, bad)
  await floor.agent('ben', { initializeError: { code: -32_601, message: 'Method not found' } })
  const ended = (name: string) => floor.record(name).endedReason
  const failed = async (name: string) =>
    floor.until(`${name} has failed`, () => floor.record(name).ended === 'failed')
  await failed('ada')
  expect(floor.programs.starts('ada')).toHaveLength(2)
  expect(ended('ada')).toBe(
    'Its program ended with exit code 3: Error: no such model (restarted once)',
  )
  await failed('ben')
  expect(ended('ben')).toBe(
    'The program does not speak the Agent Client Protocol. It does not know "initialize": Method not found (restarted once)',
  )
  await floor.act('ada', 'resume')
  await floor.tell('ada', 'go')
  await floor.programs.prompt('ada', 1)
  await floor.until('it was ready', () => floor.isSettled('ada'))
  await floor.restart()
  await floor.tell('ada', 'go on')
  await failed('ada')
  expect(floor.programs.starts('ada')).toHaveLength(6)
  expect(ended('ada')).toContain('(restarted 2 times)')
})

/** A program that hangs is waited for as long. */
const HANGS_MS = often(300, 1_000)
const CODES = often([3], [0, 3])
const FLOOD_MIB = often(4, 100)

test(
  'FT4 many megabytes in an open command leave the memory small and others alone, and a command after them runs',
  async () => {
    await using floor = await AgentFloor.open()
    const after = posts('ada', 'after')
    const gate = path.join(floor.folder, 'gate')
    const flood = {
      chunks: [UNFINISHED],
      outputBytes: FLOOD_MIB * MIB,
      // The other agent has answered before the command is closed, however quickly the flood is read.
      lastly: [{ awaits: gate }, `"} ⟧⟧\n${after}`],
    }
    await floor.agent('ada', { ...flood, exitAfterPrompt: true }, { chunks: ['done'] })
    await floor.agent('ben', {})
    await floor.until('both run', () => floor.processes().length === 2)
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
    const began = Date.now()
    await floor.tell('ada', 'go')
    await floor.until('it talks', () => floor.seen('ada'))
    const asked = Date.now()
    await floor.tell('ben', 'are you there?')
    await floor.settled('ben')
    const answered = Date.now() - asked
    expect(floor.contents()).toEqual([])
    writeFileSync(gate, '')
    await floor.until(
      'the command behind it ran',
      () => floor.contents().includes('after'),
      100_000,
    )
    const took = Date.now() - began
    clearInterval(watch)
    await floor.settled('ada')
    const mb = (value: number) => Math.round(value / MIB)
    console.log(
      `${FLOOD_MIB} MB of output in ${took} ms, meanwhile another agent's turn in ${answered} ms; ` +
        `RSS ${mb(before)} MB before, ${mb(most)} MB at most, ${mb(process.memoryUsage().rss)} MB after`,
    )
    expect(mb(most - before)).toBeLessThan(250)
    expect(floor.contents()).toEqual(['after'])
    // It is told that the open command was none, and why.
    expect(floor.programs.repeats('ada', 'GROUP_MESSAGE refused')).not.toEqual([])
  },
  patience(150_000),
)

test('FT5 bytes that are no UTF-8 stay where they are, and all around them works', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { echo: 'live', invalidUtf8: true })
  await floor.tell('ada', please('ada', 'before'))
  await floor.settled('ada')
  await floor.tell('ada', please('ada', 'behind'))
  await floor.settled('ada')
  expect(floor.contents()).toEqual(['before', 'behind'])
  const said = await floor.server.call('GET', `/api/agents/${floor.id('ada')}/rollout?limit=200`)
  expect(JSON.stringify(said.body)).toContain('caf\uFFFD')

  const file = path.join(floor.folder, 'pipe.cjs')
  const command = posts('ben', 'caf@ is open').trim()
  writeFileSync(
    file,
    `const bad = Buffer.from(${JSON.stringify(`${command}\n`)})
     bad[bad.indexOf('@')] = 0xe9
     const next = Buffer.from(${JSON.stringify(posts('ben', 'next'))})
     const open = Buffer.from([0xff, 0xe2, 0x9f, 10])
     process.stdin.once('data', () => process.stdout.write(Buffer.concat([open, bad, next])))
     setInterval(() => {}, 1000)`,
  )
  await floor.add('ben', { kind: 'pipe', command: process.execPath, args: [file] })
  await floor.tell('ben', 'go')
  await floor.until('all is said', () => floor.contents().includes('next'))
  expect(floor.contents().slice(2)).toEqual(['caf\uFFFD is open', 'next'])
})

test('FT6 after an exit between prompt and answer, what was not seen comes again and what was is continued', async () => {
  await using floor = await AgentFloor.open()
  const menu = { update: { sessionUpdate: 'available_commands_update', availableCommands: [] } }
  for (const code of CODES) {
    const exit = { exitIn: 'prompt', exitCode: code }
    // No sign of work at all before it ends, or none that is one; and one.
    await floor.agent(`none-${code}`, { ...exit, chunks: [] }, { echo: 'live' })
    await floor.agent(`menu-${code}`, { ...exit, chunks: [menu] }, { echo: 'live' })
    await floor.agent(`seen-${code}`, { ...exit, chunks: ['on it'] }, { echo: 'live' })
    for (const kind of ['none', 'menu', 'seen']) {
      await floor.tell(`${kind}-${code}`, please(`${kind}-${code}`, `${kind} ${code} did it`))
    }
  }
  for (const code of CODES) {
    for (const name of [`none-${code}`, `menu-${code}`]) {
      const again = await floor.programs.prompt(name, 2)
      expect(again).not.toContain(TEXT.crashed)
      await floor.settled(name)
      expect(floor.programs.repeats(name, 'did it')).toEqual([false, true])
      expect(floor.programs.starts(name)).toHaveLength(2)
    }
    const goesOn = await floor.programs.prompt(`seen-${code}`, 2)
    expect(goesOn).toContain(TEXT.crashed)
    await floor.settled(`seen-${code}`)
    expect(floor.programs.repeats(`seen-${code}`, 'did it')).toEqual([false])
    expect(floor.programs.starts(`seen-${code}`)).toHaveLength(2)
  }
  const done = ['menu', 'none'].flatMap((kind) => CODES.map((code) => `${kind} ${code} did it`))
  expect(floor.contents().toSorted()).toEqual(done)
})

test('FT7, FT34 a cancel that is never answered ends the program, and the interrupt is what the next one reads first', async () => {
  await using floor = await AgentFloor.open({ acpCancelMs: 200 })
  const deaf = { hang: 'prompt', noCancel: true }
  await floor.agent('seen', { ...deaf, chunks: ['on it'] }, { echo: 'live' })
  await floor.agent('unseen', { ...deaf, chunks: [] }, { echo: 'live' })
  for (const name of ['seen', 'unseen']) {
    await floor.tell(name, 'a long work')
    await floor.programs.prompt(name, 1)
  }
  await floor.until('it works', () => floor.seen('seen'))
  for (const name of ['seen', 'unseen']) {
    await floor.tell(name, 'and then this')
    await floor.act(name, 'interrupt', { content: 'no, stop' })
  }
  for (const name of ['seen', 'unseen']) {
    const prompt = await floor.programs.prompt(name, 2)
    expect(prompt).toMatch(
      /^\[PRIORITY — Interrupt from .*\]: no, stop\n\[System\] This interrupt cancelled what you were doing: /,
    )
    expect(prompt).toContain(': and then this')
    await floor.settled(name)
    const [first, second] = floor.programs.pids(name)
    expect([first, second].map((pid) => runs(pid ?? 0))).toEqual([false, true])
  }
  // It was stopped in this on purpose; the other has never begun with it.
  expect(floor.programs.repeats('seen', 'a long work')).toEqual([false])
  expect(await floor.programs.prompt('seen', 2)).not.toContain('Continue')
  expect(floor.programs.repeats('unseen', 'a long work')).toEqual([false, true])
  for (const name of ['seen', 'unseen']) {
    expect(floor.programs.repeats(name, 'and then this')).toEqual([false])
  }
})

test('FT8 what an agent started in a session of its own ends with it: terminated, crashed, given up', async () => {
  await using floor = await AgentFloor.open({ acpCancelMs: 200 })
  const deaf = { grandchild: 'ignoresTerm' }
  const stuck = { chunks: ['on it'], hang: 'prompt', noCancel: true, ignoreEnd: true }
  await floor.agent('ended', deaf)
  await floor.agent('crashed', { ...deaf, ...KILLED }, {})
  await floor.agent('stuck', { ...deaf, ...stuck }, {})
  const names = ['ended', 'crashed', 'stuck']
  const first = (name: string) => [
    floor.programs.pids(name)[0] ?? 0,
    floor.programs.pids(name, 'grandchild')[0] ?? 0,
  ]
  await floor.until('all have children', () => names.every((name) => first(name).every(runs)))
  expect(floor.processes()).toHaveLength(6)
  await floor.act('ended', 'terminate')
  await floor.tell('crashed', 'go')
  await floor.tell('stuck', 'go')
  await floor.until('it works', () => floor.seen('stuck'))
  await floor.act('stuck', 'interrupt')
  for (const name of names) {
    await floor.until(`nothing of ${name} is left`, () => !first(name).some(runs))
  }
  await floor.programs.prompt('crashed', 2)
  await floor.programs.prompt('stuck', 2)
  // One process each of the two that go on, and nothing else anywhere.
  expect(floor.processes()).toHaveLength(2)
})

test('FT9, FT33 the history that a resumed session replays runs nothing again', async () => {
  await using floor = await AgentFloor.open()
  const history = [posts('ada', 'said once'), posts('ada', 'said by nobody'), UNFINISHED]
  const before = { loadSession: true, echo: 'live' }
  await floor.agent('ada', before, { ...before, history })
  await floor.agent('ben', before, { loadError: true, history, echo: 'live' })
  await floor.tell('ada', please('ada', 'said once'))
  await floor.tell('ben', 'hello')
  await floor.settled('ada', 'ben')
  await floor.restart()
  for (const name of ['ada', 'ben']) await floor.tell(name, please(name, `${name} again`))
  await floor.settled('ada', 'ben')
  expect(floor.programs.asked('ada', 'session/load')).toBe(1)
  expect(floor.programs.asked('ada', 'session/new')).toBe(1)
  expect(floor.programs.asked('ben', 'session/load')).toBe(1)
  expect(floor.programs.asked('ben', 'session/new')).toBe(2)
  expect(floor.contents().toSorted()).toEqual(['ada again', 'ben again', 'said once'])
  const isToldThatItForgot = (name: string) =>
    floor.programs.prompts(name).map((prompt) => prompt.includes(TEXT.lost))
  expect(isToldThatItForgot('ada')).toEqual([false, false])
  expect(isToldThatItForgot('ben')).toEqual([false, true])
})

test('FT30 what a program replays after it said that its session is loaded runs nothing, and is noted', async () => {
  await using floor = await AgentFloor.open()
  const done = '⟦⟦ COMPLETE_TASK {"summary":"done"} ⟧⟧\n'
  const history = [posts('ada', 'said once'), done, UNFINISHED]
  const replayAfterLoad = { startMs: 50, everyMs: 20 }
  const first = { loadSession: true, echo: 'live' }
  await floor.agent('ada', first, { ...first, history, replayAfterLoad })
  await floor.tell('ada', please('ada', 'said once'))
  await floor.settled('ada')
  await floor.restart()
  await floor.tell('ada', please('ada', 'said again'))
  await floor.settled('ada')
  expect(floor.programs.asked('ada', 'session/load')).toBe(1)
  expect(floor.programs.asked('ada', 'session/new')).toBe(1)
  expect(floor.contents()).toEqual(['said once', 'said again'])
  expect(floor.record('ada').ended).toBeNull()
  const notes = (await floor.recorded('ada')).filter(({ data }) => data?.['unasked'] === true)
  expect(notes.map(({ kind, turnId }) => [kind, turnId])).toEqual(notes.map(() => ['note', null]))
  expect(notes.map(({ text }) => text).join('')).toBe(history.join(''))
})

test('FT31 what comes after the end of a turn, cancelled or not, runs nothing, and is no part of the next', async () => {
  await using floor = await AgentFloor.open()
  const go = path.join(floor.folder, 'go')
  const late = { after: [{ awaits: go }, posts('ada', 'too late'), UNFINISHED] }
  const stop = path.join(floor.folder, 'stop')
  await floor.agent('ada', { chunks: ['well', { awaits: stop }], ...late })
  await floor.agent('ben', { echo: 'live', after: [{ awaits: go }, posts('ben', 'too late')] })
  await floor.tell('ada', 'hello')
  await floor.tell('ben', 'hello')
  await floor.until('it works', () => floor.seen('ada'))
  await floor.act('ada', 'interrupt')
  await floor.programs.prompt('ada', 2)
  writeFileSync(stop, '')
  await floor.settled('ada', 'ben')
  writeFileSync(go, '')
  const noted = async (name: string) =>
    (await floor.recorded(name)).some(({ text }) => text?.includes('too late'))
  for (const name of ['ada', 'ben']) {
    await expect.poll(() => noted(name)).toBe(true)
  }
  rmSync(go)
  await floor.tell('ben', please('ben', 'in time'))
  await floor.settled('ben')
  expect(floor.contents()).toEqual(['in time'])
})

test('FT10 an agent that reads its input no more delays nobody, and ends when it is to', async () => {
  await using floor = await AgentFloor.open({ stopGraceMs: 200 })
  await floor.agent('ada', { stuckStdin: true }, { echo: true })
  await floor.agent('eve', { stuckStdin: true })
  await floor.agent('ben', { echo: 'live' })
  await floor.group('room', ['ada', 'eve', 'ben'])
  // More than any pipe holds.
  const large = '✓'.repeat(50_000)
  await floor.tell('ada', large)
  await floor.tell('eve', large)
  const { presence } = floor.server.app.core
  await floor.until('both are given it', () =>
    ['ada', 'eve'].every((name) => presence.get(floor.id(name)).status === 'working'),
  )
  await floor.post('room', please('ben', 'not delayed'))
  await floor.until('the other is heard', () => floor.contents().includes('not delayed'))
  const [eve] = floor.programs.pids('eve')
  await floor.act('eve', 'terminate')
  await floor.until('it is ended', () => !runs(eve ?? 0))
  const [ada] = floor.programs.pids('ada')
  const began = Date.now()
  await floor.restart()
  console.log(`restarted with a stuck agent in ${Date.now() - began} ms`)
  expect(runs(ada ?? 0)).toBe(false)
  await floor.programs.prompt('ada', 1)
  await floor.settled('ada')
  expect(floor.programs.repeats('ada', large)).toEqual([true])
  expect(floor.programs.repeats('ada', 'not delayed')).toEqual([false])
  expect(floor.contents().filter((content) => content === 'not delayed')).toHaveLength(1)
})
