import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { editAgent } from '../../src/agents/edit-agent'
import { terminateAgent } from '../../src/agents/end-agent'
import { delegate } from '../../src/agents/tasks'
import { readEventsSince } from '../../src/crew/read-events'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { updateGroup } from '../../src/groups/update-group'
import { FACT_TYPES } from '../../src/journal/fact-table'
import { type Envelope, type FactData, type FactType, SHARD_SCOPE } from '../../src/journal/facts'
import { CountingIds } from '../harness/counting-ids'
import { crewOfEveryFact } from '../harness/every-fact'
import { crewText, linesOf } from '../harness/export-text'
import { dumpOf } from '../harness/recorded-batches'
import { joined, letters } from '../harness/secrets'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const TOKEN = joined('gh', `p_${letters(36)}`)
/** Where a mask would come too late: a text that is cut first keeps a part in which nobody sees a secret. */
const PART = TOKEN.slice(0, 12)

/** As its file has it, and what is masked everywhere else. */
const KEPT: ReadonlySet<FactType> = new Set<FactType>([
  'group:history',
  'group:imported',
  'crew:imported',
  'agent:environment',
])

/** What people, agents and programs write in their own words. */
const WORDS =
  /^(lead|agent)\.name$|^turn:ended reason$|\.content\.reason$|(^|\.)(roleName|fromRole|displayName|purpose|task|endedReason|text|context|summary|content|instructions|goal|terminationCondition|decision|soFar|prompt)$|(^|\.)roles\.\d+$|content\.role$|\.permission\.(title|command|diffs\.\d+\.\w+|options\.\d+\.name)$|^answer\.name$|rule\.prefix$|^session\.title$|^round\.reason$|^run\.roles\.[\w-]+\.(role|description|expertise\.\d+)$|\.usage\.model$|^(response|round\.responses\.\d+)\.error$/
/** Ids, times, one of a few words, and what is refused where it holds a secret (MK7). */
const NO_WORDS =
  /(^|\.)(\w*[iI]ds?|by|to|from|createdBy|archivedBy|stoppedBy|startedBy|at|\w+At|since|until|calmSince|timestamp|lastSeen|kind|toolKind|form|status|ended|memberRole|wake|reason|action|changed|emoji|was|group|groupName|groups|color|role|cwd|driver|tag|startTime|signal|hash|stream|stall|readerId|wakeOf|initiator|gone|mentions|activeAgents|chosen|ask|as|closed|why|participants|previous|next|aggregator|manager|stopReason|onHumanTimeout|asks|child|task\.after|task\.waits|state\.name|request\.(key|asked|parts|secrets)|group\.name|file\.(name|type|sha256|addedBy))(\.|$)/

type Leaf = readonly [path: readonly string[], value: string | null]

function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value === 'string' || value === null) return [[path, value]]
  if (typeof value !== 'object') return []
  return Object.entries(value as object).flatMap(([key, part]) => leavesOf(part, [...path, key]))
}

/** The strings of a fact that are words of somebody. One that is neither known as that nor as none fails. */
function wordsIn({ type, data }: Envelope): (readonly string[])[] {
  return leavesOf(data).flatMap(([path, value]) => {
    const name = path.join('.')
    if (WORDS.test(type === 'turn:ended' ? `${type} ${name}` : name)) return [path]
    if (value !== null) expect(name, `${type}: are these words of somebody?`).toMatch(NO_WORDS)
    return []
  })
}

function withText<T>(value: T, path: readonly string[], text: string): T {
  const [key, ...rest] = path
  if (key === undefined) return text as T
  const parts = value as Record<string, unknown>
  const changed = withText(parts[key], rest, text)
  return (
    Array.isArray(value)
      ? value.map((part, index) => (String(index) === key ? changed : (part as unknown)))
      : { ...parts, [key]: changed }
  ) as T
}

