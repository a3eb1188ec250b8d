/** The sample crew: who is in it, and which script each follows. */
export const DEMO_LEAD = { name: 'atlas-refactor', script: 'lead.yaml' } as const

export const DEMO_WORKERS = [
  { name: 'Ada', role: 'architect', script: 'architect.yaml' },
  { name: 'Dora', role: 'developer', script: 'developer.yaml' },
  { name: 'Dev', role: 'developer', script: 'late-developer.yaml' },
  { name: 'Rhea', role: 'code-reviewer', script: 'reviewer.yaml' },
  { name: 'Quinn', role: 'qa-tester', script: 'qa.yaml' },
] as const

/** Every row that must be in the database when the crew has finished. */
export const DEMO_OUTCOME = {
  groups: {
    'config-team': {
      members: ['Ada', 'Dev', 'Dora', 'atlas-refactor'],
      createdBy: 'atlas-refactor',
    },
    'review-team': { members: ['Quinn', 'Rhea', 'atlas-refactor'], createdBy: 'atlas-refactor' },
  },
  messages: {
    'config-team': [
      [
        'atlas-refactor',
        'Important: _configs.py has breaking changes in progress. Coordinate before editing.',
      ],
      ['Ada', 'I extract `RoPEConfig` first — give me a minute.'],
      [
        'Ada',
        'The shape:\n```python\n@dataclass(frozen=True)\nclass RoPEConfig:\n    theta: float = 10_000.0\n```\nYours, Dora.',
      ],
      [
        'Dora',
        'It is on the branch `refactor/rope`: one read per file, cached. Write ⟦⟦ QUERY_GROUPS ⟧⟧ to see where to discuss it.',
      ],
      ['Dev', 'Caught up on the last messages. I take the cache invalidation.'],
      ['atlas-refactor', 'Reviewed and tested. Thank you all.'],
    ],
    'review-team': [
      ['atlas-refactor', 'A change to the config loader is coming. Rhea reviews, Quinn tests.'],
      ['Rhea', 'Read it: “cache” needs a size limit, otherwise fine.'],
      ['Quinn', 'With the limit in place: All 214 tests pass.'],
    ],
  },
  /** group, ordinal of the message, emoji, who */
  reactions: [
    ['config-team', 4, '👍', 'Ada'],
    ['config-team', 5, '🎉', 'atlas-refactor'],
    ['review-team', 1, '👀', 'Rhea'],
    ['review-team', 2, '👍', 'Quinn'],
  ],
  archived: 0,
  /** Replies and notices that agents were handed, by how they begin. */
  told: [
    ['Dora', '[System] GROUP_MESSAGE was not run'],
    ['Dora', '[System] GROUP_MESSAGE refused'],
    ['Dev', '[System] Your groups (1):'],
    ['atlas-refactor', '[System] Your groups (2):'],
  ],
} as const
