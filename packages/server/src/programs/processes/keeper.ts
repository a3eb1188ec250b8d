import { spawnSync } from 'node:child_process'

/** Set in the environment of a keeper, and of nothing that it starts. */
export const KEEPER_VARIABLE = 'CREWROOM_KEEPER'
/** Variables that mean something to Perl are passed under other names: they are meant for the program. */
const HANDED = 'CREWROOM_HANDED_'

/** A command that stays beside a program and inherits every process that the program abandons. */
export interface Keeper {
  readonly command: string
  readonly args: readonly string[]
}

/** What a keeper reports on its fourth file descriptor, one per line. */
export type KeeperReport =
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'failed'; readonly errno: number }
  | { readonly kind: 'ended'; readonly code: number; readonly signal: number }

/** The number of `prctl`, by processor. */
const PRCTL: Readonly<Partial<Record<NodeJS.Architecture, number>>> = {
  x64: 157,
  arm64: 167,
  arm: 172,
  ia32: 172,
  ppc64: 171,
  riscv64: 167,
  loong64: 167,
  s390x: 172,
}
const PR_SET_CHILD_SUBREAPER = 36

/**
 * A process that clears its environment and starts a session of its own cannot be recognised once its parent is gone:
 * Linux gives it to init, unless an ancestor is a subreaper. Node cannot become one, but Perl can. The keeper does so
 * and starts the program in a group of its own. Then it only collects processes that end; it ignores all signals, and
 * ends when it has no descendant left. So everything that the program started is found below the keeper, even after the
 * program has ended or the server was killed.
 */
function script(prctl: number): string {
  return `use strict; use warnings; use POSIX ();
my $below = syscall(${prctl}, ${PR_SET_CHILD_SUBREAPER}, 1, 0, 0, 0);
if ($ARGV[0] eq '--try') { exit($below == 0 ? 0 : 1) }
sub tell_server { my ($line) = @_; POSIX::write(3, "$line\\n", length($line) + 1) }
pipe(my $from, my $to) or exit 127;
my $pid = fork();
if (!defined $pid) { tell_server('failed ' . ($! + 0)); exit 127 }
if ($pid == 0) {
  close $from;
  POSIX::close(3);
  setpgrp(0, 0);
  delete $ENV{${KEEPER_VARIABLE}};
  delete @ENV{grep { /^PERL/ } keys %ENV};
  for my $name (grep { /^${HANDED}/ } keys %ENV) {
    $ENV{substr($name, ${HANDED.length})} = delete $ENV{$name};
  }
  no warnings 'exec';
  exec { $ARGV[0] } @ARGV or print $to $! + 0;
  close $to;
  POSIX::_exit(127);
}
$SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT PIPE ALRM USR1 USR2 TSTP TTIN TTOU);
setpgrp($pid, $pid);
close $to;
POSIX::close($_) for 0 .. 2;
POSIX::open('/dev/null', POSIX::O_RDWR()) for 0 .. 2;
chdir '/';
my $errno = <$from>;
close $from;
if ($errno) { waitpid $pid, 0; tell_server("failed $errno"); exit 127 }
tell_server("started $pid");
while ((my $done = waitpid -1, 0) > 0) {
  next if $done != $pid;
  tell_server('ended ' . ($? >> 8) . ' ' . ($? & 127));
}
`
}

let found: Keeper | null | undefined

/** The keeper that works on this machine; null if there is none. Tried once. */
export function keeper(): Keeper | null {
  found ??= tried()
  return found
}

function tried(): Keeper | null {
  const prctl = PRCTL[process.arch]
  if (process.platform !== 'linux' || prctl === undefined) return null
  const args = ['-e', script(prctl), '--']
  const { status } = spawnSync('perl', [...args, '--try'], { env: environmentFor(process.env) })
  return status === 0 ? { command: 'perl', args } : null
}

/** The environment for a keeper whose program gets this one. */
export function environmentFor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { [KEEPER_VARIABLE]: '1' }
  for (const [name, value] of Object.entries(env)) {
    own[name.startsWith('PERL') ? HANDED + name : name] = value
  }
  // Perl would complain about a missing locale, in the place where the program's errors are read.
  return { ...own, PERL_BADLANG: '0' }
}

/** The reports in a keeper's output so far, each whole. */
export function reportIn(line: string): KeeperReport | null {
  const [, kind, ...numbers] = /^(started|failed|ended) (\d+)(?: (\d+))?$/.exec(line) ?? []
  const [first = 0, second = 0] = numbers.map(Number)
  if (kind === 'started') return { kind, pid: first }
  if (kind === 'failed') return { kind, errno: first }
  return kind === 'ended' ? { kind, code: first, signal: second } : null
}
