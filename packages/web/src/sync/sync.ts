import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { placeOf, placeOfSession } from '@crewroom/shared/model/session'
import type { GroupRead, SessionRead } from '@crewroom/shared/protocol/events'
import { createStore } from 'zustand/vanilla'
import { api } from './api'
import { connection, connectionChanged, serverVersion } from './connection'
import { CrewSocket } from '@crewroom/shared/client/crew-socket'
import type { SocketLike } from '@crewroom/shared/client/reconnecting-socket'
import { type Crews, CrewSync } from './crew-sync'
import {
  adoptReceipts,
  composingArrived,
  composingEnded,
  liveDetails,
  nobodyComposes,
  receiptArrived,
  textArrived,
} from './live-details'
import { liveLists } from './live-lists'
import { Outbox, type ToGroup } from './outbox'
import { hearPermissions } from './permission-answers'
import { queryClient } from './query-client'
import { markKey, purgeMarks, readablesOf, ReadMarks } from './read-marks'
import { hearReactions } from './reactions'
import { SendAgain } from './send-again'
import { ServerClock } from './server-clock'
import { heardHint } from './sent-hints'
import { signIn, signInToken, signedOut } from './sign-in'
import { onStored, tellStored } from './stored-messages'
import { withMessage } from './timeline-window'
import { changeWindows } from './timeline-windows'
import { TranscriptWatch } from './transcript-watch'

/** Everything the page keeps in step with the server, wired once for the life of the tab. */
export const crews = createStore<Crews>(() => ({ ids: null, views: {} }))
/** Whether all crews of the server are paused. */
export const serverPause = createStore<{ readonly paused: boolean }>(() => ({ paused: false }))
/** Who looks at this page; a reader may look and do nothing. */
export const person = createStore(() => ({ name: 'You', isReader: false, hasTranscripts: false }))

const clock = new ServerClock()
/** The server's time in ms, as far as it is known. */
export const serverNow = () => clock.now() ?? Date.now()

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Hidden tabs get no animation frames, and their title must go on counting. */
const frame = (run: () => void) => {
  let isDue = true
  const once = () => {
    if (!isDue) return
    isDue = false
    run()
  }
  requestAnimationFrame(once)
  setTimeout(once, 200)
}

const sync = new CrewSync({
  store: crews,
  fetchSnapshot: async (leadId, signal) => {
    const snapshot = await api.snapshot(leadId, signal)
    adoptReceipts(leadId, snapshot.live.receipts ?? {})
    return snapshot
  },
  frame,
  after,
  random: Math.random,
  lists: {
    apply: (leadId, events) => {
      liveLists.apply(leadId, events)
      tellStored(events)
      hearReactions(events)
      hearPermissions(events)
    },
    stale: (leadId) => liveLists.stale(leadId),
  },
})

const lazyStorage = (of: () => Storage) => ({
  getItem: (key: string) => of().getItem(key),
  setItem: (key: string, value: string) => of().setItem(key, value),
})

export const readMarks = new ReadMarks({
  storage: lazyStorage(() => localStorage),
  serverNow: () => clock.now(),
  tell: (leadId, place, seq, force) => {
    const all = crews.getState().views[leadId]?.state.sessions ?? {}
    const session = Object.values(all).find(({ id }) => placeOfSession(id) === place)
    const to = { leadId, group: session?.groupName ?? place, sessionId: session?.id }
    return api.read(to, seq, force)
  },
  later: (run) => after(500, run),
})

export const sendAgain = new SendAgain({ now: Date.now, random: Math.random, after })

export const outbox = new Outbox<ToGroup>({
  key: 'crewroom:outbox',
  post: async ({ content, clientId, asks, replyTo, ...to }) => {
    const answer = await api.post(to, {
      content,
      clientId,
      ...(asks ? { asks } : {}),
      ...(replyTo ? { replyTo: replyTo.id } : {}),
    })
    const { message } = answer
    heardHint(to, 'hint' in answer ? answer.hint : undefined)
    changeWindows(to.leadId, placeOf(to.group, message.sessionId), (window) =>
      withMessage(window, message),
    )
  },
  storage: lazyStorage(() => sessionStorage),
  onStored,
  again: sendAgain,
  newId: () => crypto.randomUUID(),
  now: () => new Date(clock.now() ?? Date.now()).toISOString(),
})

export const transcriptWatch = new TranscriptWatch((frame) => socket.say(frame))

