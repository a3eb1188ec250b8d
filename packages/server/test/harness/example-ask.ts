import type { PermissionAsk } from '@crewroom/shared/model/need'

/** What the agent of an example asks permission for. */
export const EXAMPLE_ASK: PermissionAsk = {
  toolKind: 'execute',
  title: 'Run the tests',
  command: 'npm test',
  diffs: [],
  cut: false,
  options: [
    { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ],
  rule: { toolKind: 'execute', prefix: 'npm test' },
  until: null,
}
