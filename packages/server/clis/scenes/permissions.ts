import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { asking } from '../brain'
import type { CrewFloor } from '../crew-floor'
import type { Member } from '../crew-members'
import { together } from '../verdicts'
import { until } from '../waiting'
import type { Stage } from './stage'

/** Everybody asks for a permission three times: it is allowed, refused, and interrupted while nobody has answered. */
export async function permissions({ floor, members, verdicts }: Stage): Promise<void> {
  await together(members, async (member) => {
    const { preset } = member
    const asked = await verdicts.from(preset, 'asked', () => asks(floor, member))
    if (!asked) return
    await verdicts.from(preset, 'allowed', () => allowed(floor, member))
    await verdicts.from(preset, 'refused', () => refused(floor, member))
    await verdicts.from(preset, 'cancelled', () => cancelled(floor, member))
  })
}

/** Has it ask whether it may write a file of this name. */
async function wants(floor: CrewFloor, { preset, id, group }: Member, name: string) {
  const run = `echo by-${preset} > ${name}.txt`
  await floor.tell(id, asking.toRun(run, `${name} by ${preset}`, group))
  return until(`a request to write ${name}.txt`, () => floor.permissionOf(id))
}

async function asks(floor: CrewFloor, member: Member): Promise<string> {
  const { permission } = await wants(floor, member, 'allowed')
  if (fileOf(member, 'allowed') !== null) throw new Error('it has not waited for the answer')
  return (permission?.options ?? []).map(({ name }) => name).join(' / ')
}

async function allowed(floor: CrewFloor, member: Member): Promise<string> {
  const { id, preset, group } = member
  const need = await until('the request', () => floor.permissionOf(id))
  await answer(floor, need, 'allow_once')
  await floor.written(group, `allowed by ${preset}`)
  const written = fileOf(member, 'allowed')
  if (written !== `by-${preset}\n`) throw new Error(`the file holds ${JSON.stringify(written)}`)
  await floor.settled(id)
  return ''
}

async function refused(floor: CrewFloor, member: Member): Promise<string> {
  const { id, preset, group } = member
  await answer(floor, await wants(floor, member, 'refused'), 'reject_once')
  await floor.written(group, `refused by ${preset}`)
  if (fileOf(member, 'refused') !== null) throw new Error('it has written the file all the same')
  await floor.settled(id)
  return ''
}

async function cancelled(floor: CrewFloor, member: Member): Promise<string> {
  const { id, preset, group } = member
  const need = await wants(floor, member, 'cancelled')
  const content = asking.toWrite(`stopped by ${preset}`, group)
  await floor.call('POST', `agents/${id}/interrupt`, { content })
  await until('the end of the request', async () => (await floor.permissionOf(id))?.id !== need.id)
  await floor.written(group, `stopped by ${preset}`)
  await floor.settled(id)
  if (await floor.permissionOf(id)) throw new Error('it asks again')
  if (fileOf(member, 'cancelled') !== null) throw new Error('it has written the file')
  if ((await floor.count(group, `cancelled by ${preset}`)) > 0) throw new Error('it went on')
  return ''
}

async function answer(floor: CrewFloor, need: NeedRecord, kind: string): Promise<void> {
  const { id, permission } = need
  const option = permission?.options.find((one) => one.kind === kind)
  if (!option) throw new Error(`it offers no ${kind}`)
  const address = `lead/${floor.leadId}/needs/${id}/permission`
  await floor.call('POST', address, { optionId: option.optionId })
}

function fileOf({ cwd }: Member, name: string): string | null {
  const file = path.join(cwd, `${name}.txt`)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
