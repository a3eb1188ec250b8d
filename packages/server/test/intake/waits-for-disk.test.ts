import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { deleteCrew } from '../../src/agents/delete-crew'
import { createGroup } from '../../src/groups/create-group'
import { AgentStream } from '../../src/intake/agent-stream'
import { heldCore } from '../harness/held-core'
import { ServerWithWriter, type TestRoom } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { command } from '../harness/talk'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON } from '../harness/test-crew'

const KIB = 1024
/** JR7, and the one command that goes beyond it. */
const MOST_WAITING = 4 * KIB * KIB + 200 * KIB
const EACH = 8

/** Messages of the largest size. */
const posts = (who: string) =>
  Array.from({ length: EACH }, (_, n) =>
    command('GROUP_MESSAGE', { group: 'room', content: `${who} ${n} ${'y'.repeat(48 * KIB)}` }),
  ).join('')

/** Two crews whose agents have together more to say than may wait for the disk. */
function flooded() {
  const held = heldCore({ agents: 6 })
  const { core, endTurn, port } = held
  const { crew: other } = createLead(core.shard, BY_PERSON, { name: 'second' })
  const others = Array.from(
    { length: 6 },
    () => createAgent(core.shard, other, BY_PERSON, { role: 'developer' }).agent.id,
  )
  createGroup(core.shard, other, BY_PERSON, { name: 'room', members: others })
  createGroup(core.shard, held.crew, BY_PERSON, { name: 'room', members: held.agentIds })
  held.store()
  const crews = [
    { crew: held.crew, agentIds: held.agentIds },
    { crew: other, agentIds: others },
  ]
  const all = crews.flatMap(({ crew, agentIds }) => agentIds.map((id) => ({ crew, id })))
  const contents: string[] = []
  core.onPublished((entries) => {
    for (const entry of entries)
      if (entry.type === 'group:message') contents.push(entry.data.message.content)
  })
  /** The writer goes on, batch by batch, until this is over. */
  const storeUntil = async (over: Promise<unknown>) => {
    let isOver = false
    void over.finally(() => (isOver = true))
    let most = 0
    for (let n = 0; !isOver && n < 2_000; n++) {
      endTurn()
      most = Math.max(most, core.journal.backlog.bytes)
      port.store(1)
      await nextTurn()
    }
    held.store()
    return most
  }
  const say = ({ crew, id }: (typeof all)[number]) =>
    core.intake.output(crew, id, { text: posts(id), offset: 0, stream: 'main', endOfTurn: true })
  return { ...held, other, all, contents, storeUntil, say }
}

const said = (all: readonly { readonly id: string }[]) =>
  all.flatMap(({ id }) => Array.from({ length: EACH }, (_, n) => `${id} ${n}`))

const begins = (contents: readonly string[]) =>
  contents.map((content) => content.slice(0, content.lastIndexOf(' ')))

