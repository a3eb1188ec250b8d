import { expect, test } from 'vitest'
import { CLOSE } from '@crewroom/shared/protocol/close-codes'
import { ERRORS } from '@crewroom/shared/protocol/errors'
import { AgentFrame, ClientFrame } from '@crewroom/shared/protocol/frames'
import { AgentServerFrame, ServerFrame } from '@crewroom/shared/protocol/server-frames'
import { SessionClientFrame, SessionServerFrame } from '@crewroom/shared/protocol/session-frames'
import { framesPage, type SocketPart } from '../harness/frames-page'

const HEAD = `# WebSockets

Every frame of every socket, made from the schemas of the server: \`npm test -- websockets-page --update\` writes this page again, and a
frame that is not in it is a red test. Frames are JSON texts of at most 1 MB. Times are ISO 8601; \`seq\` is a position in the journal of
a crew, and counts up.

All sockets begin alike: send the token as \`Authorization: Bearer <token>\`, or in the first frame within 5 s. A token in the address is
not read, or refused. A frame that does not fit is answered with an \`error\`, and the connection stays open.`

const AGENT_EVENT = 'the agent is this from now on'
const GROUP_EVENT = 'the group is this from now on'
const WS: SocketPart = {
  title: '`/ws`: following crews',
  about:
    'For dashboards and scripts that follow what happens. Events of a crew arrive in the order of `seq`, each once, and only when they are stored. After a reconnect, send `since` with the last position of each crew and its `epoch`: what was missed comes first. Frames that begin with `live:` tell the present and are not stored.',
  client: ClientFrame,
  server: ServerFrame,
  does: {
    client: {
      hello: 'says who you are and which crews to follow: `"*"` is all of them, later ones too',
      subscribe: 'follows one more crew, from a position on',
      unsubscribe: 'follows a crew no longer',
      watch: 'asks to be notified when a transcript changes',
      unwatch: 'takes that back',
      ping: 'asks for a `pong`',
    },
    server: {
      hello: 'your hello was accepted; `at` has the position of each crew',
      gap: 'your position is void: read the crew’s snapshot and go on from there',
      pong: 'everything that you may see up to `at` was sent before this',
      subscribed: 'a crew is followed from this position on',
      error: 'something that you sent was refused; the connection stays',
      'live:agent': 'what an agent does now, what waits for it, and why nothing happens',
      'live:text': 'what an agent says now',
      'live:composing': 'a message to a group that is being written',
      'live:receipt': 'how far an agent has been handed and has confirmed messages of a group',
      'live:server': 'all crews were paused or resumed',
      'live:transcript': 'a transcript that you watch has changed',
      'lead:created': 'a crew was created',
      'lead:deleted': 'a crew was deleted, with everything of it',
      'lead:paused': 'nothing of the crew is handed over from now on',
      'lead:resumed': 'it is handed over again',
      'lead:updated': 'the crew works differently from now on',
      'task:created': 'an agent was given a task',
      'task:given': 'a waiting task was given to its agent',
      'task:updated': 'what a waiting task waits for changed',
      'task:completed': 'a task was completed',
      'task:failed': 'a task has failed',
      'task:cancelled': 'a task was cancelled',
      'need:opened': 'something waits for a person',
      'need:closed': 'it does not wait any more',
      'direct:message': 'a message outside of groups',
      'agent:created': 'an agent was created',
      'agent:completed': AGENT_EVENT,
      'agent:failed': AGENT_EVENT,
      'agent:terminated': AGENT_EVENT,
      'agent:resumed': AGENT_EVENT,
      'agent:held': AGENT_EVENT,
      'agent:released': AGENT_EVENT,
      'agent:updated': 'the agent was changed; `changed` names what',
      'group:created': 'a group was created',
      'group:archived': GROUP_EVENT,
      'group:unarchived': GROUP_EVENT,
      'group:paused': GROUP_EVENT,
      'group:resumed': GROUP_EVENT,
      'group:held': GROUP_EVENT,
      'group:imported': 'a group was imported',
      'group:updated': 'the group was changed; `wakeOf`: the wake level of this member',
      'group:member_added': 'somebody joined; a new member gets the group in `state`',
      'group:member_removed': 'somebody left or was removed',
      'group:message': 'a message in the group’s own talk',
      'group:message_edited': 'its writer changed a message: this is what it says now',
      'group:message_deleted': 'its writer deleted a message: its place stays',
      'group:reaction': 'a reaction was added or removed',
      'group:read': 'somebody has read up to here',
      'session:created': 'a session was opened',
      'session:updated': 'the session is this from now on',
      'session:message': 'a message in a session',
      'session:reaction': 'a reaction in a session',
      'session:read': 'the person has read a session up to here',
      'round:opened': 'agents are asked; all of them are `thinking`',
      'round:responded': 'what became of one asked agent',
      'round:closed': 'nobody is asked in the round any more',
      'run:started': 'a discussion begins',
      'run:updated': 'the discussion is this from now on; one that had ended goes on',
      'run:stepped': 'how far a discussion is',
      'run:ended': 'a discussion is over',
      'admission:created': 'agents may talk together',
      'admission:updated': 'somebody was admitted to a circle, or is in it no more',
      'admission:closed': 'a circle was closed',
      'file:added': 'a file or picture was added to a group',
      'file:removed': 'one was removed from it',
      'work_files:changed':
        'files of working folders are shown to people from now on, or not any more',
    },
  },
}

