import { existsSync } from 'node:fs'
import path from 'node:path'
import { asking } from '../brain'
import type { CrewFloor } from '../crew-floor'
import type { Member } from '../crew-members'
import { together } from '../verdicts'
import { until } from '../waiting'
import type { Stage } from './stage'

/** Each that has a mode in which it runs commands unasked is put into it and back while its program runs. */
export async function modes({ floor, members, verdicts }: Stage): Promise<void> {
  await together(members, async (member) => {
    const { preset, unaskedMode, mode } = member
    if (unaskedMode === null) {
      verdicts.set(preset, 'modes', { ok: true, note: 'has none' })
      return
    }
    await verdicts.from(preset, 'modes', async () => {
      await change(floor, member, unaskedMode)
      await actsUnasked(floor, member)
      await change(floor, member, mode)
      await asksAgain(floor, member)
      return ''
    })
  })
}

async function change(floor: CrewFloor, { id }: Member, mode: string | null): Promise<void> {
  await floor.call('PATCH', `agents/${id}/setup`, { mode })
  await until(`its mode ${mode ?? 'of before'}`, async () => {
    const said = (await floor.notes(id)).at(-1)
    if (said?.startsWith('Its mode was not changed')) throw new Error(said)
    return said?.startsWith('Its mode is now')
  })
}

async function actsUnasked(floor: CrewFloor, member: Member): Promise<void> {
  const { id, preset, group } = member
  const words = `unasked by ${preset}`
  await floor.tell(id, asking.toRun(`echo by-${preset} > unasked.txt`, words, group))
  await until(words, async () => {
    if (await floor.permissionOf(id)) throw new Error('it asks in that mode')
    return (await floor.count(group, words)) > 0
  })
  if (!existsSync(path.join(member.cwd, 'unasked.txt'))) throw new Error('it wrote no file')
  await floor.settled(id)
}

async function asksAgain(floor: CrewFloor, { id, preset, group }: Member): Promise<void> {
  await floor.tell(id, asking.toRun(`echo by-${preset} > asked.txt`, `asked by ${preset}`, group))
  await until('a request after the change back', () => floor.permissionOf(id))
  const content = asking.toWrite(`back by ${preset}`, group)
  await floor.call('POST', `agents/${id}/interrupt`, { content })
  await floor.written(group, `back by ${preset}`)
  await floor.settled(id)
}
