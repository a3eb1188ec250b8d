import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { examine } from '../../src/cli/doctor'
import { loadConfig } from '../../src/config'
import { Roles } from '../../src/crew/roles'
import { DataDir } from '../../src/data-dir'
import { parseYaml } from '../../src/parse-yaml'
import { rolesInFolders } from '../../src/role-folders'
import { ChildServer } from '../harness/child-server'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const REVIEWER = `---
name: security-reviewer
description: Finds holes.
tools: Read, Grep, mcp__github__search, Bash(git log:*)
model: opus
color: red
---

Look for holes.

Report each.
`
const known = { configured: {}, personName: 'Human', parseYaml }

type Files = Readonly<Record<string, string | Buffer>>
function fill(folder: string, files: Files): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

/** What a folder with these files defines, and what is said of it. */
function read(files: Files, more: Partial<Parameters<typeof rolesInFolders>[1]> = {}) {
  using temp = tempFolder()
  const { roles, folders } = rolesInFolders([fill(temp.path, files)], { ...known, ...more })
  return { roles, notes: folders[0]?.notes ?? [], ids: folders[0]?.roles ?? [] }
}

test('DA8, DA9 a file of a folder is a role: its front matter and its body, and what it says that means nothing here is said', () => {
  const { roles, notes, ids } = read({ 'reviewer.md': REVIEWER })
  expect(ids).toEqual(['security-reviewer'])
  const { tools, ...role } = new Roles(roles).of('security-reviewer')
  expect(role).toMatchObject({
    name: 'Security Reviewer',
    prompt: 'Look for holes.\n\nReport each.',
    description: 'Finds holes.',
    model: 'opus',
    file: 'reviewer.md',
  })
  expect(tools?.kinds).toEqual(['read', 'search'])
  expect(notes).toEqual([
    'reviewer.md: these fields mean nothing here: color',
    'reviewer.md: these tools mean nothing here, and are asked about: mcp__github__search, Bash(git log:*)',
    'models are kept, but unused: an agent’s program chooses (security-reviewer: opus)',
  ])
})

const front = (fields: string, body = 'Work.') => `---\n${fields}\n---\n${body}`

test.each<[what: string, file: string | Buffer, id: string, role: object]>([
  ['a name in words', front('name: Code Wizard'), 'code-wizard', { name: 'Code Wizard' }],
  ['no name', front('description: Digs.'), 'file', { name: 'File', description: 'Digs.' }],
  [
    'line ends of Windows',
    'x\n'.replace('x', '---\r\nname: dig\r\n---\r\none\r\ntwo'),
    'dig',
    { prompt: 'one\ntwo' },
  ],
  ['a byte order mark', `\uFEFF${front('name: dig')}`, 'dig', { prompt: 'Work.' }],
  [
    'a description that is not YAML',
    front('name: dig\ndescription: Use it when: always. Examples: <a>: "b"'),
    'dig',
    { description: 'Use it when: always. Examples: <a>: "b"' },
  ],
  [
    'the longest body',
    front('name: dig', 'w'.repeat(LIMITS.instructions)),
    'dig',
    { prompt: 'w'.repeat(LIMITS.instructions) },
  ],
  ['no body', front('name: dig', ''), 'dig', { prompt: null }],
  [
    'lines in its body that look like an end',
    front('name: dig', 'a\n---\nb'),
    'dig',
    { prompt: 'a\n---\nb' },
  ],
  [
    'an unlisted YAML feature',
    front('name: dig\ndescription: |\n  one\n  two'),
    'dig',
    { description: 'one\ntwo' },
  ],
])('DA8 a file with %s is read', (_, file, id, role) => {
  const { roles, ids } = read({ 'file.md': file })
  expect(ids).toEqual([id])
  expect(new Roles(roles).of(id)).toMatchObject(role)
})

