/** One request as the examples send it; refused ones fail the recording. */
export type Ask = (
  method: string,
  address: string,
  body?: unknown,
  as?: string,
) => Promise<Record<string, any>> // oxlint-disable-line typescript/no-explicit-any -- replies are read freely

/** What the examples' requests may name, and the tokens of who may ask. */
export interface ExampleCrew {
  readonly names: Record<string, string | number>
  readonly tokens: Record<string, string>
}

/**
 * The crew of the API's examples, in the middle of its work: a group that talks, tasks at every stage, a question to
 * the person, something that nobody has read. Beside it a crew that was only just founded.
 */
export async function buildExampleCrew(ask: Ask, crew: ExampleCrew): Promise<void> {
  const { names, tokens } = crew
  const found = async (name: string, task?: string) => {
    const { lead, token } = await ask('POST', '/api/lead', { name, ...(task && { task }) })
    names[name] = lead.id as string
    return token as string
  }
  tokens['lead'] = await found('atlas', 'Split the configuration into one file per model.')
  await found('borealis')
  const atlas = `/api/lead/${names['atlas']}`
  const idOf = (who: string) => names[who === 'lead' ? 'atlas' : who]
  for (const [name, role] of [
    ['dora', 'developer'],
    ['ben', 'architect'],
    ['cleo', 'code-reviewer'],
    ['finn', 'qa-tester'],
  ] as const) {
    const { agent, token } = await ask('POST', `${atlas}/agents`, { name, role })
    names[name] = agent.id as string
    tokens[name] = token as string
  }
  const read = (who: string) => ask('GET', `/api/agents/${idOf(who)}/inbox`, undefined, who)
  const readAll = async (who: string) => {
    const { cursor } = await read(who)
    await ask('POST', `/api/agents/${idOf(who)}/inbox/ack`, { cursor }, who)
  }
  const says: Says = async (who, said, command, payload) => {
    const text = `${said}\n⟦⟦ ${command} ${JSON.stringify(payload)} ⟧⟧\n`
    const { results } = await ask('POST', `/api/agents/${idOf(who)}/output`, { text }, who)
    if (!results[0].ok) throw new Error(results[0].reply)
  }

  for (const who of Object.keys(tokens)) await readAll(who)
  await says('lead', 'I make a group for the configuration.', 'CREATE_GROUP', {
    name: 'config-team',
    members: ['dora', 'ben'],
    purpose: 'One configuration for all models.',
  })
  const inGroup = (who: string, said: string, content: string) =>
    says(who, said, 'GROUP_MESSAGE', { group: 'config-team', content })
  await inGroup(
    'lead',
    'They should know of the change.',
    '_configs.py has breaking changes in progress. Coordinate before you edit it.',
  )
  await readAll('dora')
  await inGroup(
    'dora',
    'I answer that.',
    'Understood. I wait until Ben has extracted RoPEConfig. @human, is Friday early enough?',
  )
  await says('lead', 'Ben extracts it.', 'DELEGATE', {
    to: 'ben',
    task: 'Extract RoPEConfig from _configs.py.',
  })
  await says('lead', 'Cleo reads the guide.', 'DELEGATE', {
    to: 'cleo',
    task: 'Review the migration guide.',
  })
  await read('ben')
  await says('ben', 'Agreed.', 'REACT', { group: 'config-team', emoji: '👍' })
  await readAll('cleo')
  await says('cleo', 'It is complete.', 'COMPLETE_TASK', {
    summary: 'The guide is complete; two links were dead and are mended.',
  })
  await says('dora', 'I ask the person.', 'AGENT_MESSAGE', {
    to: 'human',
    content: 'Shall the old names stay as aliases?',
  })

  await ask('POST', `${atlas}/groups`, { name: 'release-notes', memberIds: [names['dora']] })
  await ask('POST', `${atlas}/groups/release-notes/messages`, { content: 'The notes are out.' })
  await ask('POST', `${atlas}/groups/release-notes/archive`, {})
  const { messages } = await ask('GET', `${atlas}/groups/config-team/messages`)
  const { needs, asOf } = await ask('GET', `${atlas}/needs`)
  names['message'] = messages.at(-1).id as string
  names['newest'] = messages.at(-1).seq as number
  names['question'] = needs[0].id as string
  const { message: own } = await ask('POST', `${atlas}/groups/config-team/messages`, {
    content: 'Keep the old name.',
  })
  names['ownMessage'] = own.id as string
  names['recently'] = (asOf as number) - 6
  await openSession(ask, crew, says)
  const { run } = await ask('POST', `${atlas}/groups/config-team/discussions`, {
    goal: 'Which name is the clearest for the file of settings?',
    participants: ['human', names['ben'], names['dora']],
  })
  names['run'] = run.id as string
  const { admission } = await ask('POST', `${atlas}/admissions`, {
    admitted: ['dora', 'ben'],
    conversation: { name: 'Names of the files' },
  })
  names['circle'] = admission.id as string
  const chat = `/api/group-chats/${names['chat']}`
  await ask('POST', `${chat}/files/notes.txt`, 'Friday is early enough.\n')
  await ask('POST', `${chat}/pictures/dot.gif`, 'GIF89a\u0001\u0000\u0001\u0000;')
  const { tasks } = await ask('GET', `${atlas}/tasks?status=open`)
  names['task'] = tasks[1].id as string
  for (const name of ['waiting', 'dropped']) {
    const given = { task: 'Read the new names.', after: [names['task']], again: true }
    const { task } = await ask('POST', `/api/agents/${names['dora']}/tasks`, given)
    names[name] = task.id as string
  }
}

type Says = (who: string, said: string, command: string, payload: object) => Promise<void>

/** The programs of the agents are there again, after the server was started again. */
export async function comeBack(ask: Ask, { names, tokens }: ExampleCrew): Promise<void> {
  for (const who of Object.keys(tokens)) {
    const id = names[who === 'lead' ? 'atlas' : who]
    const said = { text: 'I am back.\n', stream: 'second-run', offset: 0, endOfTurn: false }
    await ask('POST', `/api/agents/${id}/output`, said, who)
  }
}

/** A session of the group, in the middle of its first round: Dora has answered, Ben is asked. */
async function openSession(ask: Ask, { names }: ExampleCrew, says: Says): Promise<void> {
  const sessions = `/api/lead/${names['atlas']}/groups/config-team/sessions`
  const { session } = await ask('POST', sessions, {
    title: 'Aliases of old names',
    agents: [names['dora'], names['ben']],
  })
  names['aliases'] = session.id as string
  const { group } = await ask('GET', `/api/lead/${names['atlas']}/groups/config-team`)
  names['chat'] = group.id as string
  const { message, round } = await ask('POST', `${sessions}/${names['aliases']}/messages`, {
    content: 'Shall the old names stay as aliases? What speaks against it?',
  })
  names['sessionMessage'] = message.id as string
  names['asked'] = round.responses[1].deliveryId as string
  names['sessionSeq'] = message.seq as number
  const inbox = `/api/agents/${names['dora']}/inbox`
  for (;;) {
    const { deliveries, cursor } = await ask('GET', inbox, undefined, 'dora')
    if (deliveries.some((one: { round?: object }) => one.round)) break
    await ask('POST', `${inbox}/ack`, { cursor }, 'dora')
  }
  await says('dora', 'I answer.', 'GROUP_MESSAGE', {
    group: 'config-team',
    session: 'Aliases of old names',
    content: 'Keep them for one release. Against it: two names for one thing in every search.',
  })
}
