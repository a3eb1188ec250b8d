/**
 * Commands that coding agents run, each with one that begins with the same program and, by that program's manual, runs
 * another one (`./evil`) or writes beside the folder (`../outside`). `command-pairs.long.test.ts` sees the second ones do
 * it.
 */
type Pair = readonly [harmless: string, harmful: string]

const of = (harmless: string, ...harmful: readonly string[]): readonly Pair[] =>
  harmful.map((other) => [harmless, other])

const GIT = [
  ...of('git diff', 'git diff --output=../outside/mark', 'git -c diff.external=./evil diff HEAD~1'),
  ...of('git diff HEAD~1', 'GIT_EXTERNAL_DIFF=./evil git diff HEAD~1'),
  ...of('git diff --no-index a.txt b.txt', 'git diff --no-index --output=../outside/mark a.txt b.txt'),
  ...of('git log', 'git log --output=../outside/mark', 'git log -1 -p --output=../outside/mark'),
  ...of('git show', 'git show --output=../outside/mark'),
  ...of('git status', 'git -c core.fsmonitor=./evil status', 'git -c alias.y=!./evil y'),
  ...of('git grep one', 'git grep -O./evil one', 'git grep --open-files-in-pager=./evil one'),
  ...of('git fetch ../other', 'git fetch --upload-pack=./evil ../other', 'git -c core.sshCommand=./evil fetch ssh://h/x', 'git -c protocol.ext.allow=always fetch ext::./evil'),
  ...of('git pull ../other', 'git pull --upload-pack=./evil ../other'),
  ...of('git ls-remote ../other', 'git ls-remote --upload-pack=./evil ../other', 'GIT_SSH_COMMAND=./evil git ls-remote ssh://h/x'),
  ...of('git clone ../other c1', 'git clone --no-local -u ./evil ../other c2', 'git clone ../other ../outside/mark', 'git clone --template=tpl ../other c3'),
  ...of('git push ../other HEAD:x', 'git push --receive-pack=./evil ../other HEAD:x', 'git push --exec=./evil ../other HEAD:x'),
  ...of('git rebase HEAD~1', 'git rebase -x ./evil HEAD~1', 'git rebase --exec=./evil HEAD~1'),
  ...of('git config user.name ada', 'git config --file=../outside/mark a.b c', 'git config --global core.pager ./evil'),
  ...of('git commit --allow-empty -m x', 'git -c core.editor=./evil commit --allow-empty', 'git -c core.hooksPath=tpl/hooks commit --allow-empty -m x'),
  ...of('git tag v1', 'git -c core.editor=./evil tag -a v2', 'git -c gpg.program=./evil tag -s v3 -m x'),
  ...of('git branch b1', 'git -c core.editor=./evil branch --edit-description'),
  ...of('git archive HEAD', 'git archive --output=../outside/mark HEAD', 'git archive --remote=../other --exec=./evil HEAD'),
  ...of('git format-patch -1', 'git format-patch -1 -o ../outside'),
  ...of('git bundle create b.bundle HEAD', 'git bundle create ../outside/mark HEAD'),
  ...of('git worktree add w1', 'git worktree add ../outside/mark'),
  ...of('git init sub1', 'git init ../outside/mark'),
  ...of('git difftool HEAD~1', 'git difftool -y -x ./evil HEAD~1'),
  ...of('git --version', 'git --exec-path=evilbin x'),
  ...of('git checkout-index a.txt', 'git checkout-index --prefix=../outside/ a.txt'),
  ...of('git shortlog HEAD', 'git shortlog --output=../outside/mark HEAD'),
] // prettier-ignore

