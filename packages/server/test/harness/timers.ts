/** One timer of the source: what ends it, and who can end it when its subject has ended, is removed, archived, imported or paused. */
export type TimerRow = readonly [waits: string, endsWith: string, whoEnds: string]

const TIME = 'nobody has to: it is over after its time and finds that its subject is gone'
const CALLER = 'its caller, whose signal or connection ends it'
const STOP = 'the end of the server'
const STORED =
  'storage that works again; it looks at its subject first and leaves it alone when that is gone'
const retry = (waits: string): TimerRow => [`try again: ${waits}`, 'its time', STORED]
const PORT: TimerRow = [
  'the port of timers itself',
  'its time',
  'whoever began it, with what it is given',
]

/** Every timer of `server/src` and `shared/src`, by file, in the order in which they stand there. */
export const TIMERS: Readonly<Record<string, readonly TimerRow[]>> = {
  'server/app.ts': [['a stop waits for the folder of a crew', 'the last write, its time', TIME]],
  'server/clock.ts': [PORT],
  'server/countdown.ts': [
    ['a length that passes only while it runs', 'its time', 'its owner, with stand'],
  ],
  'server/recovery.ts': [
    ['a stop looks whether storage was lost', 'its work, a failure of storage', STOP],
    retry('to load what is stored'),
  ],
  'server/start-server.ts': [['a stop takes too long', 'the stop, the end of the process', TIME]],
  'server/agents/agent-transcripts.ts': [
    ['lines of a record are gathered', 'its time', 'whoever stops looking; then it gives nothing'],
  ],
  'server/agents/hold-timers.ts': [
    ['ends of holds, also from before a start', 'its time', 'a person, who releases it'],
    [
      'a hold lasts',
      'its time, the end of the hold',
      'a person, who releases it; a crew that is deleted or not resumed has none',
    ],
  ],
  'server/agents/stall-watch.ts': [['the next look at a crew', 'its time, an earlier look', STOP]],
  'server/api/principal.ts': [
    ['logins of people last', 'its time', 'a person, who logs out or rotates the token'],
  ],
  'server/api/uploads.ts': [
    ['an upload lasts', 'its last byte, its time', CALLER],
    ['the rest of a refused upload is read', 'its last byte, its time', CALLER],
  ],
  'server/api/json-rpc/agent-items.ts': [
    ['ask again for items when nothing rings', 'its time', CALLER],
  ],
  'server/api/mcp/readers.ts': [
    ['a newer wait lets an older one go on', 'the older one, its time', CALLER],
  ],
  'server/api/mcp/tools/read-inbox.ts': [
    ['a wait says again that it goes on', 'its time', CALLER],
    ['a wait says that it goes on', 'its time, an item', CALLER],
  ],
  'server/api/sockets/answer-progress.ts': [['parts of an answer are gathered', 'its time', TIME]],
  'server/api/sockets/inbox-push.ts': [
    retry('to hand over an item; its connection may be closed by then'),
  ],
  'server/api/sockets/live-sender.ts': [['what is live is gathered', 'its time', CALLER]],
  'server/api/sockets/transcript-watches.ts': [
    ['changes of a record are gathered', 'its time', CALLER],
  ],
  'server/api/sockets/upgrade.ts': [
    ['a connection says hello', 'hello, the end of the connection, its time: 5 s', CALLER],
    ['the next heartbeat; who has not answered the one before is cut off', 'its time', STOP],
    ['connections close at a stop', 'its time: cut off', TIME],
  ],
  'server/cli/create.ts': [
    ['a command asks again', 'an answer, its time', 'a person, who ends the command'],
  ],
  'server/cli/discuss.ts': [
    ['a command connects again', 'its time', 'a person, who ends the command'],
  ],
  'server/cli/running-server.ts': [['a server proves itself', 'its answer, its time', TIME]],
  'server/cli/tail.ts': [
    ['a command connects again', 'its time', 'a person, who ends the command'],
  ],
  'server/cli/try-models.ts': [
    ['an endpoint answers', 'its answer, its time', 'a person, who ends the command'],
  ],
  'server/cli/bridge/bridge-agents.ts': [
    ['another bridge has the file', 'its end; a lock that is 5 s old is taken away', TIME],
  ],
  'server/cli/bridge/crewroom-client.ts': [
    ['a server opens a session', 'its answer, its time', TIME],
    ['a server says nothing', 'its next word, its time', CALLER],
  ],
  'server/cli/bridge/until-answered.ts': [
    ['a lost call is sent again', 'its time, 30 s in all', 'its client, which ends the bridge'],
  ],
  'server/crew/conduct-guard.ts': [
    ['strikes are forgotten', 'its time', 'a person, who takes part'],
  ],
  'server/crew/refused-work.ts': [
    ['a request waits for its refusal', 'its time', TIME],
    ['frames of a connection wait', 'its time', TIME],
  ],
  'server/crew/shard.ts': [
    ['invitations last', 'its time, its last use', 'a person, who revokes it'],
  ],
  'server/delivery/bell.ts': [['a reader waits for an item', 'an item, its time', CALLER]],
  'server/delivery/confirmations.ts': [
    ['confirmations are gathered, and somebody waits for that', 'its time', STOP],
    retry('to store confirmations'),
    ['confirmations are gathered', 'its time', STOP],
  ],
  'server/delivery/remote-inbox.ts': [
    [
      'an agent elsewhere is connected after it asked',
      'its time, its next request',
      'a person, who ends or removes it',
    ],
  ],
  'server/demo/crew-folder.ts': [
    ['the sample looks again', 'its crew', 'a person, who ends the program'],
  ],
  'server/demo/demo.ts': [
    ['the sample takes its time', 'its time', 'a person, who ends the program'],
    ['the sample looks again', 'its time', 'a person, who ends the program'],
  ],
  'server/demo/pace.ts': [
    ['the sample takes its time', 'its time', 'a person, who ends the program'],
  ],
  'server/discussions/run-stepper.ts': [retry('a step of a discussion')],
  'server/discussions/run-stream.ts': [['facts of a discussion are gathered', 'its time', CALLER]],
  'server/discussions/turn-timers.ts': [
    retry('to end the turn of a person'),
    [
      'the turn of a person lasts',
      'an answer, its time',
      'a person, who stops the discussion; its end',
    ],
  ],
  'server/groups/search-messages.ts': [
    ['a search waits for the index', 'the index, its time', TIME],
  ],
  'server/intake/intake.ts': [retry('to store what an agent answered')],
  'server/intake/journal-room.ts': [['an agent waits for room in the journal', 'its time', STORED]],
  'server/journal/retention-rounds.ts': [['the next round of retention', 'its time', STOP]],
  'server/programs/agent-manager.ts': [
    [
      'a program that crashed starts again',
      'its time',
      'a person, who resumes, restarts or ends its agent; the end of its crew',
    ],
    retry('to note that an agent has failed'),
    retry('to note that the program of a deleted crew is gone'),
  ],
  'server/programs/pipe.ts': [
    retry('a hand-over to a pipe'),
    [
      'a pipe that says nothing more works no longer',
      'its next word, its time',
      'a person, who ends its agent',
    ],
  ],
  'server/programs/remember.ts': [retry('to remember something of an agent')],
  'server/programs/tool-doors.ts': [
    ['a program asks for its tools', 'its request, its time', TIME],
  ],
  'server/programs/try-program.ts': [
    ['a program opens a session', 'its session, its end, its time', TIME],
  ],
  'server/programs/acp/acp-connection.ts': [
    ['a program that closed its input ends', 'its end, its time', TIME],
    [
      'a program confirms that its turn is over',
      'its word, its end, its time',
      'a person, who ends its agent',
    ],
    [
      'a program answers a request that has a time',
      'its answer, its end, its time',
      'a person, who ends its agent',
    ],
    ['a program that closed its output ends', 'its end, its time', TIME],
  ],
  'server/programs/acp/acp-idle.ts': [
    ['a program falls asleep', 'an item, its time', 'a person, who ends its agent'],
  ],
  'server/programs/acp/acp-permissions.ts': [
    [
      'a permission lasts; it stands while its crew is paused',
      'an answer, its time',
      'a person, who answers; the end of the turn, the program, the server',
    ],
    retry('to open a need'),
    retry('to answer for the person whose time is over'),
    retry('to close a need'),
  ],
  'server/programs/acp/acp-quiet.ts': [
    [
      'a program is quiet after its turn',
      'its quiet, its time, its end',
      'a person, who ends its agent',
    ],
  ],
  'server/programs/acp/acp-run.ts': [retry('a hand-over to a program')],
  'server/programs/acp/end-prompt.ts': [retry('to store that a turn is over')],
  'server/programs/model/model-request.ts': [
    [
      'an endpoint sends its next part',
      'its part, its time',
      'a person, who interrupts or ends its agent',
    ],
  ],
  'server/programs/model/model-run.ts': [retry('a hand-over to a model')],
  'server/programs/model/tries.ts': [
    ['a model is asked again', 'its time', 'a person, who interrupts or ends its agent'],
  ],
  'server/programs/processes/agent-child.ts': [
    ['a program that was asked to ends', 'its end, its time: killed', TIME],
    ['processes that are left are looked for again', 'their end', TIME],
  ],
  'server/programs/processes/end-tagged.ts': [
    ['processes that got a signal end', 'their end, its time', TIME],
  ],
  'server/rollouts/rollout-queue.ts': [
    ['entries of records are gathered', 'its time', STOP],
    retry('to store entries'),
  ],
  'server/rollouts/rollout-recorder.ts': [
    ['what an agent was given is gathered', 'its time, what it says', TIME],
    ['what an agent says is gathered', 'its time, the end of its turn', TIME],
    ['a stop waits for the records', 'the records, its time', TIME],
  ],
  'server/rounds/answer-timers.ts': [
    retry('to end a question'),
    [
      'a question lasts; it stands while it is paused',
      'an answer, its time',
      'a person, who stops the answer; the end of its session',
    ],
  ],
  'server/storage/writer-worker.ts': [
    ['the search index goes on', 'its time; a search', STOP],
    ['retention takes its next slice', 'its time; batches go first, a few times', STOP],
    ['what was deleted is erased', 'its time; a start goes on with it', STOP],
  ],
  'server/transcripts/transcripts.ts': [
    ['the thread that reads records ends', 'its time, the next request', STOP],
  ],
  'server/transcripts/watching.ts': [
    ['files are looked at again where nothing tells', 'its time', 'whoever watches, who stops'],
    ['changes of a file are gathered', 'its time', 'whoever watches, who stops'],
  ],
  'server/tree/tree-follower.ts': [
    ['changes of a crew are gathered before its folder is written', 'its time', STOP],
    ['a folder that could not be written is written again', 'its time', 'the end of its crew'],
  ],
  'shared/client/crew-follower.ts': [
    ['a page loads a crew again', 'its time', 'the page, which stops following'],
  ],
  'shared/client/http.ts': [['a client asks again', 'its time', CALLER]],
  'shared/client/reconnecting-socket.ts': [
    ['the next ping', 'its time', 'the client, which closes'],
    ['a server answers hello', 'its answer, its time: cut', 'the client, which closes'],
    ['a server answers a ping', 'its answer, its time: cut', 'the client, which closes'],
    ['a client connects again', 'its time', 'the client, which closes'],
  ],
  'shared/client/timing.ts': [PORT],
}
