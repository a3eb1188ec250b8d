// Plain English: words that give a text away as thought in another language, each with the better one. They are refused
// in documents, comments and strings. `--self-test` proves that each row finds what it is for.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REFUSED =
  /^((README|SPEC|CONTRIBUTING|GLOSSARY|ARCHITECTURE)\.md|docs\/.*\.md|packages\/(shared|server|web)\/(src\/.*\.(ts|tsx|yaml|css)|index\.html))$/
/** Titles of tests repeat rules and stay. */
const TEST = /\.(test|contract)\.tsx?$/

const VERB =
  'is|are|was|were|has|have|had|may|can|cannot|must|does|did|goes|comes|gets|reads|sees|takes|stays|wants|begins|waits|needs|learns|joins|belongs|follows'

/** A space stands for any white space. `bad` and `good` are tried by the self-test. */
const WORDS = [
  {
    words: /\banew\b/i,
    better: 'again, rebuilt, from the beginning',
    bad: 'The count begins anew.',
    good: 'The count begins again.',
  },
  {
    words: /\bby (itself|themselves)\b/i,
    better: 'automatically, on its own',
    bad: 'The group appears by\n * itself.',
    good: 'The group appears automatically.',
  },
  {
    // A fragment such as "Who may read it." names a thing; a sentence with another verb makes it a subject.
    words: new RegExp(
      `(\\bWho|(?<=[;:] )who) (?!(an?|the|it|else|somebody|someone|they|you)\\b)\\w+ [^.;:?!\\n|]*?(?<!who )\\b(${VERB})\\b(?![^.;\\n|]*\\?)`,
    ),
    better: 'an agent that …, a person who …, members that …',
    bad: 'Who has ended is not woken.',
    good: 'An agent that has ended is not woken. Who may read it. Who is it?',
  },
  {
    words: /\b(to|for|than|with|by) who\b/i,
    better: 'to the agent that …, for a person who …',
    bad: 'It is told to who writes.',
    good: 'It is told to the writer.',
  },
  {
    words:
      /(?<![\w,] |\w, )\bOf (?!course\b)(an?|the|what|each|one|two|several|its|it|\d|\w+s\b)[^.?\n]*,? \w+/,
    better: 'the noun first: "The server keeps the newest of several streams"',
    bad: 'Of several streams the newest is kept.',
    good: 'The newest of several streams is kept. Of course it is.',
  },
  {
    words: /(?<!\bthere )\b(is|are|was|were) no (?!(longer|more|one|different|less|such)\b)\w/i,
    better: 'is not a …, has no …',
    bad: 'A payload that is no JSON is refused.',
    good: 'There is no group. It is no longer there.',
  },
  {
    words: /\balso (after|when|while|where|if|across)\b/i,
    better: 'even after, including when',
    bad: 'It is kept, also after a restart.',
    good: 'It is kept, even after a restart.',
  },
  {
    words: /\b(tell|tells|told|telling) of\b/i,
    better: 'report, announce, notify about',
    bad: 'The lead is told of it.',
    good: 'The lead is notified. It is told often.',
  },
  {
    words: /\b(called|told) so\b(?! far)/i,
    better: 'called that, notified',
    bad: 'Its agent is told so.',
    good: 'Its agent is notified, so it stops.',
  },
  {
    words: /\binto being\b/i,
    better: 'is created',
    bad: 'A crew comes into being.',
    good: 'A crew is created.',
  },
  {
    words:
      /\bfound(s|ed) (a|an|the|by|here|later|on|while|with|or|from)\b|\b(crew|crews|is|are|was|were) founded\b/i,
    better: 'create',
    bad: 'A person founds a crew.',
    good: 'A person creates a crew that nobody found.',
  },
  {
    words: /\ban own (?!propert)/i,
    better: 'its own, one of your own',
    bad: 'It has an own folder.',
    good: 'It has its own folder.',
  },
  {
    words: /\b(stand|stands|stood) (in(?! for)|at|on|below|beside|behind|there|between|above)\b/i,
    better: 'is in, is beside, appears below',
    bad: 'The name stands beside it.',
    good: 'The name is beside it. `x` stands for a name and stands in for one.',
  },
  {
    words: /\b(up to when|from when on)\b/i,
    better: 'until when, since when',
    bad: 'It says up to when it was true.',
    good: 'It says until when it was true.',
  },
  {
    words: /\bin mid-\w/i,
    better: 'during a turn, in the middle of a command',
    bad: 'It is killed in mid-turn.',
    good: 'It is killed during a turn.',
  },
  {
    words: /\b(write|take|taken|taking|play) along\b/i,
    better: 'join the conversation, take with you',
    bad: 'You watch and write along.',
    good: 'You watch and join the conversation.',
  },
  {
    words: /\bbut for (?!a (moment|while))/i,
    better: 'except for',
    bad: 'All but for the lead.',
    good: 'All except the lead.',
  },
  {
    words: /\b(can|cannot|may|could) be had\b/i,
    better: 'is available, can be loaded',
    bad: 'The lock cannot be had.',
    good: 'The lock is not available.',
  },
  {
    words: /\b\w+ manieth\b|\bthe same again\b|\bthat there (is|are)[.,;:)]/i,
    better: 'which attempt, a repetition, that exist',
    bad: 'It lists the commands that there are.',
    good: 'It lists the commands that exist and says that there is more.',
  },
  {
    words: /\bwords? of (yours|theirs|his|hers|a person)\b/i,
    better: 'a message from you',
    bad: 'A word of yours ends it.',
    good: 'A message from you ends it.',
  },
].map((row) => ({ ...row, words: anySpace(row.words) }))

