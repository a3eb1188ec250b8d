import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { completeTask } from '../../src/agents/tasks'
import { sendDirect } from '../../src/agents/direct-messages'
import { RestartPolicy } from '../../src/programs/restart-policy'
import type { By } from '../../src/crew/shard'
import { createGroup } from '../../src/groups/create-group'
import { AgentFloor, please } from '../harness/agent-floor'
import { BY_PERSON } from '../harness/test-crew'
import { runs } from '../harness/processes'
import { isLong, often } from '../harness/long'

test.skipIf(!isLong)(
  'FT14 a server that is stopped in mid-turn ends with all its programs, and its agents are as they were',
  async () => {
    // The default.
    await using floor = await AgentFloor.open({ stopGraceMs: 1_200, restartPauseMs: 60_000 })
    const deaf = { noCancel: true, ignoreEnd: true, ignoreTerm: true, grandchild: 'ignoresTerm' }
    const works = { hang: 'prompt', chunks: ['on it'] }
    await floor.agent('polite', works, { echo: true })
    await floor.agent('deaf', { ...works, ...deaf }, { echo: true })
    await floor.agent('unseen', { hang: 'prompt', chunks: [] }, { echo: true })
    await floor.agent('starts', { hang: 'initialize', ...deaf }, { echo: true })
    await floor.agent('crashed', { exitIn: 'start', exitCode: 3 }, { echo: true })
    const names = Object.keys(floor.ids)
    for (const name of names) await floor.tell(name, 'go')
    const { presence } = floor.server.app.core
    const facts = () =>
      floor.tables((database) => [
        database.prepare('select id, ended from agents order by id').all(),
        database.prepare("select type, data from journal where type like 'agent:%'").all(),
      ])
    await floor.until('all are where they should be', () => {
      const prompted = ['polite', 'deaf', 'unseen'].every((name) => floor.programs.prompts(name)[0])
      const seen = floor.seen('polite') && floor.seen('deaf')
      const hangs = floor.programs.asked('starts', 'initialize') === 1
      // Written when an agent has begun to work, after it was seen to.
      const sessions = (facts()[1] ?? []).filter(
        (fact) => (fact as { type: string }).type === 'agent:session',
      )
      return (
        prompted &&
        seen &&
        sessions.length === 2 &&
        hangs &&
        presence.get(floor.id('crashed')).restart !== null
      )
    })
    const before = facts()
    const began = Date.now()
    await floor.server.app.close()
    const took = Date.now() - began
    console.log(`stopped in mid-turn, with programs deaf to everything, in ${took} ms`)
    expect(floor.processes()).toEqual([])
    expect(facts()).toEqual(before)
    await floor.restart()
    for (const name of ['polite', 'deaf']) {
      expect(await floor.programs.prompt(name, 2)).toContain(TEXT.restart)
      expect(floor.programs.repeats(name, ': go')).toEqual([false])
    }
    await floor.programs.prompt('unseen', 2)
    expect(floor.programs.repeats('unseen', ': go')).toEqual([false, true])
    for (const name of ['starts', 'crashed']) {
      await floor.programs.prompt(name, 1)
      expect(floor.programs.repeats(name, ': go')).toEqual([false])
    }
    await floor.settled(...names)
  },
)

test('FT15 pauses before starting again double up to a limit, and a program that ran long enough begins anew', () => {
  const policy = new RestartPolicy({ limit: 8, pauseMs: 500, steadyMs: 60_000 })
  const pauses = Array.from({ length: 9 }, () => policy.crashed(10)?.pauseMs)
  const doubled = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
  expect(pauses).toEqual([...doubled, undefined])
  expect(policy.crashed(59_999)).toBeNull()
  expect(policy.crashed(60_000)).toMatchObject({ attempt: 1, pauseMs: 500 })
  expect(policy.crashed(0)).toMatchObject({ attempt: 2, pauseMs: 1_000 })
  policy.reset()
  expect(policy.crashed(0)).toMatchObject({ attempt: 1, pauseMs: 500 })
  expect(new RestartPolicy({ limit: 0, pauseMs: 1, steadyMs: 1 }).crashed(5)).toBeNull()
})

test('FT16 the program of an agent that has completed stays, and a message brings the agent back to it', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('ada', { echo: 'live' })
  await floor.leadSays('⟦⟦ DELEGATE {"to":"ada","task":"one thing"} ⟧⟧\n')
  await floor.settled('ada')
  await floor.tell('ada', 'Please:\nSAY ⟦⟦ COMPLETE_TASK {"summary":"it is done"} ⟧⟧')
  await floor.until('it has completed', () => floor.record('ada').ended === 'completed')
  await floor.settled('ada')
  const [pid] = floor.programs.pids('ada')
  expect(runs(pid ?? 0)).toBe(true)
  await floor.tell('ada', please('ada', 'back again'))
  await floor.settled('ada')
  expect(floor.record('ada').ended).toBeNull()
  expect(floor.contents()).toEqual(['back again'])
  expect(floor.programs.pids('ada')).toEqual([pid])
  expect(floor.programs.asked('ada', 'session/new')).toBe(1)
})

