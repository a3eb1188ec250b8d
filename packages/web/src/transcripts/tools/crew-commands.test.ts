import { expect, test } from 'vitest'
import { crewCommandLine, isCrewCommand } from './crew-commands'
import { toolLook } from './tool-looks'

test('TR142 a command of an agent says in its line where it went and what it said', () => {
  expect(isCrewCommand('GROUP_MESSAGE')).toBe(true)
  expect(isCrewCommand('Bash')).toBe(false)
  expect(toolLook('GROUP_MESSAGE')).not.toBe(toolLook('SomethingElse'))
  expect(crewCommandLine({ group: 'config-team', content: 'Done.' })).toBe('config-team: Done.')
  expect(crewCommandLine({ to: 'ba5084cf', task: 'Split it.' })).toBe('ba5084cf: Split it.')
  expect(crewCommandLine({ summary: 'Half a page' })).toBe('Half a page')
  expect(crewCommandLine({})).toBeNull()
})