/** Texts that others rely on word for word, with where they are fixed. One that is found nowhere is a finding, too. */
const FIXED = []

function anySpace({ source, flags }) {
  return new RegExp(source.replaceAll(' ', '\\s+'), `${flags}g`)
}

/** The same text with what is no prose blanked out and lines of one paragraph joined, every character at its place. */
function proseOf(file, text) {
  return file.endsWith('.md') ? proseOfMarkdown(text) : proseOfCode(text)
}

const blank = (text) => text.replace(/[^\n]/g, ' ')

function proseOfMarkdown(text) {
  return text
    .replace(/^```[^]*?^```/gm, blank)
    .replace(/`[^`\n]*`/g, (code) => 'x'.repeat(code.length))
    .replace(/^#.*$/gm, blank)
    .replace(/^\| before \| after \|\n(\|.*\n)*/gim, blank)
    .replace(/\n(?=[^\s|#>*-])/g, ' ')
    .replace(/\n(?= {2,}\S)/g, ' ')
}

/** A comment continues in its next line. The rest of the code stays, except loops: its words are names or strings. */
function proseOfCode(text) {
  return text
    .replace(/\bfor (await )?\(.* of /g, blank)
    .replace(/(?<=^\s*(?:\/\/|\/?\*).*)\n\s*(?:\/\/|\*(?!\/)) (?=\S)/gm, (join) =>
      join.replace(/[^ ]/g, ' '),
    )
}

function checkWords(files, fixed = FIXED) {
  const problems = []
  const unused = new Set(fixed)
  for (const [file, text] of files) {
    const prose = proseOf(file, text)
    for (const { words, better } of WORDS) {
      for (const match of prose.matchAll(words)) {
        const here = text.slice(Math.max(0, match.index - 200), match.index + 300)
        const exception = fixed.find((one) => one.file === file && here.includes(one.text))
        unused.delete(exception)
        if (exception) continue
        const line = text.slice(0, match.index).split('\n').length
        const found = match[0].replace(/\s+/g, ' ').slice(0, 60)
        problems.push({ file, text: `${file}:${line}: '${found}': better ${better}` })
      }
    }
  }
  for (const { file, text } of unused) {
    problems.push({ file, text: `${file}:1: the exception '${text}' is not needed any more` })
  }
  return problems
}

function ownFiles() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  return files.split('\0').flatMap((file) => {
    if (TEST.test(file) || !REFUSED.test(file)) return []
    try {
      return [[file, readFileSync(join(root, file), 'utf8')]]
    } catch {
      return [] // deleted, and not committed yet
    }
  })
}

function selfTest() {
  const failures = []
  const expect = (what, isTrue) => isTrue || failures.push(what)
  for (const { bad, good, words } of WORDS) {
    const inComment = (text) => [['a.ts', `/**\n * ${text}\n */\n`]]
    const inDocument = (text) => [['a.md', text.replace('\n * ', '\n')]]
    for (const files of [inComment, inDocument]) {
      expect(`'${bad}' is found once by ${words}`, checkWords(files(bad), []).length === 1)
      expect(`'${good}' is fine`, checkWords(files(good), []).length === 0)
    }
  }
  const [first] = checkWords([['a.md', 'fine\nit begins anew\n']], [])
  expect(
    'the line and the better word',
    first?.text === "a.md:2: 'anew': better again, rebuilt, from the beginning",
  )
  expect(
    'a loop is not prose',
    checkWords([['a.ts', 'for (const told of all) x()']], []).length === 0,
  )
  const quoted =
    '# Who reads is told so\n\n```\nanew\n```\n\n| before | after |\n|---|---|\n| anew | again |\n\n`anew`\n'
  expect('code, headings and pairs are left alone', checkWords([['a.md', quoted]], []).length === 0)
  const fixed = [{ file: 'a.ts', text: 'begins anew' }]
  expect('an exception holds', checkWords([['a.ts', "x = 'begins anew'"]], fixed).length === 0)
  expect('one that is not needed is told', checkWords([['a.ts', 'x']], fixed).length === 1)
  for (const failure of failures) console.error(`self-test failed: ${failure}`)
  console.log(`self-test: ${failures.length} of ${WORDS.length * 4 + 5} cases failed`)
  return failures.length === 0
}

if (process.argv.includes('--self-test')) {
  process.exitCode = selfTest() ? 0 : 1
} else {
  const problems = checkWords(ownFiles())
  for (const { text } of problems) console.error(text)
  process.exitCode = problems.length === 0 ? 0 : 1
}
