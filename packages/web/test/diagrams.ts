import type { Locator } from 'playwright-core'

/** One of each kind that agents write most, with a word in it that its picture must show. */
export const DIAGRAMS: readonly (readonly [kind: string, text: string])[] = [
  [
    'flowchart',
    'flowchart LR\n  A[Plan] --> B{Tests pass?}\n  B -- yes --> C[Release]\n  B -- no --> D[Fix] --> B\n  subgraph review\n    C --> E((Done))\n  end',
  ],
  [
    'sequence',
    'sequenceDiagram\n  participant L as Lead\n  participant D as Developer\n  L->>D: Move the configuration\n  D-->>L: Done\n  Note over L,D: reviewed\n  loop every hour\n    D->>L: report\n  end',
  ],
  [
    'state',
    'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Working: turn\n  Working --> Idle: done\n  Working --> [*]: ended',
  ],
  [
    'class',
    'classDiagram\n  class Agent {\n    +id: string\n    +say(text) void\n  }\n  Agent <|-- Lead\n  Agent "1" --> "*" Message : writes',
  ],
  [
    'entities',
    'erDiagram\n  CREW ||--o{ AGENT : has\n  AGENT ||--o{ MESSAGE : writes\n  AGENT {\n    string id\n    string role\n  }',
  ],
  [
    'gantt',
    'gantt\n  title Release\n  dateFormat YYYY-MM-DD\n  section Work\n  Configuration :a1, 2026-01-01, 10d\n  Tests :after a1, 5d',
  ],
  ['pie', 'pie title Turns\n  "lead" : 40\n  "developer" : 35\n  "tester" : 25'],
  ['git', 'gitGraph\n  commit\n  branch rope\n  commit\n  checkout main\n  merge rope'],
  [
    'mindmap',
    'mindmap\n  root((Release))\n    Tests\n      Unit\n      Browser\n    Docs\n    Package',
  ],
  ['timeline', 'timeline\n  title Days\n  Monday : plan\n  Tuesday : build : test'],
  [
    'journey',
    'journey\n  title A day\n  section Morning\n    Read: 5: Me\n    Write: 3: Me, Agent',
  ],
  [
    'quadrant',
    'quadrantChart\n  title Work\n  x-axis Low --> High\n  y-axis Slow --> Fast\n  A: [0.3, 0.6]\n  B: [0.7, 0.2]',
  ],
]

/** The words of a picture: those that its source has outside of its styles. */
export async function pictureText(picture: Locator): Promise<string> {
  const source = decodeURIComponent((await picture.getAttribute('src')) ?? '')
  return source
    .replace(/<style[^]*?<\/style>/g, '')
    .replace(/<\/text>/g, '\n')
    .replace(/<[^>]*>/g, '')
}
