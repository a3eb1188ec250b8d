import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginsWith, isAllowedBy, mightRun, ruleTextOf } from '../../src/crew/command-words'

const FITS: readonly (readonly [prefix: string, command: string, fits: boolean, why: string])[] = [
  ['npm test', 'npm test', true, 'the same'],
  ['npm test', 'npm test -- --watch', true, 'more arguments'],
  ['npm test', 'npm  test', true, 'more spaces'],
  ['npm test', 'npm tests', false, 'half a word'],
  ['npm', 'npmx install', false, 'half of the program'],
  ['npm test', 'npm', false, 'less than the prefix'],
  ['npm test', 'FOO=1 npm test', false, 'a variable before it'],
  ['npm test', 'npm test; rm -rf /', false, ';'],
  ['npm test', 'npm test && rm -rf /', false, '&&'],
  ['npm test', 'npm test & rm -rf /', false, '&'],
  ['npm test', 'npm test | sh', false, '|'],
  ['npm test', 'npm test || rm -rf /', false, '||'],
  ['npm test', 'npm test `rm -rf /`', false, 'backticks'],
  ['npm test', 'npm test $(rm -rf /)', false, '$('],
  ['npm test', 'npm test "$(rm -rf /)"', false, '$( in quotes'],
  ['npm test', 'npm test ${IFS}', false, '${'],
  ['npm test', 'npm test <(rm x)', false, '<('],
  ['npm test', 'npm test > ~/.bashrc', false, '>'],
  ['npm test', 'npm test < secret', false, '<'],
  ['npm test', 'npm test\nrm -rf /', false, 'a line end'],
  ['npm test', 'npm test\rrm -rf /', false, 'a carriage return'],
  ['npm test', 'npm test\u2028rm -rf /', false, 'a line separator'],
  ['npm test', 'npm test\u0000rm', false, 'a control character'],
  ['npm test', 'npm test \\\nrm', false, 'a continued line'],
  ['npm test', 'npm\u00A0test', false, 'another space'],
  ['npm test', 'npm\ttest', false, 'a tab'],
  ['npm test', '', false, 'nothing'],
  ['npm test > log', 'npm test > log', true, 'the very same command'],
  ['npm test > log', 'npm test > log2', false, 'nearly the same'],
  ['npm test > log', 'npm test > log x', false, 'more of it'],
] // prettier-ignore

test('PM9 a prefix fits whole words of a command that runs one program; any other command fits only as a whole', () => {
  for (const [prefix, command, fits, why] of FITS) {
    expect.soft(beginsWith(command, prefix), why).toBe(fits)
  }
})

test('PM9 whatever follows an allowed prefix, a shell can do no more than run that program', () => {
  const joins = [';', '&&', '||', '|', '&', '\n', '\r', '`', '$(', '>', '<', '(', '{', '\\']
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...joins),
      fc.string({ unit: 'binary', maxLength: 20 }),
      (before, join, after) => !beginsWith(`npm test ${before}${join}${after}`, 'npm test'),
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\w./:=@%+,-]{1,8}$/)), (words) =>
      beginsWith(['npm', 'test', ...words].join(' '), 'npm test'),
    ),
  )
})

const RULES: readonly (readonly [command: string, rule: string])[] = [
  ['npm test', 'npm test'],
  ['npm test src/a.test.ts', 'npm test src/a.test.ts'],
  ['git status', 'git status'],
  ['git diff src packages/web', 'git diff'],
  ['go test ./...', 'go test ./...'],
  ['go build ./...', 'go build'],
  ['cargo test parser', 'cargo test parser'],
  ['npm test -- --run', 'npm test -- --run'],
  ['git status -s', 'git status -s'],
  ['git diff ../other', 'git diff ../other'],
  ['git diff /etc/passwd', 'git diff /etc/passwd'],
  ['git log "a b"', 'git log "a b"'],
  ['git -C /etc status', 'git -C /etc status'],
  ['/usr/bin/git log', '/usr/bin/git log'],
  ['npm run build', 'npm run build'],
  ['ls src', 'ls src'],
  ['make', 'make'],
  ['X=1 ls', 'X=1 ls'],
  ['git diff > a.patch', 'git diff > a.patch'],
] // prettier-ignore

test('PM10 "always" allows the whole command, and further files of the folder only behind the commands of a short table', () => {
  for (const [command, rule] of RULES) {
    expect.soft(ruleTextOf(command), command).toBe(rule)
    expect.soft(isAllowedBy(command, rule), command).toBe(true)
  }
})

