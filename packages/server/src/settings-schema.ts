import * as z from 'zod'
import { saidOf } from '@crewroom/shared/text/what-stays'
import { Config } from './config'

/** What each setting is, for those who write a configuration file in an editor. */
const ABOUT: Readonly<Record<keyof Config, string>> = {
  port: 'The port to listen on; 0 takes any free one.',
  host: 'The exact address that people type; another one than loopback must be set here or with --host.',
  personName: 'What the person who runs the crew is called on the dashboard.',
  logLevel: 'How much the server logs.',
  agentMessagesPerMinute: 'How many messages an agent may send per minute.',
  agentMessageBurst: 'How many messages an agent may send at once.',
  groupsPerLead: 'How many groups of one crew may be in use; archived ones are not counted.',
  hopLimit:
    'Hand-overs in a row from agent to agent, without new work, before what they write is held.',
  replyLimit: 'Answers of agents to each other in one group within two minutes before it is held.',
  holdSeconds: 'How long a first hold lasts; it doubles each time, up to an hour.',
  recordDays: `How many days entries of agents' records are kept; 0 keeps them forever. ${saidOf('retention', 'message')}`,
  recordMegabytes:
    'How much the records of all agents may take; beyond that the oldest entries go. 0 sets no limit.',
  journalDays:
    'After how many days the journal loses facts that later ones replaced and nobody is shown; 0 keeps them forever.',
  drivers: 'Programs that leads may run agents with, by name; "default" when they name none.',
  roles:
    'Changes roles and adds new ones, by id: what they are called, their colour, how their agents work.',
  prices:
    'What a million tokens of a model cost in US dollars, by its name or a pattern of it with *.',
  permissionMinutes:
    'How many minutes a request for permission waits for a person before it is refused; 0: as long as it takes.',
  budgetUsd: 'What a new crew may use before it is paused, in US dollars; 0 sets no limit.',
  budgetTokens: 'What a new crew may use before it is paused, in tokens; 0 sets no limit.',
  restartLimit:
    "How often in a row an agent's program is started again before the agent counts as failed.",
  restartPauseMs:
    'The first pause before a program is started again, in milliseconds; it doubles each time.',
  acpStartMs: 'How many milliseconds an ACP program may take to get ready.',
  acpCancelMs: 'How many milliseconds an ACP program may take to stop its current work.',
  idleStopMinutes:
    'After how many minutes without anything to do an ACP program sleeps until something wakes its agent; 0 never.',
  completedStopMinutes: 'The same for an agent that has completed, if that is sooner.',
  transcripts:
    'Folders in which session files of coding agents are read; an empty list reads none.',
  agentTools:
    'Whether ACP programs that can use them are given commands as tools; the others write commands.',
  viben: 'Whether group chats are also written as files below the data folder.',
  stopGraceMs:
    'How many milliseconds a program may take to end on its own, and again after SIGTERM.',
}

/** The JSON Schema of a configuration file. */
export function settingsSchema(): object {
  const schema = z.toJSONSchema(Config, {
    io: 'input',
    // The bounds of a number that may be written as text come after it was read.
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodPipe)) return
      const { out } = zodSchema.def
      if (!(out instanceof z.ZodNumber)) return
      const { minValue, maxValue, isInt } = out
      const number = {
        type: isInt ? 'integer' : 'number',
        ...(minValue !== null && { minimum: minValue }),
        ...(maxValue !== null && { maximum: maxValue }),
      } as const
      jsonSchema.anyOf = (jsonSchema.anyOf ?? []).map((one) =>
        one.type === 'number' ? { ...one, ...number } : one,
      )
    },
  })
  const defaults = Config.parse({})
  const settings = Object.entries(schema.properties ?? {}).map(([name, of]) => [
    name,
    {
      description: ABOUT[name as keyof Config],
      default: defaults[name as keyof Config],
      ...(of as object),
    },
  ])
  return {
    ...schema,
    title: 'Crewroom: crewroom.config.yaml',
    properties: {
      $schema: { type: 'string', description: 'Where this schema is, for editors.' },
      ...Object.fromEntries(settings),
    },
  }
}