const SCRIPTS = [
  ...of('npm test', 'npm test --script-shell=./evil', 'npm test --prefix evilpkg', 'NODE_OPTIONS=--require=./evil.js npm test', 'npm_config_script_shell=./evil npm test', 'npm test evil.test.js'),
  ...of('npm run build', 'npm run evil', 'npm run build -- ../outside/mark'),
  ...of('npm run lint', 'npm run lint --node-options=--require=./evil.js'),
  ...of('npm exec -- true', 'npm exec -c ./evil'),
  ...of('npm config get registry', 'npm config set script-shell ./evil'),
  ...of('npm pack', 'npm pack --pack-destination=../outside'),
  ...of('pnpm test', 'pnpm test --dir=evilpkg', 'pnpm --script-shell=./evil test', 'pnpm test evil.test.js'),
  ...of('pnpm run build', 'pnpm run evil'),
  ...of('pnpm exec true', 'pnpm exec ./evil'),
  ...of('pnpm install', 'pnpm install --modules-dir=../outside/mark'),
  ...of('yarn test', 'yarn --cwd evilpkg test', 'yarn test evil.test.js'),
  ...of('yarn run build', 'yarn run evil'),
  ...of('yarn node a.js', 'yarn node evil.js'),
  ...of('node a.js', 'node evil.js', 'node -r ./evil.js a.js', 'node --import ./evil.mjs a.js', 'node --cpu-prof --cpu-prof-dir=../outside/mark a.js', 'NODE_OPTIONS=--require=./evil.js node a.js', 'node --experimental-loader ./evil.mjs a.js'),
  ...of('node -p 1', `node -p 'require("./evil.js")'`),
  ...of('node --test', 'node --test evil.test.js'),
  ...of('tsc --noEmit src/a.ts', 'tsc --outDir ../outside src/a.ts', 'tsc --noEmit --incremental --tsBuildInfoFile ../outside/mark src/a.ts'),
  ...of('vitest run', 'vitest run --config evil.config.mjs', 'vitest run --root evilvitest', 'vitest run --passWithNoTests --reporter=json --outputFile=../outside/mark'),
  ...of('eslint src', 'eslint --config evil.config.js src', 'eslint -o ../outside/mark src', 'eslint --rulesdir evil src', 'eslint -f ./evil.js src', 'eslint --cache --cache-location ../outside/mark src'),
  ...of('jest', 'jest --config=evil.config.js', 'jest --globalSetup=./evil.js', 'jest --testEnvironment=./evil.js', 'jest --json --outputFile=../outside/mark', 'jest --rootDir=evil'),
] // prettier-ignore

const PYTHON = [
  ...of('python3 a.py', 'python3 evil.py', 'PYTHONPATH=evilpy python3 a.py', 'PYTHONINSPECT=1 python3 evil.py'),
  ...of('python3 -m this', `python3 -c 'open("../outside/mark", "w")'`, 'python3 -m evil'),
  ...of('python3 -m json.tool a.json', 'python3 -m json.tool a.json ../outside/mark'),
  ...of('python3 -m tarfile -l a.tar', 'python3 -m tarfile -e a.tar ../outside'),
  ...of('python3 -m zipfile -l a.zip', 'python3 -m zipfile -e a.zip ../outside'),
  ...of('python3 -m compileall src', 'PYTHONPYCACHEPREFIX=../outside python3 -m compileall py'),
  ...of('python3 -m cProfile a.py', 'python3 -m cProfile -o ../outside/mark a.py'),
  ...of('python3 -m timeit 1', `python3 -m timeit -n 1 -s 'open("../outside/mark", "w")' 1`),
  ...of('python3 -m venv v', 'python3 -m venv --without-pip ../outside/mark'),
  ...of('python3 -m doctest a.py', 'python3 -m doctest evil.py'),
  ...of('pip list', 'pip list --log=../outside/mark'),
  ...of('pip config list', 'pip config --user set global.timeout 9', 'pip config --editor ./evil edit --user'),
  ...of('pytest test_a.py', 'pytest --junitxml=../outside/mark test_a.py', 'pytest -o cache_dir=../outside/mark test_a.py', 'pytest --debug=../outside/mark test_a.py', 'PYTEST_ADDOPTS=--junitxml=../outside/mark pytest test_a.py', 'pytest test_evil.py'),
] // prettier-ignore