test.each<[what: string, file: string | Buffer, why: string]>([
  ['no front matter', 'Just words.', 'it does not begin with front matter (---)'],
  ['front matter without an end', '---\nname: dig\n', 'its front matter has no end (---)'],
  ['empty front matter', '---\n---\nWork.', 'its front matter has no fields'],
  ['a list as front matter', front('- a\n- b'), 'its front matter has no fields'],
  ['broken YAML', front('name: "dig\ntools: [a'), 'its front matter is not valid YAML'],
  ['the same field twice', front('name: dig\nname: dug'), 'its front matter is not valid YAML'],
  ['a name that is a number', front('name: 12'), 'its name is not a text'],
  ['a name in other letters', front('name: Πέτρος'), 'cannot be made an id'],
  ['an endless name', front(`name: ${'n'.repeat(200)}`), 'cannot be made an id'],
  ['the name of the person', front('name: Human'), 'would be taken for the person'],
  ['the name of the server', front('name: System'), 'would be taken for the server'],
  ['the role of leads', front('name: lead'), 'only the configuration changes'],
  ['a name that turns text round', front('name: "dig\u202E"'), 'a character that reverses text'],
  [
    'a body that is too long',
    front('name: dig', 'w'.repeat(LIMITS.instructions + 1)),
    'its instructions have 16001 characters',
  ],
  [
    'other bytes than UTF-8',
    Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]),
    'it has other bytes than text in UTF-8',
  ],
  ['a null character', front('name: dig', 'a\0b'), 'a null character'],
  ['too many bytes', front('name: dig', 'w'.repeat(200_000)), 'bytes; at most 131072 are read'],
  [
    'YAML that grows without end',
    front(
      'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]',
    ),
    'its front matter is not valid YAML',
  ],
])('DA10 a file with %s is not read, which is said, and the others are', (_, file, why) => {
  const { ids, notes } = read({ 'a.md': file, 'b.md': front('name: sre') })
  expect(ids).toEqual(['sre'])
  expect(notes).toEqual([expect.stringMatching(/^a\.md: not read: /)])
  expect(notes[0]).toContain(why)
})

test('DA10 links out of the folder, pipes, folders and other files are not read; a link within it is', () => {
  using temp = tempFolder()
  const folder = fill(path.join(temp.path, 'agents'), { 'a.md': front('name: dig'), '.b.md': 'x' })
  fill(temp.path, { 'out.md': front('name: secret') })
  symlinkSync(path.join(temp.path, 'out.md'), path.join(folder, 'b.md'))
  symlinkSync('a.md', path.join(folder, 'c.md'))
  symlinkSync('nowhere.md', path.join(folder, 'd.md'))
  execFileSync('mkfifo', [path.join(folder, 'e.md')])
  mkdirSync(path.join(folder, 'f.md'))
  fill(folder, { 'notes.txt': 'x' })
  const { folders } = rolesInFolders([folder], known)
  expect(folders[0]?.roles).toEqual(['dig'])
  expect(folders[0]?.notes).toEqual([
    'b.md: not read: it is a link out of the folder',
    'c.md: not read: the role dig is defined by a.md already',
    expect.stringMatching(/^d\.md: not read: ENOENT/),
    'e.md: not read: it is not an ordinary file',
    'f.md: not read: it is not an ordinary file',
  ])
})

test('DA10 a folder with more files than are read says how many were left out', () => {
  const files = Object.fromEntries(
    Array.from({ length: LIMITS.roleFiles + 2 }, (_, n) => [`r${1_000 + n}.md`, front('a: b')]),
  )
  const { ids, notes } = read(files)
  expect(ids).toHaveLength(LIMITS.roleFiles)
  expect(notes.at(-1)).toBe('2 more files were not read: at most 200 are')
})

test('DA11 the configuration counts before a file, an earlier file before a later one, and a file before the product', () => {
  using temp = tempFolder()
  const one = fill(path.join(temp.path, 'one'), {
    'developer.md': front('name: developer', 'Use Rust.'),
    'sre.md': front('name: sre\ntools: Read', 'From the file.'),
  })
  const two = fill(path.join(temp.path, 'two'), { 'sre.md': front('name: sre', 'Another.') })
  const configured = { sre: { name: 'Site Engineer', prompt: 'From the configuration.' } }
  const { roles, folders } = rolesInFolders([one, two, path.join(temp.path, 'not')], {
    ...known,
    configured,
  })
  const all = new Roles(roles)
  expect(all.of('developer')).toMatchObject({ name: 'Developer', prompt: 'Use Rust.' })
  expect(all.of('sre')).toMatchObject({ name: 'Site Engineer', prompt: 'From the configuration.' })
  expect(all.of('sre').tools?.kinds, 'no configuration takes a narrowing away').toEqual(['read'])
  expect(folders.map(({ notes }) => notes)).toEqual([
    [
      'developer.md: used for the role developer instead of the product’s own instructions',
      'sre.md: the configuration’s prompt of the role sre is used instead',
    ],
    ['sre.md: not read: the role sre is defined by sre.md already'],
    [],
  ])
  expect(folders[2]?.problem).toBe('there is no such folder')
  const twin = read({ 'a.md': front('name: Site Engineer') }, { configured })
  expect(twin.notes).toEqual([
    'a.md: not read: role site-engineer: the role sre is called "Site Engineer" too',
  ])
})