const AGENT: SocketPart = {
  title: '`/agent`: being an agent',
  about:
    'For a program that is an agent: it says what it puts out and is sent what it is owed. One connection per agent; a newer one takes over. [docs/agents.md](agents.md) has the same over HTTP.',
  client: AgentFrame,
  server: AgentServerFrame,
  does: {
    client: {
      hello: 'says which agent this is; `for: "wake"` waits until something wakes it',
      output: 'text that the agent puts out, with the commands in it',
      turn_end: 'its turn is over: what it said answers the round that it was handed',
      answer: 'answers a round by the id of the item that asks; blank content passes',
      ack: 'confirms everything up to this cursor',
      status: 'what it does now',
      ping: 'asks for a `pong`',
    },
    server: {
      hello: 'your hello was accepted',
      turn: 'items that the agent is owed; what is not confirmed comes again, as a repeat',
      acked: 'the confirmation is stored',
      output:
        'what became of the commands in an output, which is stored; go on from `offset`, and from `safe` after a reconnect',
      answered: 'the answer is stored; `status` says how it counts',
      pong: 'the answer to a `ping`',
      error: 'something that you sent was refused; the connection stays',
    },
  },
}

const SESSION: SocketPart = {
  title: '`/api/group-chats/:id/sessions/:session_id/ws`: a session of a group chat',
  about:
    'For programs that have group chats of their own. The address takes `member_type` and `member_id`, which must be yours, and nothing else. A command may have an `id`, which its answer repeats.',
  client: SessionClientFrame,
  server: SessionServerFrame,
  does: {
    client: {
      hello: 'says who you are, where no header does',
      send_message: 'writes to the session; refused in the view of an agent',
      switch_view: 'shows what people see, or what one agent was given and did',
      interrupt: 'stops an agent’s answer',
    },
    server: {
      user: 'a message of the person',
      system: 'somebody joined or left',
      agent_thinking: 'an agent is asked; with `done`: it answers nothing',
      agent_progress: 'what an agent writes now, where the group chat shows that',
      agent_response: 'what an agent answered',
      agent_error: 'there is no answer, and why',
      view_data: 'the view that you asked for; at first that of people',
      done: 'your command is stored',
      error: 'something that you sent was refused; the connection stays',
    },
  },
}

const END = `## Close codes

| code | because |
|---|---|
${[
  ...Object.entries(ERRORS).flatMap(([code, row]) => ('close' in row ? [[row.close, code]] : [])),
  ...Object.entries(CLOSE).map(([name, code]) => [code, name]),
]
  .toSorted(([a], [b]) => Number(a) - Number(b))
  .map(([code, name]) => `| ${code} | \`${name}\` |`)
  .join('\n')}`

test('WS33 docs/websockets.md has every frame of every socket, as the schemas have it', async () => {
  await expect(framesPage(HEAD, [WS, AGENT, SESSION], END)).toMatchFileSnapshot(
    '../../../../docs/websockets.md',
  )
})
