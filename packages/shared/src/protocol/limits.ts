/** Every limit and its default, in one table. Sizes of text are UTF-16 units, of bodies and frames bytes. */
export const LIMITS = {
  bodyBytes: 1_000_000,
  /** One line of a file that is imported. */
  importLineBytes: 4 * 1024 * 1024,
  frameBytes: 1_000_000,
  /** One frame of the JSON-RPC door. */
  rpcFrameBytes: 65_536,
  /** Answers and notifications of one connection there that wait for the disk: with more the client is cut off. */
  rpcFramesWaiting: 4_000,
  /** Frames of a crew that people are shown, and how much of each. */
  rpcFramesKept: 200,
  rpcFrameKept: 4_096,
  /** How long the tool that reads an inbox waits: unless its caller says otherwise, at most, and between two signs of life. */
  toolWaitSeconds: 25,
  toolWaitMostSeconds: 50,
  toolProgressSeconds: 10,
  /** Calls of tools of one agent that are not answered yet. */
  toolCalls: 16,
  /** Clients of the MCP door that listen for changes. */
  toolListeners: 100,
  /** A cursor of an inbox. */
  cursor: 65_536,
  commandUnits: 512 * 1024,
  content: 50_000,
  /** A text of the server to an agent, beside the words of others that it hands over whole. */
  agentText: 4_096,
  /** Lines of a list that can be passed over. */
  listed: 1_000_000,
  /** Texts that a message can have had, with the first and the last. */
  messageVersions: 50,
  groupName: 64,
  displayName: 100,
  purpose: 300,
  agentName: 100,
  roleId: 64,
  roleFolders: 32,
  /** Files of one folder that may define roles, and bytes of one. */
  roleFiles: 200,
  roleFileBytes: 128 * 1024,
  /** Instructions of an agent, and of a role. */
  instructions: 16_000,
  task: 50_000,
  /** Prerequisites of a task. */
  prerequisites: 10,
  clientId: 128,
  /** A client’s own key for a request that creates something, how long it is known, and how long the answer may be that is kept for it. */
  requestKey: 255,
  requestKeyHours: 24,
  answerKept: 200_000,
  /** A client’s own id for a command to a group chat. */
  commandId: 100,
  /** Frames about a session that wait for the disk or for a page of it: with more the client is cut off. */
  sessionFramesWaiting: 2_000,
  /** Output streams of one agent of which the newest text is kept; another one is read again from where it was stored. */
  streamsKept: 8,
  /** Output streams that one agent may have had. */
  streams: 1_000,
  streamName: 128,
  members: 100,
  /** In use. */
  groupsPerLead: 1_000,
  /** Totals of usage in one answer. */
  usagePage: 500,
  /** The largest budgets. */
  budgetUsd: 1_000_000,
  budgetTokens: 1_000_000_000_000,
  /** Characters of a model's name, as its program tells it. */
  modelName: 200,
  archivedGroupsPerLead: 20_000,
  /** Beside the main one, in use: archived ones do not count. */
  sessionsPerGroup: 100,
  sessionTitle: 100,
  /** Bytes of a file of a group, and of all of a group; files and pictures together. */
  fileBytes: 10 * 1024 * 1024,
  /** Bytes of a text in a working folder that are shown. */
  workFileText: 256 * 1024,
  workFilePath: 1_024,
  chatFileBytes: 200 * 1024 * 1024,
  chatFiles: 1_000,
  /** Contents that are received at a time, of all and of one sender, and how long one may take. */
  uploads: 16,
  uploadsOfOne: 4,
  uploadSeconds: 120,
  /** Rounds in one answer. */
  roundsPage: 100,
  /** How long an agent may think about a round that it was handed, and how long a round may wait to be handed over. */
  answerSeconds: 600,
  waitSeconds: 900,
  /** Messages before its first round that an agent is given. */
  sessionHistory: 10,
  /** Bytes of what others said that one round hands over. */
  roundBytes: 48 * 1024,
  /** A discussion: its goal, when it is done, what participants are, its rounds, what comes out of it. */
  goal: 8_000,
  terminationCondition: 500,
  runRole: 100,
  /** A word that ends a discussion, and how many conditions a group has. */
  endWord: 60,
  endParts: 10,
  /** What a participant reads about itself, and about all others together. */
  runAbout: 2_000,
  runDescription: 500,
  runExpertise: 20,
  selectPrompt: 2_000,
  runRounds: 1_000,
  runRoundsDefault: 10,
  runMessages: 10_000,
  runSeconds: 604_800,
  runSummary: 2_000,
  /** What a question says beside what others said, with the result of a discussion within the answer. */
  roundNote: 3_000,
  /** Rounds in a row without anything new before it ends. */
  runStall: 2,
  /** What a coordinator said that is kept, and messages that it is given. */
  decision: 500,
  selectMessages: 12,
  /** Discussions of a crew that are under way; and those of one answer. */
  runsPerLead: 100,
  runsPage: 100,
  /** The most groups of one crew in a file, in use or archived. */
  groupsInFile: 30_000,
  agentsPerLead: 1_000,
  /** Admissions of a crew that are not closed. */
  admissionsPerLead: 1_000,
  appId: 128,
  /** What a conversation of an admission is called. */
  conversationName: 100,
  /** Parts of a message, and what describes them. */
  parts: 10,
  partText: 32_768,
  partUrl: 2_048,
  partAltText: 256,
  partName: 256,
  partType: 128,
  /** Codes of a crew with which agents may register, how many each is for, and for how long. */
  invitesPerLead: 100,
  inviteUses: 1_000,
  inviteMinutes: 43_200,
  inviteMinutesDefault: 1_440,
  page: 200,
  /** A page ends at about this many bytes of JSON, and says that there is more. */
  pageBytes: 512 * 1024,
  /** Answers that are being made and sent for one who asks; and further ones that wait for that. */
  answersAtOnce: 4,
  waitingAnswers: 256,
  /** Bodies of one sender that were sent and not answered. */
  bodiesInFlightBytes: 8 * 1024 * 1024,
  /** What an agent wrote and was not answered yet: above it its socket is not read, and its requests are refused. */
  unansweredBytes: 1024 * 1024,
  pageDefault: 50,
  tasksPage: 1_000,
  turnsPage: 1_000,
  turnsDefault: 500,
  searchQuery: 500,
  /** Characters of a transcript's id. */
  transcriptId: 512,
  /** Characters of an item's id in a transcript, and texts found in one answer. */
  transcriptItemId: 256,
  transcriptHits: 500,
  /** A session's files that are shown, and those of all that the server holds at a time. */
  transcriptBytes: 256 * 1024 * 1024,
  transcriptRoots: 32,
  /** Sessions of a list, the newest ones. */
  transcriptsListed: 2_000,
  /** Transcripts that one connection watches. */
  transcriptsWatched: 32,
  /** What one sender may have sent that was refused, and how much of it each second brings back. */
  refusedBytes: 2 * 1024 * 1024,
  refusedBytesPerSecond: 64 * 1024,
  agentMessagesPerMinute: 60,
  agentMessageBurst: 120,
  /** Hand-overs from agent to agent in a row, without a task, a report or a person's word, before a hold. */
  hops: 40,
  /** What an answer that says little counts for. */
  littleHops: 3,
  /** At most so many of them for each of an agent's own hand-overs since it last began new work. */
  hopsPerTurn: 6,
  /** Answers of agents to agents in one group within `replySeconds` before a hold. */
  replies: 100,
  replySeconds: 120,
  holdSeconds: 120,
  holdSecondsMost: 3_600,
  /** A hundred years, and a terabyte: more is a mistake. */
  recordDaysMost: 36_500,
  recordMegabytesMost: 1_000_000,
  journalDaysMost: 36_500,
  /** Answers to an agent's own queries that wake it, with nothing from anybody else between. */
  answersInRow: 10,
  /** A program that does not say when its turn is over counts as quiet after so long without a sign of it. */
  quietMs: 60_000,
  /** And one that was handed something and has not confirmed it, after so long: it may think about it. */
  quietWithTurnMs: 900_000,
  /** How often in a row others are notified about an agent that stops with an open task; the last time it is left to a person. */
  stallsInRow: 3,
  /** How often in a row the lead may end a hold of the same place on its own. */
  leadReleases: 3,
  unauthorizedPerMinute: 20,
  sockets: 1_000,
  /** WebSockets that were opened and have not said hello. */
  socketsBeforeHello: 200,
  inboxWaitSeconds: 60,
  turnItems: 200,
  turnBytes: 64 * 1024,
  overlapKept: 64 * 1024,
  historyOnJoin: 20,
  /** A group that owes an agent's model more than this is handed over as one line. */
  digestAbove: 500,
  summary: 50_000,
  environmentVariables: 64,
  environmentValue: 32_768,
  /** Characters of a model's key, and the largest context that can be set. */
  modelKey: 4_096,
  modelContext: 10_000_000,
  /** Characters of one answer of a model, and bytes of the response that it comes in. */
  modelAnswer: 1_000_000,
  modelResponseBytes: 32 * 1024 * 1024,
  /** Calls of tools in one turn of a model. */
  modelCalls: 64,
  /** A model's endpoint that sends nothing for this long has not answered. */
  modelSilenceMs: 300_000,
  /** It is never waited for longer, whatever it asks for. */
  modelRetryMs: 600_000,
  previewUnits: 500,
  /** What is shown of a request for permission: its title, its command line, all its changes together, its options. */
  permissionTitle: 300,
  permissionCommand: 4_000,
  permissionDiffs: 16 * 1024,
  permissionOptions: 20,
  permissionOption: 200,
  /** The beginning of a command that a rule names. */
  permissionPrefix: 200,
  permissionRules: 200,
  /** Requests of one agent that wait for a person; further ones are refused at once. */
  permissionsOpen: 16,
  /** How long one waits before it is refused, if nothing else is set. */
  permissionMinutes: 30,
  /** A week: a timer that is set further ahead would go off at once. */
  permissionMinutesMost: 10_080,
  /** The number of newest units that are shown of a message that is being written. */
  composingUnits: 2_000,
  /** An agent's running text becomes an entry of its record when it is longer. */
  rolloutStretch: 16 * 1024,
  /** More than this of one entry's text, or of its data, is cut. */
  rolloutEntry: 64 * 1024,
  /** Records that wait for the writer; what comes on top is left out, and the record says so. */
  rolloutPendingBytes: 8 * 1024 * 1024,
} as const

/** What one JSON text may be made of: keys of objects, lists and objects with what follows the first in them, and how deep they are in each other. */
export interface JsonRoom {
  readonly keys: number
  readonly items: number
  readonly depth: number
}

/** How much JSON each kind of sender may send at once, whatever its bytes: counted before it is parsed. */
export const JSON_ROOM = {
  /** Bodies, frames of every socket, calls of tools, commands in output. */
  request: { keys: 2_000, items: 20_000, depth: 32 },
  /** A client of `/ws` says of each crew how far it has read. */
  follow: { keys: 20_000, items: 40_000, depth: 32 },
  /** One line of a file that is imported. */
  importLine: { keys: 20_000, items: 200_000, depth: 100 },
  /** One message of a coding agent's program, which may hold what a tool of it gave. */
  program: { keys: 50_000, items: 500_000, depth: 200 },
} as const satisfies Record<string, JsonRoom>