/** Harmless, and what has the same beginning and runs another program, or writes somewhere else. */
const PAIRS: readonly (readonly [command: string, other: string])[] = [
  ['tar tf a.tar', 'tar tf a.tar --checkpoint=1 --checkpoint-action=exec=./evil.sh'],
  ['tar tf a.tar', 'tar xf a.tar'],
  ['git grep word', 'git grep -O./evil word'],
  ['git fetch', 'git fetch --upload-pack=./evil'],
  ['git rebase main', 'git rebase main -x ./evil'],
  ['git diff', 'git diff --output=/etc/passwd'],
  ['git diff src', 'git diff src --ext-diff'],
  ['git diff src', 'git diff ~/secret'],
  ['git diff src', 'git diff src/../../other'],
  ['git log', 'git log --output=x'],
  ['git show', 'git show --textconv'],
  ['git status', 'git -c core.fsmonitor=./evil status'],
  ['git status', 'git status --porcelain'],
  ['git add src', 'git add --chmod=+x src'],
  ['git add src', 'git add src *'],
  ['git config user.name', 'git config core.sshCommand ./evil'],
  ['git commit -m x', 'git commit -m x --no-verify'],
  ['git push', 'git push --receive-pack=./evil'],
  ['git clone a', 'git clone a -c core.sshCommand=./evil'],
  ['git bisect run ls', 'git bisect run rm -rf /'],
  ['git submodule foreach ls', 'git submodule foreach rm'],
  ['npm test', 'npm test --script-shell=./evil'],
  ['npm test', 'npm test --prefix ./evil'],
  ['npm test', 'npm test -- --config evil.js'],
  ['npm test', 'NODE_OPTIONS=--require=./evil.js npm test'],
  ['npm test', 'npm --prefix evil test'],
  ['npm run build', 'npm run build --script-shell=./evil'],
  ['npm run build', 'npm run deploy'],
  ['npm install', 'npm install evil'],
  ['npm exec node a.js', 'npm exec node -e rm'],
  ['npm x vitest', 'npm x other'],
  ['npm init -y', 'npm init other'],
  ['yarn node a.js', 'yarn node -e rm'],
  ['pnpm test', 'pnpm test --dir=evil'],
  ['go test', 'go test -exec ./evil'],
  ['go test ./...', 'go test ./... -toolexec=./evil'],
  ['go build', 'go build -o /usr/local/bin/go'],
  ['go vet', 'go vet -vettool=./evil'],
  ['cargo test', 'cargo test --config build.runner=./evil'],
  ['cargo build', 'cargo build --target-dir=/'],
  ['cargo check', 'cargo +evil check'],
  ['cargo run', 'cargo run -- x'],
  ['make test', 'make test -f evil.mk'],
  ['make test', 'make test SHELL=./evil'],
  ['make', 'make deploy'],
  ['gh api user', 'gh api user -X DELETE'],
  ['rm build.log', 'rm -rf ~'],
  ['rm build.log', 'rm build.log src'],
  ['cp a b', 'cp a ~/.bashrc'],
  ['cp a', 'cp a b'],
  ['mv a b', 'mv a b c'],
  ['tee log', 'tee log .git/hooks/pre-commit'],
  ['sort a', 'sort a -o ~/.bashrc'],
  ['nodejs a.js', 'nodejs b.js'],
  ['node', 'node -e 1'],
  ['python3.12 -m this', 'python3.12 -m this -c x'],
  ['mawk 1', 'mawk 1 x'],
  ['vim a', 'vim a -c :!evil'],
  ['java -jar a.jar', 'java -jar a.jar b'],
  ['taskset 1 ls', 'taskset 1 rm'],
  ['systemd-run ls', 'systemd-run rm'],
  ['rsync a b', 'rsync a b -e ./evil'],
  ['fd a', 'fd a -x rm'],
  ['rg a', 'rg a --pre ./evil'],
  ['sqlite3 a.db', 'sqlite3 a.db .shell'],
  ['psql', 'psql -c x'],
  ['find . -name a', 'find . -name a -delete'],
  ['curl https://example.com', 'curl https://example.com -o /etc/passwd'],
  ['sudo ls', 'sudo ls -la'],
  ['env X=1', 'env X=1 rm -rf /'],
  ['X=1', 'X=1 rm -rf /'],
  ['! grep a b', '! rm -rf /'],
  ['"sudo" ls', '"sudo" rm -rf /'],
  ['/bin/b?sh a', '/bin/b?sh -c rm'],
  ['. setup', '. other'],
  ['trap ls EXIT', 'trap rm EXIT'],
  ['uv run python a.py', 'uv run python -c rm'],
  ['docker exec web ls', 'docker exec web rm -rf /'],
  ['docker compose exec web ls', 'docker compose exec web rm'],
  ['kubectl exec pod ls', 'kubectl exec pod rm'],
  ['rm "a b"', 'rm "a  b"'],
  ['npm test', 'npm\u00A0test'],
  ['npm test', 'npm test\u2028rm'],
  ['npm test', 'npm test \u0000'],
  ['npm test', 'npm test\r\nrm'],
  ['npm test', 'npm test <<EOF'],
  ['npm test', 'npm test {a,b}'],
  ['npm test', 'npm test a?'],
  ['npm test', 'npm test [a]'],
  ['npm test', 'npm t\u0435st'],
] // prettier-ignore

