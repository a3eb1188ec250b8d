import { expect, test } from 'vitest'
import { leaveGroup } from '../../src/groups/change-members'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, type Line, takeIn } from '../harness/export-text'
import { often } from '../harness/long'
import { Random } from '../harness/random'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { testCrew } from '../harness/test-crew'
import { AGENTS, Circle } from './circle'

const STEPS = 250
const elsewhere = () => testCrew({ ids: new CountingIds('b0b0', 'b-') })

test('AD13 random acts on circles keep the state law, through restarts', async () => {
  for (let seed = 1; seed <= often(2, 30); seed++) {
    await using circle = new Circle(seed % 2 ? 'ada' : 'human')
    const random = new Random(seed)
    const people = ['lead', 'human', ...Object.keys(AGENTS)]
    for (let step = 0; step < STEPS; step++) {
      const who = random.pick(people)
      const other = circle.crew.id(random.pick(['lead', ...Object.keys(AGENTS)]))
      const { crew, talk } = circle
      const acts = [
        () => circle.admit(who, other),
        () => circle.dismiss(who, other),
        () => random.chance(0.2) && circle.leave(who),
        () => random.chance(0.02) && circle.close(who),
        () => random.chance(0.2) && circle.create(who, [other]),
        () => circle.add(who, other),
        () => circle.remove(who, other),
        () => circle.send(who, `say ${step}`),
        () => circle.send(who, `say ${step} @lead`),
        () => crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by(who), talk)),
      ]
      try {
        random.pick(acts)()
      } catch (error) {
        if (!(error instanceof CrewError) || error.code === 'internal') throw error
      }
      if (random.chance(0.05) && who !== 'human') await crew.reads(who)
      if (random.chance(0.03)) crew.restart()
      const { group, admitted } = circle
      const isActive = circle.state.admissions[circle.id] !== undefined
      for (const { id, listed } of group.members) {
        if (id === 'human' || listed === false || !isActive) continue
        expect(admitted, `${id} talks`).toContain(id)
      }
      for (const { id, listed } of group.members) {
        if (listed !== false) continue
        const owed = crew.crew.memberships.of(id, group.name).filter((one) => one.leftSeq === null)
        expect(owed.map((one) => one.owed)).toEqual([0])
      }
      crew.check()
    }
  }
})

test('AD14 circles and their conversations are exported, imported and exported again the same', async () => {
  await using circle = new Circle()
  circle.send('ben', 'hello')
  circle.admit('ada', circle.crew.id('dan'))
  circle.admit('ada', circle.crew.leadId)
  circle.add('ada', circle.crew.leadId)
  circle.leave('ben')
  const other = circle.create('ada', circle.ids('cleo'))
  circle.close('ada')
  const text = await crewText(circle.crew)
  await using taken = elsewhere()
  await takeIn(taken, text)
  expect(await crewText(taken, circle.crew.leadId)).toBe(text)
  taken.restart()
  expect(await crewText(taken, circle.crew.leadId)).toBe(text)
  const groups = taken.shard.crew(circle.crew.leadId).state.groups
  expect(groups[other.name]).toMatchObject({ admissionId: circle.id, openHistory: true })
})

const FORGED: readonly (readonly [why: string, change: (data: Line, lines: Line[]) => void])[] = [
  ['a manager who is not there', ({ admission }) => (admission.manager = 'f'.repeat(36))],
  [
    'somebody admitted twice',
    ({ admission }) => {
      admission.admitted.push(admission.admitted[0])
    },
  ],
  ['a circle that begins closed', ({ admission }) => (admission.status = 'closed')],
  ['a circle of another crew', ({ admission }) => (admission.leadId = 'f'.repeat(36))],
  ['another id than its conversation names', ({ admission }) => (admission.id = 'f'.repeat(36))],
]

test.each(FORGED)('AD14 a file with %s is refused', async (_, change) => {
  await using circle = new Circle()
  const text = forged(await crewText(circle.crew), (lines) => {
    const created = lines.find(({ type }) => type === 'admission:created')
    if (!created) throw new Error('no circle in the file')
    change(created['data'], lines)
  })
  await using other = elsewhere()
  await expect(takeIn(other, text)).rejects.toMatchObject({ code: 'bad_file' })
  expect(other.shard.findCrew(circle.crew.leadId)).toBeUndefined()
})
