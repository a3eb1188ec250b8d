import { HUMAN_ID } from '@crewroom/shared/model/participant'

/**
 * The discussion of the sample crew: the person starts it when the config work is reviewed, the lead chooses who speaks next, and one of
 * those whom it chooses is the person. An agent asks another one in a discussion of their own before it answers.
 */
export const DEMO_DISCUSSION = {
  group: 'config-team',
  /** The person starts it when the lead has written this there. */
  begins: 'Reviewed and tested. Thank you all.',
  title: 'Off or inherit?',
  goal: 'What should scaling=None mean: off, or inherit from base? Agree on one and name what breaks.',
  terminationCondition: 'both cases have a name and a test',
  coordinator: 'atlas-refactor',
  participants: ['Ada', 'Dev', 'Dora', HUMAN_ID],
  rounds: 6,
  /** Whom the coordinator chooses with which words, and what they say then. */
  turns: [
    {
      speaker: 'Ada',
      why: 'Ada shaped the type, so she begins.',
      says: 'I ask Dev first: he knows who reads it.\n\nOff. One file means inherit, and it can say so: scaling="base".',
    },
    {
      speaker: HUMAN_ID,
      why: 'The name is seen by users, so it is your choice.',
      says: 'Off it is, and "base" inherits. Who writes the tests?',
    },
    {
      speaker: 'Dora',
      why: 'Dora owns the loader and can name what breaks.',
      says: 'I do: test_scaling_off and test_scaling_base. long_context.yaml breaks, and gets the new word.',
    },
  ],
  /** The last one says that it is done. */
  stopReason: 'done',
  /** What an agent asks another one before it gives its answer. */
  nested: {
    by: 'Ada',
    with: 'Dev',
    goal: 'Does anything read scaling=None today?',
    says: 'Only long_context.yaml: there it inherits.',
  },
  /** What the person writes to the lead when it has ended, however it has: the story goes on. */
  goOn: 'Thank you. Go on with the timeline.',
  /** What the lead writes then, in the group. */
  ends: 'scaling is settled. The timeline is next.',
} as const