test('FT17 terminating ends the program, in mid-turn too, and resuming starts it again, at once too', async () => {
  await using floor = await AgentFloor.open({ stopGraceMs: 300 })
  const works = { hang: 'prompt', chunks: ['on it'], ignoreEnd: true, grandchild: true }
  await floor.agent('ada', works, { echo: 'live', ignoreEnd: true })
  await floor.tell('ada', 'go')
  await floor.until('it works', () => floor.seen('ada'))
  const before = floor.processes()
  expect(before).toHaveLength(2)
  await floor.act('ada', 'terminate', { reason: 'enough' })
  expect(floor.record('ada').ended).toBe('terminated')
  // While its program is still being ended.
  await floor.act('ada', 'resume')
  await floor.until('it is started again', () => floor.programs.starts('ada').length === 2)
  expect(before.filter(runs)).toEqual([])
  await floor.tell('ada', please('ada', 'back'))
  await floor.until('it is back', () => floor.contents().includes('back'))
  await floor.settled('ada')
  expect(floor.programs.repeats('ada', ': go')).toEqual([false])

  if (!isLong) return
  // Also when there is nothing for it to do.
  await floor.act('ada', 'terminate')
  await floor.act('ada', 'resume')
  await floor.until('it runs again', () => floor.programs.starts('ada').length === 3)
  await floor.act('ada', 'terminate')
  await floor.until('nothing runs', () => floor.processes().length === 0)
  await floor.act('ada', 'resume')
  await floor.until('it runs once more', () => floor.programs.starts('ada').length === 4)
  expect(floor.processes()).toHaveLength(1)
})

test('DF4 a program that waits to be started again waits no more once its agent was ended or removed, and starts at once when a person resumes it', async () => {
  await using floor = await AgentFloor.open({ restartPauseMs: 60_000 })
  const crash = { exitIn: 'start', exitCode: 3 }
  await floor.agent('ada', crash, { echo: true })
  await floor.agent('bea', crash)
  const { presence } = floor.server.app.core
  const waits = (name: string) => presence.get(floor.id(name)).restart !== null
  for (const name of ['ada', 'bea']) await floor.tell(name, 'go')
  await floor.until('both wait', () => waits('ada') && waits('bea'))
  await floor.act('ada', 'terminate')
  expect([waits('ada'), waits('bea')]).toEqual([false, true])
  await floor.act('ada', 'resume')
  await floor.until('it is started at once', () => floor.programs.starts('ada').length === 2)
  const { leadId, server } = floor
  const confirm = server.app.core.shard.crew(leadId).state.lead.name
  const { status } = await server.call('DELETE', `/api/lead/${leadId}`, { confirm })
  expect([status, waits('bea')]).toEqual([200, false])
})

test('DF4 once the pause is over, an agent that has completed meanwhile does not look as if it started', async () => {
  await using floor = await AgentFloor.open({ restartPauseMs: 2_000 })
  await floor.agent('ada', { exitIn: 'start', exitCode: 3 })
  const { presence } = floor.server.app.core
  const waits = () => presence.get(floor.id('ada')).restart !== null
  await floor.tell('ada', 'go')
  await floor.until('it waits', waits)
  const { shard } = floor.server.app.core
  completeTask(shard, shard.crew(floor.leadId), BY_PERSON, floor.id('ada'), {})
  expect([floor.record('ada').ended, waits()]).toEqual(['completed', true])
  await floor.until('the pause is over', () => !waits())
  expect(floor.programs.starts('ada')).toHaveLength(1)
})

test('FT18 an agent without a login has failed at once, and says what is missing', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('session', { auth: 'session' })
  await floor.agent('prompt', { auth: 'prompt' })
  await floor.tell('prompt', 'go')
  for (const name of ['session', 'prompt']) {
    await floor.until('it has failed', () => floor.record(name).ended === 'failed')
    expect(floor.record(name).endedReason).toMatch(/^The agent needs a login before it works here/)
    expect(floor.programs.starts(name)).toHaveLength(1)
  }
  await floor.until('nothing runs', () => floor.processes().length === 0)
  const needs = await floor.server.call('GET', `/api/lead/${floor.leadId}/needs`)
  expect(needs.body['needs']).toHaveLength(2)
})

