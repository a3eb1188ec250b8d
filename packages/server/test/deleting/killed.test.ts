import path from 'node:path'
import { expect, test } from 'vitest'
import { DELETED_THINGS, DELETING_VERBS, saidOf } from '@crewroom/shared/text/what-stays'
import { ChildServer } from '../harness/child-server'
import { often } from '../harness/long'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { command } from '../held/stored/running'
import { everything, found } from './every-thing'

const VERBS = DELETING_VERBS.filter((verb) => verb !== 'retention')
const ENDS = often(['SIGKILL'] as const, ['SIGKILL', 'SIGTERM', null] as const)

test.each(ENDS)(
  'DE1, DE20, DE31, VT9 what was deleted is left in no byte of the data folder, nor in a later backup, even when the server ends before: %s',
  async (signal) => {
    using folder = tempFolder()
    const data = path.join(folder.path, 'data')
    await using first = await ChildServer.start({ data, cwd: folder.path, port: 0 })
    const texts: string[] = []
    const acts: (() => Promise<unknown>)[] = []
    for (const verb of VERBS) {
      const crew = await everything({ url: first.url, data }, `crew-${verb}`)
      acts.push(crew.acts[verb])
      const gone = DELETED_THINGS.filter((thing) => saidOf(verb, thing) === null)
      texts.push(...gone.flatMap((thing) => crew.secrets[thing]))
    }
    const left = (below = data) => [...found(below, texts)].filter(([, files]) => files.length > 0)
    await eventually('all of it is stored', () => left().length === texts.length)
    for (const act of acts) await act()
    if (signal) await first.end(signal)
    await using _second = signal
      ? await ChildServer.start({ data, cwd: folder.path, port: 0 })
      : null
    await eventually('nothing is left', () => left().length === 0, 10_000).catch(() => {})
    expect(left()).toEqual([])
    if (!often(false, true)) return
    const backup = path.join(folder.path, 'later.crewroom')
    const restored = path.join(folder.path, 'restored')
    expect(await command(['backup', backup, '--data', data])).toMatchObject({ code: 0 })
    expect(await command(['restore', backup, '--data', restored])).toMatchObject({ code: 0 })
    expect(left(restored)).toEqual([])
  },
)