const socket: CrewSocket = new CrewSocket(
  {
    open: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`) as SocketLike,
    now: Date.now,
    random: Math.random,
    after,
  },
  {
    resume: () => ({ token: signInToken() ?? '', since: sync.positions(), epoch: sync.epoch }),
    hello: (hello, sentAt) => {
      clock.sample(sentAt, hello.serverTime)
      connection.setState({ goodUntil: hello.serverTime })
      serverVersion(hello.version)
      serverPause.setState({ paused: hello.paused ?? false })
      // Another journal has other numbers.
      if (sync.epoch !== hello.epoch) liveDetails.setState({ receipts: {} })
      sync.hello(hello)
      // Receipts are sent as they happen, and not again.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[4] === 'receipts',
      })
      sendAgain.now()
      tellMarks()
      transcriptWatch.connected()
    },
    pong: (at, serverTime, sentAt) => {
      clock.sample(sentAt, serverTime)
      connection.setState({ goodUntil: serverTime })
      sync.at(at)
    },
    event: (event) => {
      connection.setState({ goodUntil: event.at })
      if (event.type === 'group:message') {
        composingEnded(event.leadId, event.groupName, event.message.from)
      }
      if (event.type === 'group:read') markWentBack(event, event.groupName)
      if (event.type === 'session:read') markWentBack(event, placeOfSession(event.sessionId))
      sync.event(event)
    },
    gap: (leadId) => sync.gap(leadId),
    live: (frame) => {
      switch (frame.type) {
        case 'live:agent':
          return sync.live(frame)
        case 'live:text':
          return textArrived(frame)
        case 'live:composing':
          return composingArrived(frame)
        case 'live:receipt':
          return receiptArrived(frame)
        default:
          return frame satisfies never
      }
    },
    transcript: (change) => transcriptWatch.changed(change),
    serverPaused: (paused) => serverPause.setState({ paused }),
    state: (state) => {
      if (state.phase !== 'live') nobodyComposes()
      connectionChanged(state)
    },
    unauthorized: () => signedOut('expired'),
  },
)

/** Connects and sends at once: the person asked, the network came back, or the page became visible. */
export function retryNow(): void {
  socket.retryNow()
  sendAgain.now()
  // What could not be fetched says so with a button, which nobody need press now.
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
}

/** Follows the sign-in: connected while somebody is signed in. Called once. */
export function startSync(): void {
  const follow = () => {
    socket.stop()
    sync.clear()
    queryClient.clear()
    if (signIn.getState().phase !== 'signed-in') return
    socket.start()
    api.me().then(
      (me) =>
        person.setState({
          name: 'name' in me ? me.name : 'You',
          isReader: me.principal === 'observer',
          hasTranscripts: 'transcripts' in me && me.transcripts,
        }),
      () => undefined,
    )
  }
  signIn.subscribe(follow)
  follow()
  loadMarksOfNewCrews()
  addEventListener('online', retryNow)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retryNow()
  })
  addEventListener('storage', (event) => readMarks.storageChanged(event.key, event.newValue))
}

/** Marks only go forward automatically; one that is behind the known one went back on purpose. */
function markWentBack(event: GroupRead | SessionRead, place: string): void {
  const { leadId, readerId, lastSeq, n } = event
  const before = crews.getState().views[leadId]?.state.readMarks[HUMAN_ID]?.[place]
  if (readerId === HUMAN_ID && before && lastSeq < before.seq) {
    readMarks.wentBack(leadId, place, lastSeq, n)
  }
}

/** Visits while the connection was down are told now. */
function tellMarks(): void {
  for (const { state } of Object.values(crews.getState().views)) {
    for (const place of readablesOf(state)) {
      readMarks.load(place, state.readMarks[HUMAN_ID]?.[place.name]?.seq ?? 0)
    }
  }
}

function loadMarksOfNewCrews(): void {
  let isPurged = false
  crews.subscribe(({ ids, views }, before) => {
    if (!isPurged && ids !== null && ids.every((id) => views[id])) {
      isPurged = true
      const known = Object.values(views).flatMap(({ state }) =>
        readablesOf(state).map(({ name }) => markKey(state.lead.id, name)),
      )
      purgeMarks(() => localStorage, new Set(known), Date.now())
    }
    for (const [id, { state }] of Object.entries(views)) {
      const known = before.views[id]?.state
      if (known && known.groups === state.groups && known.sessions === state.sessions) continue
      const loaded = new Set(known && readablesOf(known).map(({ name }) => name))
      for (const place of readablesOf(state)) {
        if (loaded.has(place.name)) continue
        readMarks.load(place, state.readMarks[HUMAN_ID]?.[place.name]?.seq ?? 0)
      }
    }
  })
}