test('FT19 an interrupt cancels what is under way and overtakes what waits, also while the program starts', async () => {
  await using floor = await AgentFloor.open()
  await floor.agent('busy', { hang: 'prompt', chunks: ['on it'] })
  await floor.agent('starts', { echo: true })
  for (const name of ['busy', 'starts']) {
    await floor.tell(name, 'go')
    if (name === 'busy') await floor.until('it works', () => floor.seen(name))
    await floor.tell(name, 'first')
    await floor.tell(name, 'second')
    await floor.act(name, 'interrupt', { content: 'stop' })
  }
  const overtaken = await floor.programs.prompt('busy', 2)
  const order = (prompt: string) => (prompt.match(/\]: (go|first|second|stop)$/gm) ?? []).join('')
  expect(order(overtaken)).toBe(']: stop]: first]: second')
  expect(overtaken).toMatch(/^\[PRIORITY — Interrupt from /)
  await floor.until('all is given', () => floor.programs.repeats('starts', ': stop').length > 0)
  await floor.settled('starts')
  const urgent = floor.programs.prompts('starts').find((prompt) => prompt.includes(': stop'))
  expect(urgent).toMatch(/^\[PRIORITY — Interrupt from /)
  // Nothing was given twice, and what was cancelled is not begun again.
  for (const name of ['busy', 'starts']) {
    for (const words of [': go', ': first', ': second', ': stop']) {
      expect([words, floor.programs.repeats(name, words)]).toEqual([words, [false]])
    }
  }
  expect(floor.programs.starts('busy')).toHaveLength(1)
})

test('FT20 an agent is not prompted before what wakes it can be given to it', async () => {
  await using floor = await AgentFloor.open()
  const id = await floor.agent('ada', {})
  await floor.until('it is there', () => floor.programs.asked('ada', 'session/new') === 1)
  const { shard } = floor.server.app.core
  const by: By = { actor: { kind: 'human', id: 'human' }, cause: { kind: 'request' } }
  const rounds = often(3, 20)
  for (let round = 0; round < rounds; round++) {
    // A notice, which wakes nobody; when it is stored, a message that does is on its way to storage.
    createGroup(shard, shard.crew(floor.leadId), by, { name: `room-${round}`, members: [id] })
    await new Promise((resolve) => setImmediate(resolve))
    sendDirect(shard, shard.crew(floor.leadId), by, { to: id, content: `round ${round}` })
    await floor.settled('ada')
  }
  const prompts = floor.programs.prompts('ada')
  expect(prompts.filter((prompt) => !prompt.includes(']: round '))).toEqual([])
  expect(prompts).toHaveLength(rounds)
})

test('FT21 an agent that crashes while its crew is paused is given nothing until the crew goes on', async () => {
  await using floor = await AgentFloor.open()
  const hangs = { hang: 'prompt', chunks: ['on it'] }
  await floor.agent('ada', hangs, { echo: true }, { echo: true })
  await floor.agent('ben', hangs, { echo: true }, { echo: true })
  for (const name of ['ada', 'ben']) await floor.tell(name, 'go')
  await floor.until('both work', () => floor.seen('ada') && floor.seen('ben'))
  const crew = `/api/lead/${floor.leadId}`
  await floor.server.call('POST', `${crew}/pause`)
  process.kill(floor.programs.pids('ada')[0] ?? 0, 'SIGKILL')
  await floor.until('it is there again', () => floor.programs.asked('ada', 'session/load') === 1)
  await floor.tell('ada', 'waits')
  expect(floor.programs.prompts('ada')).toHaveLength(1)
  // Nobody is started for a crew in which nothing may be handed over.
  await floor.restart()
  await floor.tell('ben', 'waits')
  expect(floor.processes()).toEqual([])
  await floor.server.call('POST', `${crew}/resume`)
  for (const name of ['ada', 'ben']) {
    const prompt = await floor.programs.prompt(name, 2)
    expect(prompt).toContain(TEXT.restart)
    expect(prompt).toContain(': waits')
    await floor.settled(name)
    expect(floor.programs.repeats(name, ': go')).toEqual([false])
  }
})

test('FT22 a program that ends without taking what it was given is not started again without a pause', async () => {
  await using floor = await AgentFloor.open({ restartLimit: 1, restartPauseMs: 10_000 })
  const starts = path.join(floor.folder, 'starts')
  const end = path.join(floor.folder, 'end')
  const script = `exec 0<&-; date +%s%N >> ${starts}; while [ ! -e ${end} ]; do sleep 0.05; done`
  const id = await floor.add('ada', { kind: 'pipe', command: '/bin/sh', args: ['-c', script] })
  const { presence, shard } = floor.server.app.core
  await floor.until('it runs', () => presence.get(id).connection === 'connected')
  // Before that the pipe takes what is written, and nothing is left for the pause.
  await floor.until('its input is closed', () => existsSync(starts))
  await floor.tell('ada', 'for nobody')
  await floor.until('it was not taken', () => shard.crewOf(id)?.inHand.open(id).length === 1)
  writeFileSync(end, '')
  await floor.until('a pause is announced', () => presence.get(id).restart !== null)
  expect((await floor.view('ada'))['why']).toMatchObject({ code: 'restarting' })
})
