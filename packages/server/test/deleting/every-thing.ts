import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { KEY_HEADER } from '@crewroom/shared/client/creating'
import { commandLine } from '@crewroom/shared/command/grammar'
import {
  DELETED_THINGS,
  type DeletedThing,
  type DeletingVerb,
} from '@crewroom/shared/text/what-stays'
import { ownerToken } from '../harness/child-server'
import { DOTS } from '../harness/file-requests'

/** Where a server runs, and its data folder. */
export interface Place {
  readonly url: string
  readonly data: string
}

type Body = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely

/** The secrets of each thing: a text may be in several places of its kind. */
export type Secrets = Readonly<Record<DeletedThing, readonly string[]>>

/** A crew in which every thing that can be deleted holds secrets of its own. */
export interface Everything {
  readonly leadId: string
  readonly secrets: Secrets
  /** Does what a verb does, and answers as the server did. */
  readonly acts: Readonly<Record<Exclude<DeletingVerb, 'retention'>, () => Promise<Body[]>>>
  /** What a person can have of it afterwards: exports, documents, records, what a search finds. */
  readonly told: () => Promise<string>
}

const secret = () => `s${randomUUID().replaceAll('-', '').slice(1)}`

export async function everything(place: Place, name: string): Promise<Everything> {
  const secrets = Object.fromEntries(DELETED_THINGS.map((thing) => [thing, [] as string[]])) as {
    readonly [T in DeletedThing]: string[]
  }
  const of = (thing: DeletedThing) => {
    const made = secret()
    secrets[thing].push(made)
    return made
  }
  const owner = ownerToken(place.data)
  const send = async (
    method: string,
    at: string,
    body?: string | Blob,
    token = owner,
    key = false,
  ) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(key ? { [KEY_HEADER]: randomUUID() } : {}),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    const response = await fetch(`${place.url}${at}`, init)
    return { status: response.status, text: await response.text() }
  }
  const call = async (method: string, at: string, body?: object, token = owner): Promise<Body> => {
    const json = body && JSON.stringify(body)
    // Answers to requests with a key are kept.
    const { status, text } = await send(method, at, json, token, method === 'POST')
    if (status >= 300) throw new Error(`${method} ${at}: ${status} ${text}`)
    return JSON.parse(text) as Body
  }

  const { lead } = await call('POST', '/api/lead', { name })
  const leadId = lead.id as string
  const crew = `/api/lead/${leadId}`
  const hired = await call('POST', `${crew}/agents`, { role: 'developer', name: of('name') })
  const [ada, adas] = [hired['agent'].id as string, hired['token'] as string]
  const groupName = of('name')
  const made = await call('POST', `${crew}/groups`, { name: groupName, memberIds: [ada] })
  const chat = made['group'].id as string
  const group = `${crew}/groups/${groupName}`
  const post = async (at: string, body: object): Promise<{ id: string }> =>
    (await call('POST', `${at}/messages`, body))['message']
  const quoted = await post(group, { content: `It says ${of('quote')} here.` })
  await post(group, { content: 'Yes, that one.', replyTo: quoted.id })
  const changed = await post(group, { content: `It said ${of('earlierText')} before.` })
  await call('PATCH', `${group}/messages/${changed.id}`, { content: `Now ${of('message')} here.` })
  const message = await post(group, { content: `Use the key\n${of('message')}\nfor all of it.` })
  // Facts about the group show its last message.
  await call('POST', `${group}/pause`)
  await call('POST', `${group}/resume`)

  await call('POST', `/api/agents/${ada}/messages`, { content: `For you: ${of('directMessage')}.` })
  await call('POST', `/api/agents/${ada}/tasks`, { task: `Look at ${of('task')} first.` })

  const opened = await call('POST', `${group}/sessions`, { title: of('sessionTitle') })
  const session = `${group}/sessions/${opened['session'].id}`
  const line = await post(session, { content: `In it: ${of('sessionLine')} is asked.` })
  const asked = async (): Promise<string> => {
    for (;;) {
      const { deliveries, cursor } = await call('GET', `/api/agents/${ada}/inbox`, undefined, adas)
      await call('POST', `/api/agents/${ada}/inbox/ack`, { cursor }, adas)
      const round = (deliveries as { id: string; kind: string }[]).find(
        ({ kind }) => kind === 'round',
      )
      if (round) return round.id
    }
  }
  let offset = 0
  async function say(text: string): Promise<void> {
    const line = `${text}\n`
    await call('POST', `/api/agents/${ada}/output`, { text: line, offset }, adas)
    offset += line.length
  }
  const deliveryId = await asked()
  await say(`I think of ${of('sessionLine')} now.`)
  await call('POST', `/api/agents/${ada}/answer`, { deliveryId, content: `I answer ${of('sessionLine')}.` }, adas) // prettier-ignore
  await post(session, { content: 'And that?', replyTo: line.id })
  await call('PATCH', session, { title: of('sessionTitle') })
  await call('POST', `${group}/discussions`, {
    session: opened['session'].id,
    goal: `Talk about ${of('sessionLine')} please.`,
    terminationCondition: `When ${of('sessionLine')} is clear.`,
    participants: ['human', { id: ada, role: of('sessionLine'), description: of('sessionLine') }],
    limits: { until: { word: of('sessionLine') } },
  })

  await say(commandLine('AGENT_MESSAGE', { to: 'human', content: `I need ${of('need')} now.` }))
  await say(`I say ${of('record')} myself.`)
  await say(commandLine('READ_GROUP', { group: groupName }))

  const fileName = `${of('fileName')}.txt`
  const files = `/api/group-chats/${chat}`
  const put = async (at: string, body: string | Blob) => {
    const { status, text } = await send('POST', `${files}/${at}`, body)
    if (status >= 300) throw new Error(`${at}: ${status} ${text}`)
  }
  await put(`files/${fileName}`, new Blob([`The file has ${of('file')}.`]))
  await put('pictures/dot.png', new Blob([DOTS.png, of('picture')]))

  const remove = (at: string, body?: object) => call('DELETE', at, body)
  return {
    leadId,
    secrets,
    acts: {
      message: async () => [
        await remove(`${group}/messages/${quoted.id}`),
        await remove(`${group}/messages/${changed.id}`),
        await remove(`${group}/messages/${message.id}`),
      ],
      file: async () => [
        await remove(`${files}/files/${fileName}`),
        await remove(`${files}/pictures/dot.png`),
      ],
      agent: async () => [await call('POST', `/api/agents/${ada}/terminate`)],
      group: async () => [await remove(`/api/workspaces/${leadId}/group-chats/${chat}`)],
      session: async () => [await remove(session)],
      crew: async () => [await remove(crew, { confirm: name })],
    },
    told: async () => {
      const search = Object.values(secrets)
        .flat()
        .map((text) => `${crew}/search?q=${text}`)
      const all = [`${crew}/export`, `${crew}/export?group=${groupName}`, `${crew}/snapshot`, `${crew}/markdown?kind=transcript&of=${ada}`, `/api/events?lead=${leadId}&since=0`, `/api/agents/${ada}/rollout?limit=500`, ...search] // prettier-ignore
      const answers = await Promise.all(all.map(async (at) => (await send('GET', at)).text))
      return answers.join('\n')
    },
  }
}

/** Which of some texts are in the bytes of a folder's files, and in which; read once. */
export function found(folder: string, texts: readonly string[]): ReadonlyMap<string, string[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const places = new Map<string, string[]>(texts.map((text) => [text, []]))
  for (const file of files) {
    let bytes: Buffer
    try {
      bytes = readFileSync(file)
    } catch {
      // It went meanwhile.
      continue
    }
    for (const [text, where] of places) {
      if (bytes.includes(text) || file.includes(text)) where.push(path.relative(folder, file))
    }
  }
  return places
}