test('PM19 what "always" allows is never another program, an option, a place outside the folder, an assignment or a pattern', () => {
  for (const [command, other] of PAIRS) {
    const rule = ruleTextOf(command)
    expect.soft(isAllowedBy(command, rule), command).toBe(true)
    expect.soft(isAllowedBy(other, rule), other).toBe(false)
  }
})

const WORD = fc.constantFrom('git', 'diff', 'status', 'npm', 'test', 'go', 'rm', 'src', 'a.ts', './b', '../c', '/etc', '~/x', '-x', '--output=f', 'A=1', '*', '"q"', 'x;y', '$(z)', 'h:p', '@f') // prettier-ignore
const COMMAND = fc.array(WORD, { minLength: 1, maxLength: 5 })

test('PM19 whatever was answered with "always", what is allowed later has the same words, or the same but for files of the folder', () => {
  const isFile = (word: string) => /^(?!-)[\w.]/.test(word) && !/[^\w./-]|\.\.|^[/~]/.test(word)
  fc.assert(
    fc.property(COMMAND, COMMAND, fc.boolean(), (answered, asked, begins) => {
      const later = begins ? [...answered, ...asked] : asked
      if (!isAllowedBy(later.join(' '), ruleTextOf(answered.join(' ')))) return true
      const others = (words: readonly string[]) =>
        words.filter((word, at) => at < 2 || !isFile(word))
      return JSON.stringify(others(later)) === JSON.stringify(others(answered))
    }),
    { numRuns: 2_000 },
  )
})

test('PM20 a rule that refuses or asks sees its command among others, behind others, in quotes and by its path', () => {
  const hidden = [
    'cd app && git push',
    'true; git push',
    'echo a\ngit push',
    'git -C app push',
    'sudo git push',
    'A=1 git push',
    '/usr/bin/git push --force',
    '"git" pu"sh"',
    "sh -c 'git push'",
    '/usr/bin/gi? push',
    'GIT push',
    '$(echo git) push',
    'git-push origin',
    '/usr/lib/git-core/git-push',
    'git -c alias.x=!"git push" x',
  ]
  for (const command of hidden) expect.soft(mightRun(command, 'git push'), command).toBe(true)
  for (const command of ['git status', 'npm test', 'ls *.ts', 'push git', 'git pushy']) {
    expect.soft(mightRun(command, 'git push'), command).toBe(false)
  }
})

/** By the manuals of env, xargs, git, tar, rsync, ssh, find, zsh, cmd and others: each runs `rm`. */
const ROUNDABOUT = ['env -Srm', "env -S'rm -rf x'", 'env --split-string=rm', 'env r? -rf x', 'env /bin/r[m] x', 'command r*', 'xargs -a list rm', 'git -c alias.x=!rm x', 'git -c core.pager=rm log', 'GIT_PAGER=rm git log', 'PAGER=/bin/rm man ls', 'git diff -Orm', 'git rebase -xrm HEAD', 'git fetch --upload-pack=rm x', 'git grep --open-files-in-pager=rm x', 'git bisect run rm', 'tar xf a.tar --to-command=rm', 'tar xf a.tar --checkpoint-action=exec=rm', 'tar -Irm -xf a.tar', 'rsync -erm a h:', 'rsync --rsh=rm a h:', 'ssh -oProxyCommand=rm h', 'find . -exec rm x +', 'make SHELL=rm', 'go test -exec=rm', 'go build -toolexec=rm', 'cargo --config=build.rustc=rm build', 'npm_config_script_shell=rm npm test', 'npm test --script-shell=rm', 'docker run --entrypoint=rm a', 'kubectl exec p -- rm x', 'terraform console -var=x=rm', 'busybox rm x', 'nice -n5 rm x', 'stdbuf -oL rm x', 'sudo -u ada rm x', 'doas rm x', 'python3 -m rm', 'EDITOR=rm crontab -e', 'man -Prm ls', 'less +!rm', 'sort --compress-program=rm a', 'split --filter=rm a', 'rg --pre=rm x', 'zip -TTrm a', 'gcc -wrapper rm,x a.c', '=rm x', 'r^m x', '%X% x', "r'm' x", 'RM x', 'sed 1e!rm a', 'uv run rm', 'pnpm exec rm', 'yarn exec rm', 'bun x rm', 'deno task rm', 'gh alias set x !rm', 'curl --config=rm'] // prettier-ignore

test.each(ROUNDABOUT)(
  'PM43 a rule that refuses or asks about a program sees it in %j',
  (command) => {
    expect(mightRun(command, 'rm')).toBe(true)
  },
)

test.each(['ls *.ts', 'npm run format', 'git show HEAD^', 'farm x', 'git log --format=%h', 'ls src/arms', 'rmdir x', 'go build ./warm', 'git add [ab].ts'])(
  'PM43 such a rule lets %j be',
  (command) => {
    expect(mightRun(command, 'rm')).toBe(false)
  },
) // prettier-ignore