describe('RE46, JR7 output of many agents of two crews that fills what may wait for the disk', () => {
  test('waits in the middle of a frame, and is all taken', async () => {
    const { core, all, contents, say, storeUntil } = flooded()
    const outputs = Promise.allSettled(all.map(say))
    await nextTurn()
    expect(core.journal.congested).toBe(true)
    const most = await storeUntil(outputs)
    const taken = (await outputs).map((output) =>
      output.status === 'fulfilled' ? output.value.results.length : String(output.reason),
    )
    expect(taken).toEqual(all.map(() => EACH))
    expect(begins(contents).toSorted()).toEqual(said(all).toSorted())
    for (const { id } of all) {
      const own = begins(contents).filter((content) => content.startsWith(id))
      expect(own, 'in its order').toEqual(said([{ id }]))
    }
    expect(most).toBeLessThan(MOST_WAITING)
  })

  test('waits in pipes, which cannot send it again', async () => {
    const { core, all, contents, storeUntil } = flooded()
    const streams = all.map(
      ({ id }) => new AgentStream({ agentId: id, name: 'stdout', resumable: false }),
    )
    const outputs = Promise.allSettled(
      streams.map((stream) => core.intake.feed(stream, posts(stream.agentId))),
    )
    await nextTurn()
    expect(core.journal.congested).toBe(true)
    const most = await storeUntil(outputs)
    const reasons = (await outputs).flatMap((output) =>
      output.status === 'rejected' ? String(output.reason) : [],
    )
    expect(reasons).toEqual([])
    expect(begins(contents).toSorted()).toEqual(said(all).toSorted())
    expect(most).toBeLessThan(MOST_WAITING)
  })

  test('is refused when its crew is deleted meanwhile, and others go on', async () => {
    const { core, crew, other, all, endTurn, port, say, storeUntil } = flooded()
    const outputs = all.map((one) =>
      say(one).then(
        () => 'taken',
        (error: Error) => error.message,
      ),
    )
    await nextTurn()
    for (; core.journal.congested; endTurn()) port.store(1)
    deleteCrew(core.shard, other, BY_PERSON, 'second')
    await storeUntil(Promise.all(outputs))
    const ends = await Promise.all(outputs)
    expect(new Set(ends.slice(0, 6))).toEqual(new Set(['taken']))
    expect(ends.slice(6).filter((end) => end !== 'There is no such agent.')).toEqual([])
    expect(crew.state.groups['room']?.messageCount).toBe(6 * EACH)
    await core.intake.idle()
  })

  test('is refused when storage fails meanwhile, at its beginning and in its middle', async () => {
    const { core, crew, agent, all, endTurn, port, say, reload } = flooded()
    const ends: string[] = []
    const refused = (error: { code: string }) => ends.push(error.code)
    for (const one of all) say(one).catch(refused)
    await nextTurn()
    // Behind what is being stored already.
    const late = { text: 'words\n', stream: 'late', endOfTurn: false }
    core.intake.output(crew, agent.id, late).catch(refused)
    await nextTurn()
    const place = (one: (typeof all)[number]) => one.crew.stream(one.id, 'main')
    const acted = all.filter((one) => place(one)?.offset === posts(one.id).length)
    const begun = all.filter((one) => (place(one)?.done ?? 0) > 0)
    expect([acted.length > 0, begun.length > acted.length, begun.length < all.length]).toEqual([
      true,
      true,
      true,
    ])
    endTurn()
    port.held[0]?.settle('refused', { code: 'SQLITE_FULL', message: 'full' })
    await nextTurn()
    // Not before what its agent said before it is refused, too.
    expect(ends.length).toBe(all.length - acted.length)
    reload()
    await nextTurn()
    expect(ends).toEqual([...all, late].map(() => 'storage_failed'))
    await core.intake.idle()
  })
})

test('RE46, CM20 a server that stops while output waits for the disk stores it or expects it again, and nothing runs twice', async () => {
  using folder = tempFolder()
  const names = Array.from({ length: 12 }, (_, n) => `agent${n}`)
  const say = (server: ServerWithWriter, room: TestRoom) =>
    Object.entries(room.agents).map(([name, { id }]) => {
      const { intake, shard } = server.app.core
      const input = { text: posts(name), offset: 0, stream: 'main', endOfTurn: true }
      return intake.output(shard.crew(room.leadId), id, input).then(
        ({ offset }) => offset,
        ({ code }: { code: string }) => code,
      )
    })
  const stopped = async () => {
    // It is stopped when this ends; the writer is let go just before.
    await using server = await ServerWithWriter.start(folder.path)
    const room = await server.crew(names)
    server.writer.plan('hold')
    const outputs = say(server, room)
    await eventually('the disk is waited for', () => server.app.core.journal.congested)
    return { room, outputs }
  }
  const { room, outputs } = await stopped()
  const answers = await Promise.all(outputs)
  expect(answers.filter((answer) => answer === 'busy')).toEqual([])

  await using again = await ServerWithWriter.start(folder.path)
  await Promise.all(say(again, room))
  await again.assertLaw()
  const all = names.map((id) => ({ id }))
  expect(begins(again.contents()).toSorted()).toEqual(said(all).toSorted())
})