const masked = (text: string) => /\[masked:/.test(text)

test('MK31 in every text of every type of fact a secret is masked, before it is cut, once and for all', async () => {
  await using crew = await crewOfEveryFact('001')
  const decision = crew.shard.decide(crew.crew)
  const seen = new Set<FactType>()
  for (const fact of crew.published) {
    seen.add(fact.type)
    if (KEPT.has(fact.type)) continue
    for (const path of wordsIn(fact)) {
      const what = `${fact.type} ${path.join('.')}`
      for (const limit of [64, 100, 300, 500, LIMITS.content, LIMITS.content + 500]) {
        const text = `${'x '.repeat(limit / 2 - 6)}${TOKEN} and more`
        const data = withText(fact.data, path, text)
        const stored: FactData[FactType] = decision.add(fact.type, data)
        const told = JSON.stringify(stored)
        expect(told.includes(PART), `${what} at ${limit}`).toBe(false)
        expect(decision.asStored(fact.type, stored), what).toBe(stored)
      }
      const short = decision.asStored(fact.type, withText(fact.data, path, `it is ${TOKEN}`))
      expect(JSON.stringify(short), what).toSatisfy(masked)
    }
  }
  // The one comes with files, as they have it; the other stands in files only.
  expect(FACT_TYPES.filter((type) => !seen.has(type))).toEqual(['group:history', 'fact:omitted'])
})

/** Decides the same facts again, with a secret in every text, in a crew that has only been founded. */
function decideAgain(crew: TestCrew, facts: readonly Envelope[]): string[] {
  const poisoned: string[] = []
  const { shard } = crew
  for (const fact of facts) {
    if (fact.leadId !== crew.leadId || fact.seq <= crew.crew.state.seq) continue
    const given = fact.type === 'agent:environment' ? fact.data.values : {}
    const decision = shard.decideAccepted(crew.crew, given)
    let { data }: { data: FactData[FactType] } = fact
    for (const path of KEPT.has(fact.type) ? [] : wordsIn(fact)) {
      data = withText(data, path, `see ${TOKEN}`)
      poisoned.push(`${fact.type} ${path.join('.')}`)
    }
    decision.add(fact.type, data)
    shard.commit(crew.crew, BY_PERSON, decision)
  }
  return poisoned
}

test('MK2, MK31 nothing of a secret in any text of any fact is in the tables, in the file, in an event or in an inbox', async () => {
  await using source = await crewOfEveryFact('001')
  const facts = source.published.filter(({ leadId }) => leadId !== SHARD_SCOPE)
  await using crew = testCrew({ ids: new CountingIds('a001', 'a001-') })
  const poisoned = decideAgain(crew, facts)
  expect(new Set(poisoned).size).toBeGreaterThan(60)
  const viewers = [null, ...Object.keys(crew.crew.state.agents)]
  const range = { since: 0, limit: 10_000 }
  const events = await Promise.all(
    viewers.map((viewer) => readEventsSince(crew.shard, crew.crew, viewer, range)),
  )
  const inboxes = []
  for (const id of Object.keys(crew.crew.state.agents)) {
    inboxes.push(await crew.core.inbox.fetch(id, {}))
  }
  const told = {
    tables: JSON.stringify(dumpOf(crew.database)),
    file: JSON.stringify(linesOf(await crewText(crew))),
    events: JSON.stringify(events),
    inboxes: JSON.stringify(inboxes),
    memory: JSON.stringify(crew.crew.state),
  }
  for (const [where, text] of Object.entries(told)) {
    expect(text.includes(PART), where).toBe(false)
    expect(text, where).toSatisfy(masked)
  }
})

test('MK32 what a verb returns is what was stored, of a lead below another one, too', async () => {
  await using crew = testCrew({ agents: { dev: 'developer', qa: 'qa-tester' } })
  const { shard, crew: own, leadId } = crew
  const [dev, text] = [crew.id('dev'), `see ${TOKEN}`]
  const given = 'Tr0ub4dor&3 of one agent'
  const driver = { kind: 'acp', command: 'agent', env: { HINT: given } } as const
  const told = { name: `${text} ${given}`, task: `${text} ${given}` }
  createGroup(shard, own, BY_PERSON, { name: 'plan', members: [dev] })
  const lead = createLead(shard, BY_PERSON, { ...told, driver, parentId: leadId }).crew
  const returned = [
    createGroup(shard, own, BY_PERSON, { name: text, purpose: text, roles: [text] }),
    updateGroup(shard, own, BY_PERSON, { group: 'plan', displayName: text, purpose: text }),
    sendMessage(shard, own, crew.by('dev'), { group: 'plan', content: text, fromRole: text }),
    sendDirect(shard, own, BY_PERSON, { to: dev, content: text }),
    sendDirect(shard, own, crew.by('dev'), { to: 'human', content: text }),
    interrupt(shard, own, BY_PERSON, { to: dev, content: text }),
    broadcast(shard, own, BY_PERSON, { content: text }),
    delegate(shard, own, BY_PERSON, { to: dev, text, context: text }),
    createAgent(shard, own, BY_PERSON, { role: 'developer', ...told, driver }),
    editAgent(shard, own, BY_PERSON, dev, { name: text }),
    terminateAgent(shard, own, BY_PERSON, crew.id('qa'), text),
    lead.state,
    own.state,
  ]
  for (const one of returned) {
    expect(JSON.stringify(one)).not.toContain(PART)
    expect(JSON.stringify(one)).not.toContain(given)
    expect(JSON.stringify(one)).toSatisfy(masked)
  }
  crew.check()
  const forgotten = shard.decide(own)
  const values = { HINT: 'another one of before' }
  expect(() => forgotten.add('agent:environment', { agentId: dev, values })).toThrow('beginning')
})
