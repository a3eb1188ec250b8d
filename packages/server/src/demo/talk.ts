/**
 * What the person of the sample crew says in a session, and what the agents answer. Two have answered when the person
 * writes again; the third still thinks, and what it says comes late.
 */
export const DEMO_TALK = {
  group: 'timeline-team',
  /** The person begins when so many messages are in the group: its notice, and the first question in it. */
  begins: 2,
  title: 'What ships first',
  late: 'Kay',
  /** What the person writes, and what each agent answers to it. */
  rounds: [
    {
      asks: 'Which of the three parts could users have first, without the other two?',
      answers: {
        Dora: 'Filtering: it is useful without a brush.',
        Dev: 'Not the brush, it needs the range.',
        Kay: 'The arrow keys could be first, too: they need only the range.',
      },
    },
    {
      asks: 'Then filtering ships first. Does that hold up anybody?',
      answers: {
        Dora: 'No. I mark it as a preview.',
        Dev: 'No, I only write the range.',
        Kay: 'No, the arrow keys follow the day after.',
      },
    },
  ],
} as const
