/** The sample crew: its agents, how each is reached, and which script each follows. */
export const DEMO_LEAD = {
  name: 'atlas-refactor',
  driver: 'pipe',
  script: 'lead.yaml',
  task: 'Make loading the config fast',
} as const

export const DEMO_WORKERS = [
  { name: 'Ada', role: 'architect', driver: 'pipe', script: 'architect.yaml' },
  { name: 'Dora', role: 'developer', driver: 'pipe', script: 'developer.yaml' },
  { name: 'Dev', role: 'developer', driver: 'pipe', script: 'late-developer.yaml' },
  { name: 'Rhea', role: 'code-reviewer', driver: 'acp', script: 'reviewer.yaml' },
  { name: 'Quinn', role: 'qa-tester', driver: 'acp', script: 'qa.yaml' },
  { name: 'Wren', role: 'technical-writer', driver: 'acp', script: 'writer.yaml' },
  { name: 'Kay', role: 'developer', driver: 'acp', script: 'third-developer.yaml' },
] as const

/** Every row that must be in the database when the crew has finished. Lists are in the order of events. */
export const DEMO_OUTCOME = {
  groups: {
    'config-team': {
      members: ['Ada', 'Dev', 'Dora', 'atlas-refactor'],
      createdBy: 'atlas-refactor',
      purpose: 'Make loading the config fast',
    },
    'review-team': {
      members: ['Quinn', 'Rhea', 'atlas-refactor'],
      createdBy: 'atlas-refactor',
      purpose: 'Review and test the config work',
    },
    'docs-team': {
      members: ['Ada', 'Wren', 'atlas-refactor'],
      createdBy: 'atlas-refactor',
      purpose: 'Tell users what changes',
    },
    'timeline-team': {
      members: ['Dev', 'Dora', 'Kay', 'atlas-refactor'],
      createdBy: 'atlas-refactor, automatically',
      purpose:
        'Parallel work: implement timeline filtering; implement timeline brush; implement timeline keyboard nav',
    },
  },
  messages: {
    'config-team': [
      [
        'atlas-refactor',
        'Important: _configs.py has breaking changes in progress. Coordinate before editing.',
      ],
      ['Ada', 'I’ll extract `RoPEConfig` first — give me a minute.'],
      [
        'Ada',
        'The shape:\n```python\n@dataclass(frozen=True)\nclass RoPEConfig:\n    theta: float = 10_000.0\n```\nOver to you, Dora.',
      ],
      [
        'Dora',
        'It is on the branch `refactor/rope`: one read per file, cached. Write ⟦⟦ QUERY_GROUPS ⟧⟧ to see where to discuss it.',
      ],
      ['Dev', 'Caught up on the last messages. I’ll take the cache invalidation.'],
      ['atlas-refactor', 'Reviewed and tested. Thank you all.'],
      ['atlas-refactor', 'scaling is settled. The timeline is next.'],
    ],
    'review-team': [
      ['atlas-refactor', 'A change to the config loader is coming. Rhea reviews, Quinn tests.'],
      ['Rhea', 'Read it: “cache” needs a size limit, otherwise fine. 🔎'],
      ['Quinn', '213 of 214 tests pass; the cache is not bounded.'],
      ['Quinn', 'With the limit in place: All 214 tests pass.'],
    ],
    'docs-team': [
      ['Wren', 'Starting with chapter one of nine.'],
      ['atlas-refactor', 'Ada calls the new key rope.theta.'],
      [
        'Wren',
        'Half a page: call load_config() once, keep what it returns, set rope.theta. Ask Dora.',
      ],
    ],
    'timeline-team': [
      ['system', 'Auto-created coordination group for parallel timeline work'],
      ['Dora', 'Filtering: I keep the range as {from, to}, in seconds. Use the same?'],
      ['Dev', 'Brush: yes, it writes that range when the mouse button is released.'],
      ['Kay', 'Keyboard: arrows move it by one second. So all three fit.'],
      ['Kay', 'Escape now clears the range, even in the middle of a drag.'],
    ],
  },
  /** group, ordinal of the message, emoji, who */
  reactions: [
    ['config-team', 4, '👍', 'Ada'],
    ['config-team', 5, '🎉', 'atlas-refactor'],
    ['review-team', 1, '👀', 'Rhea'],
    ['review-team', 2, '👍', 'Quinn'],
    ['docs-team', 3, '👍', 'Ada'],
  ],
  /** from, to, text, status, summary */
  tasks: [
    ['human', 'atlas-refactor', 'Make loading the config fast', 'open', null],
    [
      'atlas-refactor',
      'Dora',
      'Read every config file once',
      'completed',
      'refactor/rope reads each file once and caches it',
    ],
    [
      'atlas-refactor',
      'Wren',
      'Write the migration guide',
      'completed',
      'The guide is half a page, in docs/migration.md',
    ],
    [
      'atlas-refactor',
      'Rhea',
      'Review the branch refactor/rope',
      'completed',
      'One finding: the cache needs a size limit',
    ],
    [
      'atlas-refactor',
      'Quinn',
      'Test the branch refactor/rope',
      'completed',
      '213 of 214 tests pass',
    ],
    ['atlas-refactor', 'Quinn', 'Test it again with the limit', 'completed', 'All 214 tests pass'],
    [
      'atlas-refactor',
      'Dora',
      'implement timeline filtering',
      'completed',
      'The timeline filters by a range',
    ],
    ['atlas-refactor', 'Dev', 'implement timeline brush', 'completed', 'The brush sets the range'],
    [
      'atlas-refactor',
      'Kay',
      'implement timeline keyboard nav',
      'completed',
      'Arrow keys move the range',
    ],
  ],
  /** kind, from, to, text */
  direct: [
    ['direct', 'atlas-refactor', 'Wren', 'Say who to ask, too.'],
    ['interrupt', 'atlas-refactor', 'Wren', 'Not a book: half a page is enough.'],
    ['direct', 'atlas-refactor', 'Rhea', 'How large may the cache get?'],
    ['direct', 'Rhea', 'atlas-refactor', '64 files. The largest installation has 51.'],
    ['direct', 'human', 'atlas-refactor', 'Thank you. Go on with the timeline.'],
    ['direct', 'atlas-refactor', 'Kay', 'Does Escape clear the range?'],
    [
      'direct',
      'atlas-refactor',
      'human',
      'The config now loads in 40 ms instead of 900. May I merge refactor/rope?',
    ],
  ],
  /** What waits for the person: kind, whose */
  needs: [['question', 'atlas-refactor']],
  /** The fate of each agent after its creation. Agents that are not named just continue. */
  lives: {
    Dora: ['completed', 'resumed', 'completed'],
    Dev: ['completed'],
    Wren: ['completed'],
    Rhea: ['completed', 'resumed'],
    Quinn: ['completed', 'resumed', 'completed'],
    Kay: ['completed', 'resumed'],
  } as Readonly<Record<string, readonly string[]>>,
  /** The group that is created, archived and restored automatically. */
  team: {
    group: 'timeline-team',
    /** In the order in which the server lists them. */
    members: ['atlas-refactor', 'Dora', 'Dev', 'Kay'],
    /** So many were posted before its work ended, to all; the others after one of it came back. */
    before: 4,
    back: 'Kay',
  },
  /** Its last prompt but one was ended in the middle of the answer. */
  interrupted: 'Wren',
  /** Its program ended in between: it opened a session, and a later program loaded it. */
  reloaded: 'Quinn',
  /** Replies and notices that agents were handed, by how they begin. */
  told: [
    ['Dora', '[System] GROUP_MESSAGE was not run'],
    ['Dora', '[System] GROUP_MESSAGE refused'],
    ['Dora', '[System] Task closed. You have no other open task.'],
    ['Dev', '[System] Your groups (1):'],
    ['Dora', '[System] Message delivered to 3 group members.'],
    ['Kay', '[System] Message delivered to 1 group member.'],
    ['atlas-refactor', '[System] Your groups (3):'],
    ['atlas-refactor', '[System] Your groups (4):'],
    ['atlas-refactor', '[System] Message delivered to the person who runs this crew.'],
  ],
} as const
