import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DELETED_THINGS,
  DELETING_VERBS,
  type DeletingVerb,
  saidOf,
  whatStays,
} from '@crewroom/shared/text/what-stays'
import { settingsSchema } from '../../src/settings-schema'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'
import { everything, type Everything, found } from './every-thing'

type Verb = Exclude<DeletingVerb, 'retention'>

/** One server, and a crew per verb: everything is said, every verb is used, and then the bytes are looked through. */
let server: TestServer
const crews = new Map<Verb, Everything>()
const stays = new Map<Verb, readonly string[]>()
const told = new Map<Verb, string>()
let places: ReadonlyMap<string, string[]>

/** Retention has a test of its own. */
const VERBS = DELETING_VERBS.filter((verb) => verb !== 'retention')

/** What is to be gone after a verb. */
const gone = (verb: Verb) =>
  DELETED_THINGS.filter((thing) => saidOf(verb, thing) === null).flatMap(
    (thing) => crews.get(verb)?.secrets[thing] ?? [],
  )
const left = () => {
  const texts = VERBS.flatMap(gone)
  return [...found(server.data.folder, texts)].filter(([, files]) => files.length > 0)
}

beforeAll(async () => {
  server = await TestServer.start()
  for (const verb of VERBS) {
    const place = { url: server.app.url, data: server.data.folder }
    crews.set(verb, await everything(place, `crew-${verb}`))
  }
  const texts = [...crews.values()].flatMap(({ secrets }) => Object.values(secrets).flat())
  const isMissing = ([, files]: readonly [string, string[]]) => files.length === 0
  await eventually(
    'all of it is stored',
    () => ![...found(server.data.folder, texts)].some(isMissing),
  )
  for (const [verb, { acts }] of crews) {
    const answers = await acts[verb]()
    for (const answer of answers) stays.set(verb, answer['stays'] as readonly string[])
  }
  await eventually('nothing is left', () => left().length === 0, 10_000).catch(() => {})
  places = found(server.data.folder, texts)
  for (const [verb, { told: read }] of crews) told.set(verb, verb === 'crew' ? '' : await read())
}, 60_000)

afterAll(() => server[Symbol.asyncDispose]())

const cells = VERBS.flatMap((verb) => DELETED_THINGS.map((thing) => ({ verb, thing })))

test('DE31 what retention leaves is said where it is set', () => {
  const { description } = (
    settingsSchema() as { properties: Record<string, { description: string }> }
  ).properties['recordDays'] ?? { description: '' }
  for (const said of new Set(DELETED_THINGS.map((thing) => saidOf('retention', thing)))) {
    expect(description).toContain(said ?? 'records')
  }
})

test.each(cells)(
  'DE30, DE31, DE32 $thing × $verb: no byte of it is left, or the answer says that it stays',
  ({ verb, thing }) => {
    const secrets = crews.get(verb)?.secrets[thing] ?? []
    const where = secrets.map((text) => places.get(text) ?? [])
    expect(secrets).not.toEqual([])
    expect(stays.get(verb)).toEqual(whatStays(verb))
    const said = saidOf(verb, thing)
    if (said === null) {
      expect(where.flat()).toEqual([])
      expect(secrets.filter((text) => told.get(verb)?.includes(text))).toEqual([])
    } else {
      // It is true.
      expect(where.filter((files) => files.length === 0)).toEqual([])
      expect(stays.get(verb)).toContain(said)
    }
  },
)