const BUILDS = [
  ...of('cargo build', 'RUSTC=./evil cargo build', 'cargo build --target-dir=../outside/mark', 'cargo build --manifest-path=evilcrate/Cargo.toml', `cargo build --config 'build.rustc="./evil"'`),
  ...of('cargo check', 'RUSTC_WRAPPER=./evil cargo check'),
  ...of('cargo test parser', 'cargo test --config evil.toml', 'cargo test evil'),
  ...of('cargo new x1', 'cargo new ../outside/mark'),
  ...of('go test', 'go test -exec ./evil', 'go test -coverprofile=../outside/mark', 'go test ./evil'),
  ...of('go build', 'go build -o ../outside/mark', 'go build -toolexec=./evil', 'go build -overlay=evil.json', 'go build -C ../other'),
  ...of('go vet', 'go vet -vettool=./evil'),
  ...of('go run .', 'go run evil.go'),
  ...of('go env', 'go env -w GOFLAGS=-toolexec=./evil'),
  ...of('make', 'make bad', 'make -f evil.mk', 'make -C evilmake', 'MAKEFILES=evil.mk make'),
  ...of('make all', 'make all SHELL=./evil', `make --eval='$(shell ./evil)' all`),
  ...of('gcc -c a.c', 'gcc -wrapper ./evil -c a.c', 'gcc -c a.c -o ../outside/mark', 'gcc -B evilbin/ -c a.c'),
  ...of('docker ps', 'docker run -v /:/host alpine rm -rf /host', 'docker -H ssh://h ps'),
  ...of('docker build .', 'docker build -o ../outside .'),
  ...of('docker exec web ls', 'docker exec web rm -rf /'),
  ...of('docker compose up', 'docker compose -f evil.yml up'),
  ...of('docker cp web:/a .', 'docker cp web:/a ../outside/mark'),
  ...of('gh api user', 'gh api user -X DELETE', 'gh api -X DELETE repos/o/r'),
  ...of('gh pr view 1', 'gh pr merge 1'),
  ...of('gh repo view', 'gh repo delete --yes'),
  ...of('gh alias list', `gh alias set x '!./evil'`),
  ...of('gh run list', 'gh run download 1 --dir ../outside/mark'),
] // prettier-ignore

const FILES = [
  ...of('tar tf a.tar', 'tar tf a.tar --checkpoint=1 --checkpoint-action=exec=./evil', 'tar xf a.tar -C ../outside', 'tar tf a.tar --use-compress-program=./evil', 'tar xf a.tar --to-command=./evil', 'tar -I ./evil -tf a.tar', 'tar tvf a.tar --index-file=../outside/mark', `TAR_OPTIONS='--checkpoint=1 --checkpoint-action=exec=./evil' tar tf a.tar`),
  ...of('tar cf b.tar src', 'tar cf ../outside/mark src'),
  ...of('find . -name a.txt', 'find . -name a.txt -exec ./evil {} +', 'find . -name a.txt -execdir ./evil {} +', 'find ../outside -name precious -delete', 'find . -name a.txt -fprint ../outside/mark', 'find . -fls ../outside/mark', 'find . -fprintf ../outside/mark x'),
  ...of('sed -n 1p a.txt', `sed -n '1e ./evil' a.txt`, `sed -n 'w ../outside/mark' a.txt`, 'sed -n -f evil.sed a.txt', 'sed -i s/p/q/ ../outside/precious'),
  ...of('awk 1 a.txt', `awk 'BEGIN{system("./evil")}'`, `awk 'BEGIN{print > "../outside/mark"}'`, 'awk -f evil.awk a.txt', `awk 'BEGIN{"./evil" | getline}'`),
  ...of('mawk 1 a.txt', `mawk 'BEGIN{system("./evil")}'`),
  ...of('gawk 1 a.txt', 'gawk -i inplace 1 ../outside/precious', 'gawk -l evil 1 a.txt'),
  ...of('grep one a.txt', 'grep one a.txt > ../outside/mark', 'grep one a.txt | ./evil'),
  ...of('rg one', 'rg --pre ./evil one', 'RIPGREP_CONFIG_PATH=evil.rc rg one', 'rg --hostname-bin=./evil --hyperlink-format=default one'),
  ...of('rm a.txt', 'rm -rf ../outside', 'rm a.txt ../outside/precious'),
  ...of('cp a.txt b.txt', 'cp a.txt ../outside/mark', 'cp -t ../outside a.txt', 'cp --target-directory=../outside a.txt'),
  ...of('cp -r src s2', 'cp -r src ../outside'),
  ...of('mv a.txt c.txt', 'mv a.txt ../outside/mark', 'mv ../outside/precious c.txt', 'mv -t ../outside a.txt'),
  ...of('ln -s a.txt l', 'ln -s a.txt ../outside/mark'),
  ...of('install a.txt b2.txt', 'install a.txt ../outside/mark'),
  ...of('mkdir src/x', 'mkdir ../outside/mark'),
  ...of('touch a.txt', 'touch ../outside/mark'),
  ...of('tee log', 'tee ../outside/mark'),
  ...of('dd if=a.txt of=b2.txt', 'dd if=a.txt of=../outside/mark'),
  ...of('truncate -s 0 b.txt', 'truncate -s 0 ../outside/precious'),
  ...of('split a.txt', 'split a.txt ../outside/mark', 'split --filter=./evil a.txt'),
  ...of('sort a.txt', 'sort -o ../outside/mark a.txt', 'sort a.txt -o ../outside/mark'),
  ...of('uniq a.txt', 'uniq a.txt ../outside/mark'),
  ...of('zip -q b.zip a.txt', 'zip -q -T -TT ./evil b.zip a.txt', 'zip -q ../outside/mark a.txt'),
  ...of('unzip -l a.zip', 'unzip -o a.zip -d ../outside'),
  ...of('jq . a.json', 'jq . a.json > ../outside/mark'),
] // prettier-ignore