test('DA12 a list of tools that cannot be read lists nothing; everything, and no list, narrow nothing', () => {
  const tools = (fields: string) => {
    const { roles, notes } = read({ 'a.md': front(`name: dig\n${fields}`) })
    return [new Roles(roles).of('dig').tools?.kinds, notes.join()] as const
  }
  expect(tools('tools: Read, write')).toEqual([['read', 'edit'], ''])
  expect(tools('tools: [Bash, WebFetch]')).toEqual([['execute', 'fetch'], ''])
  expect(tools('tools: "*"')).toEqual([undefined, ''])
  expect(tools('description: x')).toEqual([undefined, ''])
  const none = [[], 'a.md: its tools are neither a list nor a text: every tool is asked about']
  for (const bad of ['tools: 5', 'tools:', 'tools: {bash: false}', 'tools: [1]']) {
    expect(tools(bad), bad).toEqual(none)
  }
  expect(tools('tools: []')).toEqual([[], ''])
})

test('DA8 roles.dir names a folder or several, beside the file or from the environment; a role may still be called dir', async () => {
  using temp = tempFolder()
  const load = async (roles: string, environment = {}) => {
    writeFileSync(path.join(temp.path, 'crewroom.config.yaml'), `roles: ${roles}`)
    return (await loadConfig({ folder: temp.path, environment, flags: {} })).roles.dir
  }
  const here = (name: string) => path.join(temp.path, name)
  expect(await load('{ dir: .claude/agents }')).toBe(here('.claude/agents'))
  expect(await load('{ dir: [a, ~/b, /c] }')).toEqual([here('a'), '~/b', '/c'])
  expect(await load('{ dir: { name: Director } }')).toEqual({ name: 'Director' })
  expect(await load('{}', { CREWROOM_ROLES_DIR: '/a:/b' })).toEqual(['/a', '/b'])
  for (const bad of ['5', '""', '[5]', '{ names: x }', 'true']) {
    await expect(load(`{ dir: ${bad} }`), bad).rejects.toThrow(
      bad.startsWith('{')
        ? 'roles.dir.names: is not a setting'
        : 'must be a folder, or a list of folders',
    )
  }
})

test('DA8, DA13 roles of a folder are listed and agents are created with them; a change counts after a restart', async () => {
  using temp = tempFolder()
  const dir = fill(path.join(temp.path, 'agents'), { 'reviewer.md': REVIEWER })
  await using server = await TestServer.start({ config: { roles: { dir } } as never })
  const listed = async () => {
    const { body } = await server.call('GET', '/api/roles')
    return (body['roles'] as { id: string }[]).find(({ id }) => id === 'security-reviewer')
  }
  expect(await listed()).toMatchObject({
    name: 'Security Reviewer',
    prompt: 'Look for holes.\n\nReport each.',
    description: 'Finds holes.',
    model: 'opus',
    tools: ['Read', 'Grep', 'mcp__github__search', 'Bash(git log:*)'],
    file: 'reviewer.md',
  })
  const { leadId } = await server.crew('atlas')
  const made = await server.call('POST', `/api/lead/${leadId}/agents`, {
    role: 'security-reviewer',
  })
  expect(made.body['agent'].roleName).toBe('Security Reviewer')
  const at = `/api/agents/${made.body['agent'].id}`
  const { body } = await server.call('GET', `${at}/manifest`)
  expect(body['text']).toContain('== YOUR ROLE ==\nLook for holes.\n  \n  Report each.\n')
  const lead = await server.call('GET', `/api/agents/${leadId}/manifest`)
  expect(lead.body['text']).toContain('security-reviewer or any other id.')
  fill(dir, { 'reviewer.md': front('name: security-reviewer', 'Look again.') })
  expect(await listed()).toMatchObject({ prompt: 'Look for holes.\n\nReport each.' })
  await server.restart({ roles: { dir } } as never)
  expect(await listed()).toMatchObject({ prompt: 'Look again.' })
})

test('DA13 the start and doctor say what was read of each folder, and what was not and why', async () => {
  using temp = tempFolder()
  const dir = fill(path.join(temp.path, 'agents'), { 'a.md': REVIEWER, 'b.md': 'no' })
  const data = fill(path.join(temp.path, 'data'), {
    'crewroom.config.yaml': `roles: { dir: ${JSON.stringify(dir)} }`,
  })
  await using server = await ChildServer.start({ data, port: 0 })
  const lines = [
    `roles: ${dir}: 1 role (security-reviewer)`,
    'roles: b.md: not read: it does not begin with front matter (---)',
  ]
  for (const line of lines) expect(server.output).toContain(line)
  const findings = await examine({
    nodeVersion: '20.19.0',
    data: new DataDir(path.join(temp.path, 'other')),
    host: '127.0.0.1',
    port: 0,
    environment: {},
    checkScript: new URL('../../dist/database-check.js', import.meta.url),
    roles: rolesInFolders([dir], known).folders,
  })
  const [count, refused] = lines
  expect(findings).toContainEqual({ kind: 'ok', text: count })
  expect(findings).toContainEqual({ kind: 'note', text: refused })
  expect(readFileSync(path.join(dir, 'a.md'), 'utf8')).toBe(REVIEWER)
})
