import { expect, test } from 'vitest'
import { lastError, namedError } from './error-line'

const NODE = `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/app/nonexistent.mjs'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Module._load (node:internal/modules/cjs/loader:1038:27)
    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
`
const NODE_CODE = `node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open '/nope'
    at Object.openSync (node:fs:573:18) {
  errno: -2,
  code: 'ENOENT',
  syscall: 'open',
  path: '/nope'
}

Node.js v20.20.2
`
const NODE_OWN_CLASS = `/app/a.js:3
throw new Overheated('too warm')
^

Overheated: too warm
    at Object.<anonymous> (/app/a.js:3:7)

Node.js v22.1.0
`
const NODE_THROWN_NUMBER = `[eval]:1
throw 3
^
3
(Use \`node --trace-uncaught ...\` to show where the exception was thrown)

Node.js v20.20.2
`
const PYTHON = `reading the settings
Traceback (most recent call last):
  File "/app/a.py", line 4, in f
    {}['a']
    ~~^^^^^
KeyError: 'a'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/app/a.py", line 7, in <module>
    f()
  File "/app/a.py", line 6, in f
    raise Oops('lost')
Oops: lost
second line
`
const PYTHON_SYNTAX = `  File "<string>", line 1
    x =
       ^
SyntaxError: invalid syntax
`
const RUST = `
thread 'main' (2771) panicked at a.rs:1:93:
index out of bounds: the len is 1 but the index is 7
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616/library/std/src/panicking.rs:689:5
   1: core::panicking::panic_fmt
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.
`
const RUST_OLD = `thread 'main' panicked at 'no settings', src/main.rs:2:5
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
`
const RUST_RESULT = `Error: Os { code: 2, kind: NotFound, message: "No such file or directory" }
`
const GO = `panic: runtime error: index out of range [5] with length 1

goroutine 1 [running]:
main.main()
\t/app/main.go:6 +0x1d
exit status 2
`
const JAVA = `Exception in thread "main" java.lang.IllegalStateException: cannot start
\tat T.main(T.java:1)
Caused by: java.lang.NullPointerException: Cannot invoke "Object.toString()"
\tat T.main(T.java:1)
\t... 11 more
`
const NPM = `Error: Cannot find module 'left-pad'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)

Node.js v20.20.2
npm error Lifecycle script \`start\` failed with error:
npm error code 1
npm error A complete log of this run can be found in: /app/.npm/_logs/x.log
`

test.each([
  ['Node.js', NODE, "Error: Cannot find module '/app/nonexistent.mjs'"],
  ['Node.js, with a code', NODE_CODE, "Error: ENOENT: no such file or directory, open '/nope'"],
  ['Node.js, a class of its own', NODE_OWN_CLASS, 'Overheated: too warm'],
  ['Node.js, no error thrown', NODE_THROWN_NUMBER, '3'],
  ['Python, chained, a class of its own', PYTHON, 'Oops: lost'],
  ['Python, syntax', PYTHON_SYNTAX, 'SyntaxError: invalid syntax'],
  ['Rust', RUST, 'index out of bounds: the len is 1 but the index is 7'],
  ['Rust, before 1.73', RUST_OLD, "thread 'main' panicked at 'no settings', src/main.rs:2:5"],
  ['Rust, main returned it', RUST_RESULT, RUST_RESULT.trim()],
  ['Go', GO, 'panic: runtime error: index out of range [5] with length 1'],
  [
    'Java, with its cause',
    JAVA,
    'Caused by: java.lang.NullPointerException: Cannot invoke "Object.toString()"',
  ],
  ['bash', 'bash: line 1: nosuch: command not found\n', 'bash: line 1: nosuch: command not found'],
  ['dash', 'sh: 1: nosuch: not found\n', 'sh: 1: nosuch: not found'],
  [
    'cat',
    'starting\ncat: /nope/a: No such file or directory\nbye\n',
    'cat: /nope/a: No such file or directory',
  ],
  ['git', 'fatal: not a git repository\nhint: run git init\n', 'fatal: not a git repository'],
  ['npm around Node.js', NPM, "Error: Cannot find module 'left-pad'"],
  ['a logger', '[INFO] up\n[ERROR] no key is set\n[INFO] going down\n', '[ERROR] no key is set'],
  ['words only', 'This needs a login.\nThe token is missing\nBye.\n', 'The token is missing'],
])('FT40 the line that names the error: %s', (_, stderr, line) => {
  expect(namedError(stderr)?.line).toBe(line)
  expect(lastError(stderr)?.line).toBe(line)
})

test('FT40 where no line names an error the last that says anything is taken', () => {
  expect(namedError('one\nno more tea\n\n')).toBeNull()
  expect(lastError('one\nno more tea\n\n')?.line).toBe('no more tea')
  expect(lastError('giving up\nNode.js v20.20.2\n')?.line).toBe('giving up')
  expect(lastError(' \n\n')).toBeNull()
  expect(lastError('Node.js v20.20.2\n')?.line).toBe('Node.js v20.20.2')
})

test('FT40 an error long before the end is not taken for the reason', () => {
  const later = Array.from({ length: 80 }, (_, n) => `step ${n} is done`).join('\n')
  expect(lastError(`Error: tried again\n${later}`)?.line).toBe('step 79 is done')
})

test('FT41 beside the error stand the lines that follow it, or else those before it', () => {
  expect(namedError(NODE)?.lines).toEqual([
    "Error: Cannot find module '/app/nonexistent.mjs'",
    expect.stringMatching(/^at Module\._resolveFilename/),
    expect.stringMatching(/^at Module\._load/),
  ])
  expect(namedError(PYTHON)?.lines).toEqual(["raise Oops('lost')", 'Oops: lost', 'second line'])
  expect(namedError(PYTHON_SYNTAX)?.lines).toEqual([
    'File "<string>", line 1',
    'x =',
    'SyntaxError: invalid syntax',
  ])
  expect(namedError('fatal: no\n')?.lines).toEqual(['fatal: no'])
})

test('FT40 whatever a program writes, the reason is short and of its own lines', () => {
  for (const sign of ['a', 'a.', 'Error', '^\n', ' ', 'x: ', '\n', 'thread ', '"']) {
    const stderr = sign.repeat(4_096)
    const error = lastError(stderr)
    expect(error?.line.length ?? 0).toBeLessThanOrEqual(300)
    expect(error?.lines.length ?? 0).toBeLessThanOrEqual(3)
  }
})