const MACHINES = [
  ...of('curl -s file:///etc/hostname', 'curl -s file:///etc/hostname -o ../outside/mark', 'curl -s -K evil.curlrc', 'curl -s --trace ../outside/mark file:///etc/hostname', 'curl -s -D ../outside/mark file:///etc/hostname', 'curl -s --libcurl ../outside/mark file:///etc/hostname'),
  ...of('wget -q http://127.0.0.1:9/a', 'wget -q -t 1 -o ../outside/mark http://127.0.0.1:9/a', 'wget -q -t 1 --use-askpass=./evil http://127.0.0.1:9/a'),
  ...of('ssh h', 'ssh -o ProxyCommand=./evil h', 'ssh -E ../outside/mark h', 'ssh -F evil.ssh h'),
  ...of('scp a.txt b.txt', 'scp -S ./evil a.txt h:', 'scp a.txt ../outside/mark'),
  ...of('sftp h', 'sftp -S ./evil h', 'sftp -D ./evil'),
  ...of('rsync -a src s2', 'rsync -a -e ./evil src h:', 'rsync -a src ../outside/', 'rsync -a --rsync-path=./evil src h:', 'rsync -a --log-file=../outside/mark src s2'),
  ...of('sqlite3 a.db .tables', `sqlite3 a.db '.shell ./evil'`, `sqlite3 a.db '.output ../outside/mark' 'select 1'`, `sqlite3 -cmd '.system ./evil' a.db .tables`, `sqlite3 ../outside/mark 'create table t(x)'`, 'sqlite3 -init evil.sqlite a.db .tables', `sqlite3 a.db "attach '../outside/mark' as x; create table x.t(y)"`),
  ...of(`psql -c 'select 1'`, `psql -c '\\! ./evil'`, `psql -o ../outside/mark -c 'select 1'`),
  ...of('psql -l', 'psql -f evil.sql', 'PAGER=./evil psql -l'),
] // prettier-ignore

const SHELLS = [
  ...of('sh -c true', 'sh -c ./evil', 'sh evil'),
  ...of('bash a.sh', 'bash evil.sh', 'BASH_ENV=./evil.sh bash a.sh', 'bash -c ./evil'),
  ...of('. ./a.sh', '. ./evil.sh'),
  ...of('env true', 'env ./evil', 'env -S ./evil', 'env PATH=evilbin true'),
  ...of('timeout 5 true', 'timeout 5 ./evil'),
  ...of('xargs -a a.txt echo', 'xargs -a a.txt ./evil'),
  ...of('perl -c a.pl', `perl -e 'system("./evil")'`, 'perl -i -pe s/p/q/ ../outside/precious'),
  ...of('flock a.txt true', 'flock a.txt ./evil'),
  ...of('strace -V', 'strace -o ../outside/mark true'),
  ...of('ls', 'ls && ./evil', 'ls; ./evil', 'ls & ./evil', 'ls | ./evil', 'ls missing || ./evil', 'ls\n./evil', 'ls $(./evil)', 'ls `./evil`', 'ls > ../outside/mark', 'ls\r\n./evil', 'ls <<X $(./evil)\nX', '(./evil)', '{ ./evil; }', 'eval ./evil'),
  ...of('ls src', 'ls src/../../outside > ../outside/mark'),
] // prettier-ignore

export const PAIRS: readonly Pair[] = [
  ...GIT,
  ...SCRIPTS,
  ...PYTHON,
  ...BUILDS,
  ...FILES,
  ...MACHINES,
  ...SHELLS,
]
