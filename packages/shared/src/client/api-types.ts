// Made from the API's document by npm run client:types. Do not edit.
export interface paths {
  readonly "/api/health": {
    readonly get: operations["getHealth"];
  };
  readonly "/api/openapi.json": {
    readonly get: operations["getOpenApi"];
  };
  readonly "/api/openrpc.json": {
    readonly get: operations["getOpenRpc"];
  };
  readonly "/api/docs": {
    readonly get: operations["getDocs"];
  };
  readonly "/api/session": {
    readonly post: operations["createSession"];
  };
  readonly "/api/v1/auth/register": {
    readonly post: operations["registerAgent"];
  };
  readonly "/api/v1/apps/register": {
    readonly post: operations["registerApp"];
  };
  readonly "/api/login-codes": {
    readonly post: operations["createLoginCode"];
  };
  readonly "/api/metrics": {
    readonly get: operations["getMetrics"];
  };
  readonly "/api/drivers": {
    readonly get: operations["listDrivers"];
  };
  readonly "/api/drivers/check": {
    readonly get: operations["checkProgram"];
  };
  readonly "/api/machine": {
    readonly get: operations["getMachine"];
  };
  readonly "/api/me": {
    readonly get: operations["getMe"];
  };
  readonly "/api/roles": {
    readonly get: operations["listRoles"];
  };
  readonly "/api/lead": {
    readonly get: operations["listLeads"];
    readonly post: operations["createLead"];
  };
  readonly "/api/sample": {
    readonly post: operations["startSample"];
  };
  readonly "/api/lead/{id}": {
    readonly get: operations["getLead"];
    readonly delete: operations["deleteCrew"];
    readonly patch: operations["updateLead"];
  };
  readonly "/api/lead/{id}/export": {
    readonly get: operations["exportCrew"];
  };
  readonly "/api/import": {
    readonly post: operations["importFile"];
  };
  readonly "/api/imports": {
    readonly get: operations["listImports"];
  };
  readonly "/api/lead/{id}/search": {
    readonly get: operations["search"];
  };
  readonly "/api/lead/{id}/comms": {
    readonly get: operations["listComms"];
  };
  readonly "/api/lead/{id}/broadcast": {
    readonly post: operations["broadcast"];
  };
  readonly "/api/lead/{id}/snapshot": {
    readonly get: operations["getSnapshot"];
  };
  readonly "/api/lead/{id}/overview": {
    readonly get: operations["getOverview"];
  };
  readonly "/api/lead/{id}/agents": {
    readonly get: operations["listAgents"];
    readonly post: operations["createAgent"];
  };
  readonly "/api/events": {
    readonly get: operations["listEvents"];
  };
  readonly "/api/lead/{id}/admissions": {
    readonly get: operations["listAdmissions"];
    readonly post: operations["createAdmission"];
  };
  readonly "/api/lead/{id}/admissions/{admissionId}/conversations": {
    readonly post: operations["createConversation"];
  };
  readonly "/api/lead/{id}/admissions/{admissionId}/admitted": {
    readonly post: operations["admitAgent"];
  };
  readonly "/api/lead/{id}/admissions/{admissionId}/admitted/{agentId}": {
    readonly delete: operations["dismissAgent"];
  };
  readonly "/api/lead/{id}/admissions/{admissionId}/leave": {
    readonly post: operations["leaveAdmission"];
  };
  readonly "/api/lead/{id}/admissions/{admissionId}/close": {
    readonly post: operations["closeAdmission"];
  };
  readonly "/api/lead/{id}/tasks": {
    readonly get: operations["listTasks"];
  };
  readonly "/api/lead/{id}/tasks/{taskId}/reassign": {
    readonly post: operations["reassignTask"];
  };
  readonly "/api/lead/{id}/tasks/{taskId}/start": {
    readonly post: operations["startTask"];
  };
  readonly "/api/lead/{id}/tasks/{taskId}/cancel": {
    readonly post: operations["cancelTask"];
  };
  readonly "/api/lead/{id}/turns": {
    readonly get: operations["listTurns"];
  };
  readonly "/api/lead/{id}/talk": {
    readonly get: operations["readTalk"];
  };
  readonly "/api/lead/{id}/talk/steps": {
    readonly get: operations["listTalkSteps"];
  };
  readonly "/api/lead/{id}/talk/words": {
    readonly get: operations["listTalkWords"];
  };
  readonly "/api/lead/{id}/groups/{name}/messages/{messageId}": {
    readonly delete: operations["deleteMessage"];
    readonly patch: operations["editMessage"];
  };
  readonly "/api/lead/{id}/groups/{name}/messages/{messageId}/versions": {
    readonly get: operations["listVersions"];
  };
  readonly "/api/lead/{id}/groups/{name}/pinned": {
    readonly get: operations["listPinned"];
  };
  readonly "/api/lead/{id}/usage": {
    readonly get: operations["readUsage"];
  };
  readonly "/api/lead/{id}/effect": {
    readonly get: operations["getEffect"];
  };
  readonly "/api/lead/{id}/budgets": {
    readonly get: operations["listBudgets"];
    readonly put: operations["setBudget"];
  };
  readonly "/api/lead/{id}/needs/{needId}/budget": {
    readonly post: operations["answerBudget"];
  };
  readonly "/api/lead/{id}/needs": {
    readonly get: operations["listNeeds"];
  };
  readonly "/api/needs/{id}": {
    readonly post: operations["closeNeed"];
  };
  readonly "/api/lead/{id}/needs/{needId}/permission": {
    readonly post: operations["answerPermission"];
  };
  readonly "/api/lead/{id}/permission-rules": {
    readonly get: operations["listPermissionRules"];
    readonly post: operations["createPermissionRule"];
  };
  readonly "/api/lead/{id}/permission-rules/{ruleId}": {
    readonly delete: operations["deletePermissionRule"];
  };
  readonly "/api/lead/{id}/invites": {
    readonly get: operations["listInvites"];
    readonly post: operations["createInvite"];
  };
  readonly "/api/lead/{id}/invites/{inviteId}": {
    readonly delete: operations["revokeInvite"];
  };
  readonly "/api/lead/{id}/pause": {
    readonly post: operations["pauseLead"];
  };
  readonly "/api/lead/{id}/resume": {
    readonly post: operations["resumeLead"];
  };
  readonly "/api/pause": {
    readonly post: operations["pauseAll"];
  };
  readonly "/api/resume": {
    readonly post: operations["resumeAll"];
  };
  readonly "/api/transcripts": {
    readonly get: operations["listTranscripts"];
  };
  readonly "/api/transcripts/search": {
    readonly get: operations["searchTranscripts"];
  };
  readonly "/api/transcripts/{id}": {
    readonly get: operations["readTranscript"];
  };
  readonly "/api/transcripts/{id}/items/{itemId}": {
    readonly get: operations["readTranscriptItem"];
  };
  readonly "/api/transcripts/{id}/context": {
    readonly get: operations["readTranscriptContext"];
  };
  readonly "/api/transcripts/{id}/timeline": {
    readonly get: operations["readTranscriptTimeline"];
  };
  readonly "/api/transcripts/{id}/find": {
    readonly get: operations["findInTranscript"];
  };
  readonly "/api/agents/{agentId}/transcript": {
    readonly get: operations["readAgentTranscript"];
  };
  readonly "/api/agents/{agentId}/transcript/items/{itemId}": {
    readonly get: operations["readAgentTranscriptItem"];
  };
  readonly "/api/agents/{agentId}/transcript/context": {
    readonly get: operations["readAgentTranscriptContext"];
  };
  readonly "/api/agents/{agentId}/transcript/timeline": {
    readonly get: operations["readAgentTranscriptTimeline"];
  };
  readonly "/api/agents/{agentId}/transcript/find": {
    readonly get: operations["findInAgentTranscript"];
  };
  readonly "/api/agents/{agentId}/transcript/session": {
    readonly get: operations["readAgentSession"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions": {
    readonly get: operations["listSessions"];
    readonly post: operations["openSession"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}": {
    readonly get: operations["getSession"];
    readonly delete: operations["deleteSession"];
    readonly patch: operations["updateSession"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/read": {
    readonly put: operations["readSession"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/messages": {
    readonly get: operations["listSessionMessages"];
    readonly post: operations["postToSession"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/messages/{messageId}/reactions": {
    readonly post: operations["addSessionReaction"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/messages/{messageId}/reactions/{emoji}": {
    readonly delete: operations["removeSessionReaction"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/rounds": {
    readonly get: operations["listRounds"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/rounds/{n}/retry": {
    readonly post: operations["retryAnswer"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/answers/{agentId}/interrupt": {
    readonly post: operations["interruptAnswer"];
  };
  readonly "/api/agents/{agentId}/answer": {
    readonly post: operations["answerRound"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/agents/{agentId}/rollout": {
    readonly get: operations["getSessionRollout"];
  };
  readonly "/api/lead/{id}/groups/{name}/discussions": {
    readonly post: operations["startDiscussion"];
  };
  readonly "/api/runs": {
    readonly get: operations["listDiscussions"];
  };
  readonly "/api/runs/{runId}": {
    readonly get: operations["getDiscussion"];
    readonly patch: operations["changeDiscussion"];
  };
  readonly "/api/runs/{runId}/pause": {
    readonly post: operations["pauseDiscussion"];
  };
  readonly "/api/runs/{runId}/resume": {
    readonly post: operations["resumeDiscussion"];
  };
  readonly "/api/runs/{runId}/next": {
    readonly post: operations["chooseNextSpeaker"];
  };
  readonly "/api/runs/{runId}/skip": {
    readonly post: operations["skipTurn"];
  };
  readonly "/api/runs/{runId}/stop": {
    readonly post: operations["stopDiscussion"];
  };
  readonly "/api/runs/{runId}/continue": {
    readonly post: operations["continueDiscussion"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/agents/{agentId}/transcript": {
    readonly get: operations["readSessionTranscript"];
  };
  readonly "/api/lead/{id}/groups/{name}/sessions/{sid}/agents/{agentId}/transcript/items/{itemId}": {
    readonly get: operations["readSessionTranscriptItem"];
  };
  readonly "/api/workspaces/{workspaceId}/group-chats": {
    readonly get: operations["listGroupChats"];
    readonly post: operations["createGroupChat"];
  };
  readonly "/api/workspaces/{workspaceId}/group-chats/{chatId}": {
    readonly get: operations["getGroupChat"];
    readonly delete: operations["deleteGroupChat"];
    readonly patch: operations["updateGroupChat"];
  };
  readonly "/api/group-chats/{chatId}/members": {
    readonly get: operations["listChatMembers"];
    readonly post: operations["addChatMember"];
  };
  readonly "/api/group-chats/{chatId}/members/{memberId}": {
    readonly delete: operations["removeChatMember"];
  };
  readonly "/api/group-chats/{chatId}/sessions": {
    readonly get: operations["listChatSessions"];
    readonly post: operations["createChatSession"];
  };
  readonly "/api/group-chats/{chatId}/sessions/{sid}": {
    readonly get: operations["getChatSession"];
    readonly delete: operations["deleteChatSession"];
    readonly patch: operations["updateChatSession"];
  };
  readonly "/api/group-chats/{chatId}/sessions/{sid}/messages": {
    readonly get: operations["listChatMessages"];
    readonly post: operations["postChatMessage"];
  };
  readonly "/api/files/rebuild": {
    readonly post: operations["rebuildFiles"];
  };
  readonly "/api/group-chats/{chatId}/files": {
    readonly get: operations["listFiles"];
  };
  readonly "/api/group-chats/{chatId}/files/{fileName}": {
    readonly get: operations["getFile"];
    readonly post: operations["addFile"];
    readonly delete: operations["removeFile"];
  };
  readonly "/api/group-chats/{chatId}/pictures": {
    readonly get: operations["listPictures"];
  };
  readonly "/api/group-chats/{chatId}/pictures/{fileName}": {
    readonly get: operations["getPicture"];
    readonly post: operations["addPicture"];
    readonly delete: operations["removePicture"];
  };
  readonly "/api/lead/{id}/work-files": {
    readonly put: operations["showWorkFiles"];
  };
  readonly "/api/lead/{id}/rpc/frames": {
    readonly get: operations["readRpcFrames"];
  };
  readonly "/api/agents/{agentId}/instructions": {
    readonly get: operations["readInstructions"];
  };
  readonly "/api/runs/{runId}/stream": {
    readonly get: operations["streamDiscussion"];
  };
  readonly "/api/runs/{runId}/export": {
    readonly get: operations["exportDiscussion"];
  };
  readonly "/api/transcripts/{id}/markdown": {
    readonly get: operations["exportTranscript"];
  };
  readonly "/api/lead/{id}/agents/{agentId}/work-files": {
    readonly get: operations["getWorkFile"];
  };
  readonly "/api/agents/{agentId}": {
    readonly get: operations["getAgent"];
    readonly patch: operations["reportTask"];
  };
  readonly "/api/agents/{agentId}/owed": {
    readonly get: operations["getOwed"];
  };
  readonly "/api/agents/{agentId}/manifest": {
    readonly get: operations["getManifest"];
  };
  readonly "/api/agents/{agentId}/rollout": {
    readonly get: operations["listRollout"];
  };
  readonly "/api/agents/{agentId}/setup": {
    readonly patch: operations["editAgent"];
  };
  readonly "/api/agents/{agentId}/messages": {
    readonly post: operations["writeToAgent"];
  };
  readonly "/api/agents/{agentId}/tasks": {
    readonly post: operations["delegateTask"];
  };
  readonly "/api/agents/{agentId}/interrupt": {
    readonly post: operations["interruptAgent"];
  };
  readonly "/api/agents/{agentId}/terminate": {
    readonly post: operations["terminateAgent"];
  };
  readonly "/api/agents/{agentId}/resume": {
    readonly post: operations["resumeAgent"];
  };
  readonly "/api/agents/{agentId}/release": {
    readonly post: operations["releaseAgent"];
  };
  readonly "/api/agents/{agentId}/token": {
    readonly post: operations["renewToken"];
  };
  readonly "/api/agents/{agentId}/output": {
    readonly post: operations["sendOutput"];
  };
  readonly "/api/agents/{agentId}/inbox": {
    readonly get: operations["fetchInbox"];
  };
  readonly "/api/agents/{agentId}/inbox/ack": {
    readonly post: operations["ackInbox"];
  };
  readonly "/api/lead/{id}/groups": {
    readonly get: operations["listGroups"];
    readonly post: operations["createGroup"];
  };
  readonly "/api/lead/{id}/groups/{name}": {
    readonly get: operations["getGroup"];
    readonly patch: operations["updateGroup"];
  };
  readonly "/api/lead/{id}/groups/{name}/members": {
    readonly post: operations["addMembers"];
  };
  readonly "/api/lead/{id}/groups/{name}/members/{memberId}": {
    readonly delete: operations["removeMember"];
    readonly patch: operations["updateMember"];
  };
  readonly "/api/lead/{id}/groups/{name}/read": {
    readonly put: operations["markRead"];
  };
  readonly "/api/lead/{id}/groups/{name}/archive": {
    readonly post: operations["archiveGroup"];
  };
  readonly "/api/lead/{id}/groups/{name}/unarchive": {
    readonly post: operations["unarchiveGroup"];
  };
  readonly "/api/lead/{id}/groups/{name}/pause": {
    readonly post: operations["pauseGroup"];
  };
  readonly "/api/lead/{id}/groups/{name}/resume": {
    readonly post: operations["resumeGroup"];
  };
  readonly "/api/lead/{id}/mentions": {
    readonly get: operations["listMentions"];
  };
  readonly "/api/lead/{id}/groups/{name}/messages": {
    readonly get: operations["listMessages"];
    readonly post: operations["postMessage"];
  };
  readonly "/api/lead/{id}/groups/{name}/timeline": {
    readonly get: operations["listTimeline"];
  };
  readonly "/api/lead/{id}/groups/{name}/messages/{messageId}/receipts": {
    readonly get: operations["listReceipts"];
  };
  readonly "/api/lead/{id}/groups/{name}/messages/{messageId}/reactions": {
    readonly post: operations["addReaction"];
  };
  readonly "/api/lead/{id}/groups/{name}/messages/{messageId}/reactions/{emoji}": {
    readonly delete: operations["removeReaction"];
  };
  readonly "/api/lead/{id}/markdown": {
    readonly get: operations["exportMarkdown"];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly LeadRecord: {
      readonly id: string;
      readonly name: string;
      readonly parentId: string | null;
      readonly paused: boolean;
      readonly autoGroups: boolean;
      /** Format: date-time */
      readonly createdAt: string;
      readonly workspace?: string;
    };
    readonly Task: {
      readonly id: string;
      readonly leadId: string;
      readonly agentId: string;
      readonly by: string;
      readonly text: string;
      readonly context: string | null;
      /** @enum {string} */
      readonly status: "open" | "completed" | "failed" | "cancelled";
      readonly summary: string | null;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly endedAt: string | null;
      readonly after?: readonly string[];
      readonly waits?: {
        readonly lost: readonly string[];
      };
      /** Format: date-time */
      readonly givenAt?: string;
    };
    readonly Need: {
      readonly id: string;
      readonly leadId: string;
      /** @enum {string} */
      readonly kind: "question" | "failed" | "held" | "stalled" | "permission" | "refused" | "budget" | "files" | "turn" | "rules" | "mention";
      readonly agentId: string;
      readonly text: string;
      readonly messageId: string | null;
      readonly groupName: string | null;
      readonly permission: {
        /** @enum {string} */
        readonly toolKind: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";
        readonly title: string;
        readonly command: string | null;
        readonly diffs: readonly {
          readonly path: string;
          readonly oldText: string | null;
          readonly newText: string;
        }[];
        readonly cut: boolean;
        readonly options: readonly {
          readonly optionId: string;
          readonly name: string;
          /** @enum {string} */
          readonly kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
        }[];
        readonly rule: {
          /** @enum {string} */
          readonly toolKind: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";
          readonly prefix: string | null;
        };
        /** Format: date-time */
        readonly until: string | null;
      } | null;
      readonly turn?: {
        readonly sessionId: string;
        readonly runId: string;
        /** @enum {string} */
        readonly asks: "answer" | "choose";
        /** Format: date-time */
        readonly until: string | null;
      };
      /** Format: date-time */
      readonly createdAt: string;
    };
    readonly DirectMessage: {
      readonly id: string;
      readonly seq: number;
      readonly leadId: string;
      /** @enum {string} */
      readonly kind: "direct" | "broadcast" | "interrupt";
      readonly from: string;
      readonly fromRole: string;
      readonly to: string | null;
      readonly content: string;
      /** Format: date-time */
      readonly timestamp: string;
      readonly clientId?: string;
      readonly hop: number;
    };
    readonly AgentRecord: {
      readonly id: string;
      readonly leadId: string;
      readonly name: string;
      readonly role: string;
      readonly roleName: string;
      readonly color: string;
      readonly driver: {
        /** @enum {string} */
        readonly kind: "remote";
      } | {
        /** @enum {string} */
        readonly kind: "pipe";
        readonly command: string;
        readonly args: readonly string[];
      } | {
        /** @enum {string} */
        readonly kind: "acp";
        readonly preset: string | null;
        readonly command: string | null;
        readonly args: readonly string[];
        readonly envNames: readonly string[];
        readonly mode?: string;
      } | {
        /** @enum {string} */
        readonly kind: "model";
        readonly baseUrl: string;
        readonly model: string;
        readonly envNames: readonly string[];
        readonly apiKeyEnv?: string;
        /** @enum {boolean} */
        readonly tools?: true;
        readonly contextTokens?: number;
      };
      readonly cwd: string | null;
      readonly task: string | null;
      /** @enum {string|null} */
      readonly ended: "completed" | "failed" | "terminated" | null;
      readonly endedReason: string | null;
      readonly createdBy: string;
      /** Format: date-time */
      readonly createdAt: string;
      readonly hold: {
        /** @enum {string} */
        readonly reason: "hops" | "replies" | "alone";
        /** Format: date-time */
        readonly since: string;
        /** Format: date-time */
        readonly until: string;
        readonly count: number;
        readonly agentIds: readonly string[];
      } | null;
      readonly conduct: {
        readonly freshSeq: number;
        readonly strikes: number;
        /** Format: date-time */
        readonly calmSince: string | null;
      };
      readonly handle?: string;
      readonly model?: string;
    };
    readonly GroupRecord: {
      readonly id: string;
      readonly name: string;
      readonly displayName: string;
      readonly purpose: string | null;
      readonly leadId: string;
      readonly memberIds: readonly string[];
      readonly memberCount: number;
      readonly messageCount: number;
      readonly lastMessage: {
        readonly id: string;
        readonly seq: number;
        readonly n: number;
        /** @enum {string} */
        readonly kind: "message" | "system";
        readonly from: string;
        readonly fromRole: string;
        readonly content: string;
        /** Format: date-time */
        readonly timestamp: string;
      } | null;
      readonly archived: boolean;
      readonly archivedBy: string | null;
      readonly auto: boolean;
      readonly paused: boolean;
      readonly hold: {
        /** @enum {string} */
        readonly reason: "hops" | "replies" | "alone";
        /** Format: date-time */
        readonly since: string;
        /** Format: date-time */
        readonly until: string;
        readonly count: number;
        readonly agentIds: readonly string[];
      } | null;
      /** Format: date-time */
      readonly createdAt: string;
      readonly createdBy: string;
      readonly roles: readonly string[];
      readonly chat?: {
        /** @enum {string} */
        readonly broadcastMode: "all" | "mention_only";
        readonly showThinking?: boolean;
        readonly historyLimit?: number;
        readonly person?: {
          readonly id: string;
          readonly displayName: string;
        };
        /** @enum {boolean} */
        readonly listsLead?: true;
        /** Format: date-time */
        readonly updatedAt?: string;
        /** @enum {boolean} */
        readonly deleted?: true;
      };
      readonly admissionId?: string;
      /** @enum {boolean} */
      readonly openHistory?: true;
      readonly conduct: {
        readonly freshSeq: number;
        readonly strikes: number;
        /** Format: date-time */
        readonly calmSince: string | null;
      };
      readonly members: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly memberRole: "lead" | "owner" | "member";
        /** Format: date-time */
        readonly joinedAt: string;
        readonly joinedSeq: number;
        /** @enum {string} */
        readonly wake: "all" | "mentions" | "none";
        /** @enum {boolean} */
        readonly listed?: false;
      }[];
    };
    readonly Message: {
      readonly id: string;
      readonly seq: number;
      readonly n: number;
      readonly group: string;
      readonly leadId: string;
      readonly sessionId: string;
      /** @enum {string} */
      readonly kind: "message" | "system";
      readonly from: string;
      readonly fromRole: string;
      readonly content: string;
      /** Format: date-time */
      readonly timestamp: string;
      readonly mentions: readonly string[];
      readonly clientId?: string;
      readonly hop: number;
      readonly reactions: components["schemas"]["Reactions"];
      readonly parts?: readonly ({
        /** @enum {string} */
        readonly type: "text";
        readonly text: string;
      } | {
        /** @enum {string} */
        readonly type: "image";
        readonly url: string;
        readonly altText?: string;
      } | {
        /** @enum {string} */
        readonly type: "file";
        readonly url: string;
        readonly name: string;
        readonly mimeType?: string;
        readonly size?: number;
      })[];
      readonly replyTo?: {
        readonly id: string;
        readonly n: number;
        readonly from: string;
        readonly fromRole: string;
        readonly text: string;
      };
      readonly round?: {
        readonly runId: string;
        readonly n: number;
        /** @enum {string} */
        readonly as: "start" | "answer" | "late" | "interjection";
      };
      /** Format: date-time */
      readonly editedAt?: string;
      /** Format: date-time */
      readonly deletedAt?: string;
    };
    readonly Reactions: {
      readonly [key: string]: readonly string[];
    };
    readonly Agent: {
      readonly id: string;
      readonly shortId: string;
      readonly name: string;
      readonly role: string;
      readonly roleName: string;
      readonly color: string;
      /** @enum {string} */
      readonly status: "starting" | "idle" | "working" | "completed" | "failed" | "terminated";
      /** @enum {string} */
      readonly connection: "none" | "connected" | "lost";
      readonly leadId: string;
      /** @enum {string} */
      readonly driver: "remote" | "pipe" | "acp" | "model";
      readonly task: string | null;
      readonly owed: {
        readonly count: number;
        /** Format: date-time */
        readonly oldestAt: string | null;
      };
      readonly usage: {
        readonly inputTokens: number | null;
        readonly outputTokens: number | null;
        readonly totalTokens: number | null;
        readonly cachedReadTokens?: number | null;
        readonly cachedWriteTokens?: number | null;
        readonly cost: number | null;
        readonly estimatedCost?: number;
        readonly model?: string;
        readonly contextUsed: number | null;
        readonly contextSize: number | null;
      } | null;
      readonly why: {
        /** @enum {string} */
        readonly code: "ended" | "starting" | "restarting" | "paused" | "working" | "disconnected" | "behind" | "asks" | "held" | "waiting" | "asleep" | "idle";
        /** Format: date-time */
        readonly since: string | null;
        readonly text: string;
        readonly round?: {
          readonly session: string;
          readonly n: number;
        };
      };
      readonly endedReason: string | null;
      readonly createdBy: string;
      readonly hold: {
        /** @enum {string} */
        readonly reason: "hops" | "replies" | "alone";
        /** Format: date-time */
        readonly since: string;
        /** Format: date-time */
        readonly until: string;
        readonly count: number;
        readonly agentIds: readonly string[];
      } | null;
    };
    readonly Lead: {
      readonly id: string;
      readonly shortId: string;
      readonly name: string;
      readonly role: string;
      readonly roleName: string;
      readonly color: string;
      /** @enum {string} */
      readonly status: "starting" | "idle" | "working" | "completed" | "failed" | "terminated";
      /** @enum {string} */
      readonly connection: "none" | "connected" | "lost";
      readonly leadId: string;
      /** @enum {string} */
      readonly driver: "remote" | "pipe" | "acp" | "model";
      readonly task: string | null;
      readonly owed: {
        readonly count: number;
        /** Format: date-time */
        readonly oldestAt: string | null;
      };
      readonly usage: {
        readonly inputTokens: number | null;
        readonly outputTokens: number | null;
        readonly totalTokens: number | null;
        readonly cachedReadTokens?: number | null;
        readonly cachedWriteTokens?: number | null;
        readonly cost: number | null;
        readonly estimatedCost?: number;
        readonly model?: string;
        readonly contextUsed: number | null;
        readonly contextSize: number | null;
      } | null;
      readonly why: {
        /** @enum {string} */
        readonly code: "ended" | "starting" | "restarting" | "paused" | "working" | "disconnected" | "behind" | "asks" | "held" | "waiting" | "asleep" | "idle";
        /** Format: date-time */
        readonly since: string | null;
        readonly text: string;
        readonly round?: {
          readonly session: string;
          readonly n: number;
        };
      };
      readonly endedReason: string | null;
      readonly createdBy: string;
      readonly hold: {
        /** @enum {string} */
        readonly reason: "hops" | "replies" | "alone";
        /** Format: date-time */
        readonly since: string;
        /** Format: date-time */
        readonly until: string;
        readonly count: number;
        readonly agentIds: readonly string[];
      } | null;
      readonly parentId: string | null;
      readonly paused: boolean;
      readonly autoGroups: boolean;
      readonly workspace?: string;
      readonly agentCount: number;
      readonly groupCount: number;
    };
    readonly CreateLead: {
      readonly name: string;
      readonly role?: string;
      readonly parentId?: string;
      readonly task?: string;
      readonly instructions?: string;
      readonly driver?: components["schemas"]["Driver"];
      readonly cwd?: string;
    };
    readonly Driver: {
      /** @enum {string} */
      readonly kind: "remote";
    } | {
      /** @enum {string} */
      readonly kind: "pipe";
      readonly command: string;
      /** @default [] */
      readonly args?: readonly string[];
    } | {
      /** @enum {string} */
      readonly kind: "acp";
      readonly preset?: string;
      readonly command?: string;
      /** @default [] */
      readonly args?: readonly string[];
      /** @default {} */
      readonly env?: {
        readonly [key: string]: string;
      };
      readonly mode?: string;
    } | {
      /** @enum {string} */
      readonly kind: "model";
      readonly baseUrl: string;
      readonly model: string;
      readonly apiKeyEnv?: string;
      readonly tools?: boolean;
      readonly contextTokens?: number;
      readonly apiKey?: string;
    };
    readonly Group: {
      readonly id: string;
      readonly name: string;
      readonly displayName: string;
      readonly purpose: string | null;
      readonly leadId: string;
      readonly memberIds: readonly string[];
      readonly memberCount: number;
      readonly messageCount: number;
      readonly lastMessage: {
        readonly id: string;
        readonly seq: number;
        readonly n: number;
        /** @enum {string} */
        readonly kind: "message" | "system";
        readonly from: string;
        readonly fromRole: string;
        readonly content: string;
        /** Format: date-time */
        readonly timestamp: string;
      } | null;
      readonly archived: boolean;
      readonly archivedBy: string | null;
      readonly auto: boolean;
      readonly paused: boolean;
      readonly hold: {
        /** @enum {string} */
        readonly reason: "hops" | "replies" | "alone";
        /** Format: date-time */
        readonly since: string;
        /** Format: date-time */
        readonly until: string;
        readonly count: number;
        readonly agentIds: readonly string[];
      } | null;
      /** Format: date-time */
      readonly createdAt: string;
      readonly createdBy: string;
      readonly roles: readonly string[];
      readonly chat?: {
        /** @enum {string} */
        readonly broadcastMode: "all" | "mention_only";
        readonly showThinking?: boolean;
        readonly historyLimit?: number;
        readonly person?: {
          readonly id: string;
          readonly displayName: string;
        };
        /** @enum {boolean} */
        readonly listsLead?: true;
        /** Format: date-time */
        readonly updatedAt?: string;
        /** @enum {boolean} */
        readonly deleted?: true;
      };
      readonly admissionId?: string;
      /** @enum {boolean} */
      readonly openHistory?: true;
      readonly unread: number;
      readonly mentions: number;
    };
    readonly CrewState: {
      readonly seq: number;
      readonly viewer: string | null;
      readonly lead: components["schemas"]["LeadRecord"];
      readonly agents: {
        readonly [key: string]: components["schemas"]["AgentRecord"];
      };
      readonly groups: {
        readonly [key: string]: components["schemas"]["GroupRecord"];
      };
      readonly tasks: {
        readonly [key: string]: components["schemas"]["Task"];
      };
      readonly needs: {
        readonly [key: string]: components["schemas"]["Need"];
      };
      readonly sessions: {
        readonly [key: string]: {
          readonly id: string;
          readonly leadId: string;
          readonly groupName: string;
          readonly title: string;
          /** @enum {string} */
          readonly status: "active" | "archived" | "deleted";
          readonly activeAgents: readonly string[];
          readonly chosen?: readonly string[] | null;
          /** Format: date-time */
          readonly createdAt: string;
          readonly createdBy: string;
          /** Format: date-time */
          readonly updatedAt: string;
          readonly messageCount: number;
          readonly rounds: number;
          readonly lastMessage: {
            readonly id: string;
            readonly seq: number;
            readonly n: number;
            /** @enum {string} */
            readonly kind: "message" | "system";
            readonly from: string;
            readonly fromRole: string;
            readonly content: string;
            /** Format: date-time */
            readonly timestamp: string;
          } | null;
          readonly runId?: string;
          readonly parent?: {
            readonly sessionId: string;
            readonly runId: string | null;
            readonly n: number;
            readonly agentId: string;
          };
        };
      };
      readonly rounds: {
        readonly [key: string]: readonly {
          readonly runId: string;
          readonly sessionId: string;
          readonly groupName: string;
          readonly n: number;
          /** @enum {string} */
          readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
          readonly run?: {
            readonly id: string;
            readonly n: number;
          };
          readonly reason: string;
          readonly triggerSeq: number;
          readonly triggerMessageId: string;
          readonly openedSeq: number;
          /** Format: date-time */
          readonly openedAt: string;
          readonly responses: readonly {
            readonly agentId: string;
            /** @enum {string} */
            readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
            readonly late: boolean;
            readonly cut: boolean;
            readonly deliveryId: string;
            readonly messageId: string | null;
            readonly error: string | null;
            /** Format: date-time */
            readonly askedAt?: string;
            /** Format: date-time */
            readonly endedAt: string | null;
            readonly stoppedBy?: string;
            readonly done?: boolean;
            readonly decision?: string;
            readonly usage?: {
              readonly tokens: number | null;
              readonly usd: number | null;
              readonly model?: string;
            };
            readonly child?: string;
            readonly soFar?: string;
          }[];
          /** @enum {string|null} */
          readonly closed: "answered" | "superseded" | "stopped" | null;
        }[];
      };
      readonly runs: {
        readonly [key: string]: {
          readonly id: string;
          readonly leadId: string;
          readonly groupName: string;
          readonly sessionId: string;
          readonly policy: {
            /** @enum {string} */
            readonly kind: "round_robin";
            readonly transitions?: {
              readonly [key: string]: readonly string[];
            };
          } | {
            /** @enum {string} */
            readonly kind: "selection";
            readonly by: string;
            readonly repeat: boolean;
            readonly prompt?: string;
            readonly transitions?: {
              readonly [key: string]: readonly string[];
            };
          } | {
            /** @enum {string} */
            readonly kind: "parallel";
            readonly aggregator: string | null;
          } | {
            /** @enum {string} */
            readonly kind: "hierarchical";
            readonly manager: string;
          };
          readonly participants: readonly string[];
          readonly roles: {
            readonly [key: string]: {
              readonly role: string;
              readonly description: string;
              readonly expertise: readonly string[];
            };
          };
          readonly goal: string;
          readonly terminationCondition: string | null;
          readonly limits: {
            readonly rounds: number;
            readonly messages: number | null;
            readonly answerSeconds: number;
            readonly waitSeconds: number;
            readonly humanSeconds: number | null;
            /** @enum {string} */
            readonly onHumanTimeout: "stop" | "skip";
            readonly tokens: number | null;
            readonly usd: number | null;
            readonly stall: number;
            readonly until?: {
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              } | {
                readonly all: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              } | {
                readonly any: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              } | {
                readonly all: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              } | {
                readonly any: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              })[];
            };
          };
          /** @enum {string} */
          readonly status: "running" | "waiting_human" | "paused" | "ended";
          /** @enum {string|null} */
          readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
          readonly progress: {
            readonly rounds: number;
            readonly messages: number;
            readonly usage: {
              readonly tokens: number;
              readonly usd: number;
              readonly known: boolean;
            };
            readonly previous: string | null;
            readonly idle: number;
            readonly failures: {
              readonly [key: string]: number;
            };
            readonly again: number;
            readonly next: string | null;
            readonly nextBy?: string;
            readonly gap?: {
              readonly speaker: string;
              readonly behind: string;
            };
            readonly upTo: number;
            readonly told?: {
              readonly [key: string]: number;
            };
            readonly met?: readonly number[];
            readonly heard?: number;
            /** @enum {string} */
            readonly ends?: "done" | "terminated";
          };
          readonly firstRound: number;
          readonly beginsAt: number;
          readonly startedBy: string;
          readonly hop: number;
          readonly parent: {
            readonly sessionId: string;
            readonly runId: string | null;
            readonly n: number;
            readonly agentId: string;
          } | null;
          readonly depth: number;
          readonly summary: string | null;
          /** Format: date-time */
          readonly startedAt: string;
          /** Format: date-time */
          readonly endedAt: string | null;
        };
      };
      readonly admissions: {
        readonly [key: string]: {
          readonly id: string;
          readonly leadId: string;
          readonly appId: string;
          readonly initiator: string;
          readonly manager: string;
          /** @enum {string} */
          readonly status: "active" | "closed";
          readonly admitted: readonly {
            readonly id: string;
            /** Format: date-time */
            readonly admittedAt: string;
          }[];
          /** Format: date-time */
          readonly createdAt: string;
          /** Format: date-time */
          readonly endedAt: string | null;
        };
      };
      readonly files: {
        readonly [key: string]: readonly {
          /** @enum {string} */
          readonly kind: "file" | "picture";
          readonly name: string;
          readonly size: number;
          /** @enum {string} */
          readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
          readonly sha256: string;
          readonly addedBy: string;
          /** Format: date-time */
          readonly addedAt: string;
        }[];
      };
      /** @enum {boolean} */
      readonly workFiles?: true;
      readonly readMarks: {
        readonly [key: string]: {
          readonly [key: string]: {
            readonly seq: number;
            readonly n: number;
            /** Format: date-time */
            readonly lastSeen: string;
          };
        };
      };
      readonly ownUnread: {
        readonly [key: string]: number;
      };
      readonly mentions: {
        readonly [key: string]: {
          readonly [key: string]: readonly number[];
        };
      };
      readonly asked: {
        readonly [key: string]: readonly {
          readonly id: string;
          readonly n: number;
          readonly reactions?: number;
        }[];
      };
    };
    readonly LiveState: {
      readonly agents: {
        readonly [key: string]: {
          /** @enum {string} */
          readonly status: "starting" | "idle" | "working";
          /** @enum {string} */
          readonly connection: "none" | "connected" | "lost";
          readonly owed: {
            readonly count: number;
            /** Format: date-time */
            readonly oldestAt: string | null;
          };
          readonly usage: {
            readonly inputTokens: number | null;
            readonly outputTokens: number | null;
            readonly totalTokens: number | null;
            readonly cachedReadTokens?: number | null;
            readonly cachedWriteTokens?: number | null;
            readonly cost: number | null;
            readonly estimatedCost?: number;
            readonly model?: string;
            readonly contextUsed: number | null;
            readonly contextSize: number | null;
          } | null;
          readonly why: {
            /** @enum {string} */
            readonly code: "ended" | "starting" | "restarting" | "paused" | "working" | "disconnected" | "behind" | "asks" | "held" | "waiting" | "asleep" | "idle";
            /** Format: date-time */
            readonly since: string | null;
            readonly text: string;
            readonly round?: {
              readonly session: string;
              readonly n: number;
            };
          };
          readonly requestEnds?: {
            readonly [key: string]: string | null;
          };
        };
      };
      readonly receipts?: {
        readonly [key: string]: {
          readonly [key: string]: {
            readonly sentSeq: number;
            readonly seenSeq: number;
          };
        };
      };
    };
    readonly CreateAgent: {
      readonly role: string;
      readonly name?: string;
      readonly task?: string;
      readonly instructions?: string;
      readonly driver?: components["schemas"]["Driver"];
      readonly cwd?: string;
    };
    readonly Event: {
      /** @enum {string} */
      readonly type: "lead:created";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly lead: components["schemas"]["LeadRecord"];
    } | {
      /** @enum {string} */
      readonly type: "lead:deleted";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly lead: components["schemas"]["LeadRecord"];
      readonly agentIds: readonly string[];
    } | {
      /** @enum {string} */
      readonly type: "lead:paused";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly lead: components["schemas"]["LeadRecord"];
    } | {
      /** @enum {string} */
      readonly type: "lead:resumed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly lead: components["schemas"]["LeadRecord"];
    } | {
      /** @enum {string} */
      readonly type: "lead:updated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly lead: components["schemas"]["LeadRecord"];
    } | {
      /** @enum {string} */
      readonly type: "task:created";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly task: components["schemas"]["Task"];
    } | {
      /** @enum {string} */
      readonly type: "task:given";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly task: components["schemas"]["Task"];
    } | {
      /** @enum {string} */
      readonly type: "task:updated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly task: components["schemas"]["Task"];
    } | {
      /** @enum {string} */
      readonly type: "task:completed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly task: components["schemas"]["Task"];
    } | {
      /** @enum {string} */
      readonly type: "task:failed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly task: components["schemas"]["Task"];
    } | {
      /** @enum {string} */
      readonly type: "task:cancelled";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly task: components["schemas"]["Task"];
    } | {
      /** @enum {string} */
      readonly type: "need:opened";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly need: components["schemas"]["Need"];
      readonly answer?: {
        /** @enum {string} */
        readonly by: "person" | "rule" | "timeout" | "cancelled" | "restart";
        readonly optionId: string | null;
        readonly name: string | null;
      };
    } | {
      /** @enum {string} */
      readonly type: "need:closed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly need: components["schemas"]["Need"];
      readonly answer?: {
        /** @enum {string} */
        readonly by: "person" | "rule" | "timeout" | "cancelled" | "restart";
        readonly optionId: string | null;
        readonly name: string | null;
      };
    } | {
      /** @enum {string} */
      readonly type: "direct:message";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly message: components["schemas"]["DirectMessage"];
    } | {
      /** @enum {string} */
      readonly type: "agent:created";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
    } | {
      /** @enum {string} */
      readonly type: "agent:completed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
    } | {
      /** @enum {string} */
      readonly type: "agent:failed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
    } | {
      /** @enum {string} */
      readonly type: "agent:terminated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
    } | {
      /** @enum {string} */
      readonly type: "agent:resumed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
    } | {
      /** @enum {string} */
      readonly type: "agent:held";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
    } | {
      /** @enum {string} */
      readonly type: "agent:released";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
    } | {
      /** @enum {string} */
      readonly type: "agent:updated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly agent: components["schemas"]["AgentRecord"];
      readonly changed: readonly ("name" | "role" | "program" | "mode" | "folder" | "variables" | "instructions")[];
    } | {
      /** @enum {string} */
      readonly type: "group:created";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
    } | {
      /** @enum {string} */
      readonly type: "group:archived";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
    } | {
      /** @enum {string} */
      readonly type: "group:unarchived";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
    } | {
      /** @enum {string} */
      readonly type: "group:paused";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
    } | {
      /** @enum {string} */
      readonly type: "group:resumed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
    } | {
      /** @enum {string} */
      readonly type: "group:held";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
    } | {
      /** @enum {string} */
      readonly type: "group:imported";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
      readonly files?: readonly {
        /** @enum {string} */
        readonly kind: "file" | "picture";
        readonly name: string;
        readonly size: number;
        /** @enum {string} */
        readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
        readonly sha256: string;
        readonly addedBy: string;
        /** Format: date-time */
        readonly addedAt: string;
      }[];
    } | {
      /** @enum {string} */
      readonly type: "group:updated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: components["schemas"]["GroupRecord"];
      readonly wakeOf?: string;
    } | {
      /** @enum {string} */
      readonly type: "group:member_added";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: string;
      readonly agentId: string;
      readonly by: string;
      readonly member: {
        readonly id: string;
        /** @enum {string} */
        readonly memberRole: "lead" | "owner" | "member";
        /** Format: date-time */
        readonly joinedAt: string;
        readonly joinedSeq: number;
        /** @enum {string} */
        readonly wake: "all" | "mentions" | "none";
        /** @enum {boolean} */
        readonly listed?: false;
      };
      readonly roles: readonly string[];
      readonly state?: components["schemas"]["GroupRecord"];
    } | {
      /** @enum {string} */
      readonly type: "group:member_removed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly group: string;
      readonly agentId: string;
      readonly by: string;
      /** @enum {string} */
      readonly reason: "left" | "removed";
    } | {
      /** @enum {string} */
      readonly type: "group:message";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly groupName: string;
      readonly message: components["schemas"]["Message"];
      /** @enum {boolean} */
      readonly begins?: true;
    } | {
      /** @enum {string} */
      readonly type: "group:message_edited";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly groupName: string;
      readonly messageId: string;
      readonly n: number;
      readonly by: string;
      readonly content: string;
      readonly mentions: readonly string[];
      readonly parts?: readonly ({
        /** @enum {string} */
        readonly type: "text";
        readonly text: string;
      } | {
        /** @enum {string} */
        readonly type: "image";
        readonly url: string;
        readonly altText?: string;
      } | {
        /** @enum {string} */
        readonly type: "file";
        readonly url: string;
        readonly name: string;
        readonly mimeType?: string;
        readonly size?: number;
      })[];
    } | {
      /** @enum {string} */
      readonly type: "group:message_deleted";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly groupName: string;
      readonly messageId: string;
      readonly n: number;
      readonly by: string;
    } | {
      /** @enum {string} */
      readonly type: "group:reaction";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly groupName: string;
      readonly messageId: string;
      readonly emoji: string;
      readonly agentId: string;
      /** @enum {string} */
      readonly action: "add" | "remove";
    } | {
      /** @enum {string} */
      readonly type: "group:read";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly readerId: string;
      readonly groupName: string;
      readonly lastSeq: number;
      readonly n: number;
      /** Format: date-time */
      readonly lastSeen: string;
      readonly own?: number;
    } | {
      /** @enum {string} */
      readonly type: "session:created";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly session: {
        readonly id: string;
        readonly leadId: string;
        readonly groupName: string;
        readonly title: string;
        /** @enum {string} */
        readonly status: "active" | "archived" | "deleted";
        readonly activeAgents: readonly string[];
        readonly chosen?: readonly string[] | null;
        /** Format: date-time */
        readonly createdAt: string;
        readonly createdBy: string;
        /** Format: date-time */
        readonly updatedAt: string;
        readonly messageCount: number;
        readonly rounds: number;
        readonly lastMessage: {
          readonly id: string;
          readonly seq: number;
          readonly n: number;
          /** @enum {string} */
          readonly kind: "message" | "system";
          readonly from: string;
          readonly fromRole: string;
          readonly content: string;
          /** Format: date-time */
          readonly timestamp: string;
        } | null;
        readonly runId?: string;
        readonly parent?: {
          readonly sessionId: string;
          readonly runId: string | null;
          readonly n: number;
          readonly agentId: string;
        };
      };
    } | {
      /** @enum {string} */
      readonly type: "session:updated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly session: {
        readonly id: string;
        readonly leadId: string;
        readonly groupName: string;
        readonly title: string;
        /** @enum {string} */
        readonly status: "active" | "archived" | "deleted";
        readonly activeAgents: readonly string[];
        readonly chosen?: readonly string[] | null;
        /** Format: date-time */
        readonly createdAt: string;
        readonly createdBy: string;
        /** Format: date-time */
        readonly updatedAt: string;
        readonly messageCount: number;
        readonly rounds: number;
        readonly lastMessage: {
          readonly id: string;
          readonly seq: number;
          readonly n: number;
          /** @enum {string} */
          readonly kind: "message" | "system";
          readonly from: string;
          readonly fromRole: string;
          readonly content: string;
          /** Format: date-time */
          readonly timestamp: string;
        } | null;
        readonly runId?: string;
        readonly parent?: {
          readonly sessionId: string;
          readonly runId: string | null;
          readonly n: number;
          readonly agentId: string;
        };
      };
    } | {
      /** @enum {string} */
      readonly type: "session:message";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly sessionId: string;
      readonly groupName: string;
      readonly message: components["schemas"]["Message"];
    } | {
      /** @enum {string} */
      readonly type: "session:reaction";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly sessionId: string;
      readonly groupName: string;
      readonly messageId: string;
      readonly emoji: string;
      readonly agentId: string;
      /** @enum {string} */
      readonly action: "add" | "remove";
    } | {
      /** @enum {string} */
      readonly type: "session:read";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly readerId: string;
      readonly sessionId: string;
      readonly groupName: string;
      readonly lastSeq: number;
      readonly n: number;
      /** Format: date-time */
      readonly lastSeen: string;
      readonly own?: number;
    } | {
      /** @enum {string} */
      readonly type: "round:opened";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly round: {
        readonly runId: string;
        readonly sessionId: string;
        readonly groupName: string;
        readonly n: number;
        /** @enum {string} */
        readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
        readonly run?: {
          readonly id: string;
          readonly n: number;
        };
        readonly reason: string;
        readonly triggerSeq: number;
        readonly triggerMessageId: string;
        readonly openedSeq: number;
        /** Format: date-time */
        readonly openedAt: string;
        readonly responses: readonly {
          readonly agentId: string;
          /** @enum {string} */
          readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
          readonly late: boolean;
          readonly cut: boolean;
          readonly deliveryId: string;
          readonly messageId: string | null;
          readonly error: string | null;
          /** Format: date-time */
          readonly askedAt?: string;
          /** Format: date-time */
          readonly endedAt: string | null;
          readonly stoppedBy?: string;
          readonly done?: boolean;
          readonly decision?: string;
          readonly usage?: {
            readonly tokens: number | null;
            readonly usd: number | null;
            readonly model?: string;
          };
          readonly child?: string;
          readonly soFar?: string;
        }[];
        /** @enum {string|null} */
        readonly closed: "answered" | "superseded" | "stopped" | null;
      };
    } | {
      /** @enum {string} */
      readonly type: "round:responded";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly runId: string;
      readonly sessionId: string;
      readonly n: number;
      readonly response: {
        readonly agentId: string;
        /** @enum {string} */
        readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
        readonly late: boolean;
        readonly cut: boolean;
        readonly deliveryId: string;
        readonly messageId: string | null;
        readonly error: string | null;
        /** Format: date-time */
        readonly askedAt?: string;
        /** Format: date-time */
        readonly endedAt: string | null;
        readonly stoppedBy?: string;
        readonly done?: boolean;
        readonly decision?: string;
        readonly usage?: {
          readonly tokens: number | null;
          readonly usd: number | null;
          readonly model?: string;
        };
        readonly child?: string;
        readonly soFar?: string;
      };
    } | {
      /** @enum {string} */
      readonly type: "round:closed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly runId: string;
      readonly sessionId: string;
      readonly n: number;
      /** @enum {string} */
      readonly why: "answered" | "superseded" | "stopped";
    } | {
      /** @enum {string} */
      readonly type: "run:started";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly run: {
        readonly id: string;
        readonly leadId: string;
        readonly groupName: string;
        readonly sessionId: string;
        readonly policy: {
          /** @enum {string} */
          readonly kind: "round_robin";
          readonly transitions?: {
            readonly [key: string]: readonly string[];
          };
        } | {
          /** @enum {string} */
          readonly kind: "selection";
          readonly by: string;
          readonly repeat: boolean;
          readonly prompt?: string;
          readonly transitions?: {
            readonly [key: string]: readonly string[];
          };
        } | {
          /** @enum {string} */
          readonly kind: "parallel";
          readonly aggregator: string | null;
        } | {
          /** @enum {string} */
          readonly kind: "hierarchical";
          readonly manager: string;
        };
        readonly participants: readonly string[];
        readonly roles: {
          readonly [key: string]: {
            readonly role: string;
            readonly description: string;
            readonly expertise: readonly string[];
          };
        };
        readonly goal: string;
        readonly terminationCondition: string | null;
        readonly limits: {
          readonly rounds: number;
          readonly messages: number | null;
          readonly answerSeconds: number;
          readonly waitSeconds: number;
          readonly humanSeconds: number | null;
          /** @enum {string} */
          readonly onHumanTimeout: "stop" | "skip";
          readonly tokens: number | null;
          readonly usd: number | null;
          readonly stall: number;
          readonly until?: {
            readonly word: string;
            readonly from?: string;
          } | {
            readonly rounds: number;
          } | {
            readonly messages: number;
          } | {
            readonly tokens: number;
          } | {
            readonly usd: number;
          } | {
            readonly all: readonly ({
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            })[];
          } | {
            readonly any: readonly ({
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            })[];
          };
        };
        /** @enum {string} */
        readonly status: "running" | "waiting_human" | "paused" | "ended";
        /** @enum {string|null} */
        readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
        readonly progress: {
          readonly rounds: number;
          readonly messages: number;
          readonly usage: {
            readonly tokens: number;
            readonly usd: number;
            readonly known: boolean;
          };
          readonly previous: string | null;
          readonly idle: number;
          readonly failures: {
            readonly [key: string]: number;
          };
          readonly again: number;
          readonly next: string | null;
          readonly nextBy?: string;
          readonly gap?: {
            readonly speaker: string;
            readonly behind: string;
          };
          readonly upTo: number;
          readonly told?: {
            readonly [key: string]: number;
          };
          readonly met?: readonly number[];
          readonly heard?: number;
          /** @enum {string} */
          readonly ends?: "done" | "terminated";
        };
        readonly firstRound: number;
        readonly beginsAt: number;
        readonly startedBy: string;
        readonly hop: number;
        readonly parent: {
          readonly sessionId: string;
          readonly runId: string | null;
          readonly n: number;
          readonly agentId: string;
        } | null;
        readonly depth: number;
        readonly summary: string | null;
        /** Format: date-time */
        readonly startedAt: string;
        /** Format: date-time */
        readonly endedAt: string | null;
      };
    } | {
      /** @enum {string} */
      readonly type: "run:updated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly run: {
        readonly id: string;
        readonly leadId: string;
        readonly groupName: string;
        readonly sessionId: string;
        readonly policy: {
          /** @enum {string} */
          readonly kind: "round_robin";
          readonly transitions?: {
            readonly [key: string]: readonly string[];
          };
        } | {
          /** @enum {string} */
          readonly kind: "selection";
          readonly by: string;
          readonly repeat: boolean;
          readonly prompt?: string;
          readonly transitions?: {
            readonly [key: string]: readonly string[];
          };
        } | {
          /** @enum {string} */
          readonly kind: "parallel";
          readonly aggregator: string | null;
        } | {
          /** @enum {string} */
          readonly kind: "hierarchical";
          readonly manager: string;
        };
        readonly participants: readonly string[];
        readonly roles: {
          readonly [key: string]: {
            readonly role: string;
            readonly description: string;
            readonly expertise: readonly string[];
          };
        };
        readonly goal: string;
        readonly terminationCondition: string | null;
        readonly limits: {
          readonly rounds: number;
          readonly messages: number | null;
          readonly answerSeconds: number;
          readonly waitSeconds: number;
          readonly humanSeconds: number | null;
          /** @enum {string} */
          readonly onHumanTimeout: "stop" | "skip";
          readonly tokens: number | null;
          readonly usd: number | null;
          readonly stall: number;
          readonly until?: {
            readonly word: string;
            readonly from?: string;
          } | {
            readonly rounds: number;
          } | {
            readonly messages: number;
          } | {
            readonly tokens: number;
          } | {
            readonly usd: number;
          } | {
            readonly all: readonly ({
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            })[];
          } | {
            readonly any: readonly ({
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            })[];
          };
        };
        /** @enum {string} */
        readonly status: "running" | "waiting_human" | "paused" | "ended";
        /** @enum {string|null} */
        readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
        readonly progress: {
          readonly rounds: number;
          readonly messages: number;
          readonly usage: {
            readonly tokens: number;
            readonly usd: number;
            readonly known: boolean;
          };
          readonly previous: string | null;
          readonly idle: number;
          readonly failures: {
            readonly [key: string]: number;
          };
          readonly again: number;
          readonly next: string | null;
          readonly nextBy?: string;
          readonly gap?: {
            readonly speaker: string;
            readonly behind: string;
          };
          readonly upTo: number;
          readonly told?: {
            readonly [key: string]: number;
          };
          readonly met?: readonly number[];
          readonly heard?: number;
          /** @enum {string} */
          readonly ends?: "done" | "terminated";
        };
        readonly firstRound: number;
        readonly beginsAt: number;
        readonly startedBy: string;
        readonly hop: number;
        readonly parent: {
          readonly sessionId: string;
          readonly runId: string | null;
          readonly n: number;
          readonly agentId: string;
        } | null;
        readonly depth: number;
        readonly summary: string | null;
        /** Format: date-time */
        readonly startedAt: string;
        /** Format: date-time */
        readonly endedAt: string | null;
      };
    } | {
      /** @enum {string} */
      readonly type: "run:ended";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly run: {
        readonly id: string;
        readonly leadId: string;
        readonly groupName: string;
        readonly sessionId: string;
        readonly policy: {
          /** @enum {string} */
          readonly kind: "round_robin";
          readonly transitions?: {
            readonly [key: string]: readonly string[];
          };
        } | {
          /** @enum {string} */
          readonly kind: "selection";
          readonly by: string;
          readonly repeat: boolean;
          readonly prompt?: string;
          readonly transitions?: {
            readonly [key: string]: readonly string[];
          };
        } | {
          /** @enum {string} */
          readonly kind: "parallel";
          readonly aggregator: string | null;
        } | {
          /** @enum {string} */
          readonly kind: "hierarchical";
          readonly manager: string;
        };
        readonly participants: readonly string[];
        readonly roles: {
          readonly [key: string]: {
            readonly role: string;
            readonly description: string;
            readonly expertise: readonly string[];
          };
        };
        readonly goal: string;
        readonly terminationCondition: string | null;
        readonly limits: {
          readonly rounds: number;
          readonly messages: number | null;
          readonly answerSeconds: number;
          readonly waitSeconds: number;
          readonly humanSeconds: number | null;
          /** @enum {string} */
          readonly onHumanTimeout: "stop" | "skip";
          readonly tokens: number | null;
          readonly usd: number | null;
          readonly stall: number;
          readonly until?: {
            readonly word: string;
            readonly from?: string;
          } | {
            readonly rounds: number;
          } | {
            readonly messages: number;
          } | {
            readonly tokens: number;
          } | {
            readonly usd: number;
          } | {
            readonly all: readonly ({
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            })[];
          } | {
            readonly any: readonly ({
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              })[];
            })[];
          };
        };
        /** @enum {string} */
        readonly status: "running" | "waiting_human" | "paused" | "ended";
        /** @enum {string|null} */
        readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
        readonly progress: {
          readonly rounds: number;
          readonly messages: number;
          readonly usage: {
            readonly tokens: number;
            readonly usd: number;
            readonly known: boolean;
          };
          readonly previous: string | null;
          readonly idle: number;
          readonly failures: {
            readonly [key: string]: number;
          };
          readonly again: number;
          readonly next: string | null;
          readonly nextBy?: string;
          readonly gap?: {
            readonly speaker: string;
            readonly behind: string;
          };
          readonly upTo: number;
          readonly told?: {
            readonly [key: string]: number;
          };
          readonly met?: readonly number[];
          readonly heard?: number;
          /** @enum {string} */
          readonly ends?: "done" | "terminated";
        };
        readonly firstRound: number;
        readonly beginsAt: number;
        readonly startedBy: string;
        readonly hop: number;
        readonly parent: {
          readonly sessionId: string;
          readonly runId: string | null;
          readonly n: number;
          readonly agentId: string;
        } | null;
        readonly depth: number;
        readonly summary: string | null;
        /** Format: date-time */
        readonly startedAt: string;
        /** Format: date-time */
        readonly endedAt: string | null;
      };
    } | {
      /** @enum {string} */
      readonly type: "run:stepped";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly runId: string;
      readonly sessionId: string;
      /** @enum {string} */
      readonly status: "running" | "waiting_human" | "paused" | "ended";
      readonly progress: {
        readonly rounds: number;
        readonly messages: number;
        readonly usage: {
          readonly tokens: number;
          readonly usd: number;
          readonly known: boolean;
        };
        readonly previous: string | null;
        readonly idle: number;
        readonly failures: {
          readonly [key: string]: number;
        };
        readonly again: number;
        readonly next: string | null;
        readonly nextBy?: string;
        readonly gap?: {
          readonly speaker: string;
          readonly behind: string;
        };
        readonly upTo: number;
        readonly told?: {
          readonly [key: string]: number;
        };
        readonly met?: readonly number[];
        readonly heard?: number;
        /** @enum {string} */
        readonly ends?: "done" | "terminated";
      };
    } | {
      /** @enum {string} */
      readonly type: "admission:created";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly admission: {
        readonly id: string;
        readonly leadId: string;
        readonly appId: string;
        readonly initiator: string;
        readonly manager: string;
        /** @enum {string} */
        readonly status: "active" | "closed";
        readonly admitted: readonly {
          readonly id: string;
          /** Format: date-time */
          readonly admittedAt: string;
        }[];
        /** Format: date-time */
        readonly createdAt: string;
        /** Format: date-time */
        readonly endedAt: string | null;
      };
      readonly gone?: readonly string[];
      readonly by: string;
    } | {
      /** @enum {string} */
      readonly type: "admission:updated";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly admission: {
        readonly id: string;
        readonly leadId: string;
        readonly appId: string;
        readonly initiator: string;
        readonly manager: string;
        /** @enum {string} */
        readonly status: "active" | "closed";
        readonly admitted: readonly {
          readonly id: string;
          /** Format: date-time */
          readonly admittedAt: string;
        }[];
        /** Format: date-time */
        readonly createdAt: string;
        /** Format: date-time */
        readonly endedAt: string | null;
      };
      readonly gone?: readonly string[];
      readonly by: string;
    } | {
      /** @enum {string} */
      readonly type: "admission:closed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly admission: {
        readonly id: string;
        readonly leadId: string;
        readonly appId: string;
        readonly initiator: string;
        readonly manager: string;
        /** @enum {string} */
        readonly status: "active" | "closed";
        readonly admitted: readonly {
          readonly id: string;
          /** Format: date-time */
          readonly admittedAt: string;
        }[];
        /** Format: date-time */
        readonly createdAt: string;
        /** Format: date-time */
        readonly endedAt: string | null;
      };
      readonly gone?: readonly string[];
      readonly by: string;
    } | {
      /** @enum {string} */
      readonly type: "file:added";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly groupName: string;
      readonly file: {
        /** @enum {string} */
        readonly kind: "file" | "picture";
        readonly name: string;
        readonly size: number;
        /** @enum {string} */
        readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
        readonly sha256: string;
        readonly addedBy: string;
        /** Format: date-time */
        readonly addedAt: string;
      };
    } | {
      /** @enum {string} */
      readonly type: "file:removed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly groupName: string;
      readonly file: {
        /** @enum {string} */
        readonly kind: "file" | "picture";
        readonly name: string;
        readonly size: number;
        /** @enum {string} */
        readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
        readonly sha256: string;
        readonly addedBy: string;
        /** Format: date-time */
        readonly addedAt: string;
      };
      readonly by: string;
    } | {
      /** @enum {string} */
      readonly type: "work_files:changed";
      readonly seq: number;
      readonly leadId: string;
      /** Format: date-time */
      readonly at: string;
      readonly shown: boolean;
    };
    readonly Turn: {
      readonly id: string;
      readonly seq: number;
      readonly agentId: string;
      /** Format: date-time */
      readonly sentAt: string;
      /** Format: date-time */
      readonly seenAt: string | null;
      /** Format: date-time */
      readonly endedAt: string | null;
      readonly reason: string | null;
    };
    readonly TranscriptPage: {
      readonly session: {
        readonly id: string;
        readonly title: string;
        readonly model: {
          readonly name: string;
          readonly family: string;
          readonly label: string;
        } | null;
        readonly branch: string | null;
        readonly cwd: string | null;
        /** Format: date-time */
        readonly startedAt: string | null;
        /** Format: date-time */
        readonly updatedAt: string | null;
        readonly ongoing: boolean;
        readonly file: {
          readonly name: string;
          readonly bytes: number;
        } | null;
        readonly agentId: string | null;
      };
      readonly items: readonly ({
        /** @enum {string} */
        readonly type: "user";
        readonly id: string;
        /** Format: date-time */
        readonly timestamp: string;
        readonly index: number;
        readonly text: {
          readonly text: string;
          readonly cut: number;
        };
        readonly commands: readonly {
          readonly name: string;
          readonly args: string;
          readonly raw: string;
        }[];
        readonly fileReferences: readonly {
          readonly path: string;
          readonly raw: string;
        }[];
        readonly images: readonly {
          readonly mediaType: string;
          readonly bytes: number;
        }[];
        readonly delivered: readonly {
          /** @enum {string} */
          readonly kind: "group" | "task" | "message" | "broadcast" | "interrupt" | "reply" | "other";
          readonly groupName: string | null;
          readonly fromId: string | null;
          readonly messageId: string | null;
          readonly text: string;
        }[];
      } | {
        /** @enum {string} */
        readonly type: "system";
        readonly id: string;
        /** Format: date-time */
        readonly timestamp: string;
        readonly output: {
          readonly text: string;
          readonly cut: number;
        };
        readonly commandName: string;
        /** @enum {string} */
        readonly kind: "output" | "error" | "api_error" | "notice";
      } | {
        /** @enum {string} */
        readonly type: "compact";
        readonly id: string;
        /** Format: date-time */
        readonly timestamp: string;
        readonly tokenDelta: {
          readonly preCompactionTokens: number;
          readonly postCompactionTokens: number;
          readonly delta: number;
        };
        readonly startingPhaseNumber: number;
        readonly summary: {
          readonly text: string;
          readonly cut: number;
        };
      } | {
        /** @enum {string} */
        readonly type: "ai";
        readonly id: string;
        readonly turnIndex: number;
        /** Format: date-time */
        readonly startTime: string;
        /** Format: date-time */
        readonly endTime: string;
        readonly durationMs: number;
        /** @enum {string} */
        readonly status: "complete" | "interrupted" | "error" | "in_progress";
        readonly isOngoing: boolean;
        readonly tokens: {
          readonly input: number;
          readonly output: number;
          readonly cached: number;
          readonly thinking: number;
        };
        readonly summary: {
          readonly thinkingPreview: string;
          readonly toolCallCount: number;
          readonly outputMessageCount: number;
          readonly subagentCount: number;
          readonly totalDurationMs: number;
          readonly totalTokens: number;
          readonly outputTokens: number;
          readonly cachedTokens: number;
        };
        readonly itemsSummary: string;
        readonly mainModel: {
          readonly name: string;
          readonly family: string;
          readonly label: string;
        } | null;
        readonly subagentModels: readonly {
          readonly name: string;
          readonly family: string;
          readonly label: string;
        }[];
        readonly lastOutput: {
          /** @enum {string} */
          readonly type: "text" | "tool_result" | "interruption" | "ongoing" | "plan_exit";
          readonly text: string;
          readonly toolName: string;
          readonly toolResult: string;
          readonly isError: boolean;
          readonly interruptionMessage: string;
          readonly planContent: string;
          readonly planPreamble: string;
          /** Format: date-time */
          readonly timestamp: string;
          readonly cut: number;
        } | null;
        readonly items: number;
        readonly errorIds: readonly string[];
        readonly orphanIds: readonly string[];
        readonly contextTokens: number | null;
        readonly contextLimit: number | null;
        readonly claudeMdStats: {
          readonly files: readonly {
            readonly path: string;
            readonly tokens: number;
          }[];
          readonly totalTokens: number;
        } | null;
      })[];
      readonly totals: {
        readonly user: number;
        readonly system: number;
        readonly ai: number;
        readonly compact: number;
        readonly tools: number;
        readonly errors: number;
        readonly orphans: number;
        readonly subagents: number;
        readonly unreadable: number;
        readonly unknown: number;
      };
      readonly metrics: {
        readonly durationMs: number;
        readonly totalTokens: number;
        readonly inputTokens: number;
        readonly outputTokens: number;
        readonly cacheReadTokens: number;
        readonly cacheCreationTokens: number;
        readonly messageCount: number;
      };
      readonly hasBefore: boolean;
      readonly revision: number;
      readonly sums: {
        readonly own: {
          readonly totalTokens: number;
          readonly inputTokens: number;
          readonly outputTokens: number;
          readonly cacheReadTokens: number;
          readonly cacheCreationTokens: number;
          readonly dollars: number | null;
          readonly unpricedTokens: number;
        };
        readonly subagents: {
          readonly totalTokens: number;
          readonly inputTokens: number;
          readonly outputTokens: number;
          readonly cacheReadTokens: number;
          readonly cacheCreationTokens: number;
          readonly dollars: number | null;
          readonly unpricedTokens: number;
        };
        readonly together: {
          readonly totalTokens: number;
          readonly inputTokens: number;
          readonly outputTokens: number;
          readonly cacheReadTokens: number;
          readonly cacheCreationTokens: number;
          readonly dollars: number | null;
          readonly unpricedTokens: number;
        };
      };
    };
    readonly TranscriptItemDetails: {
      /** @enum {string} */
      readonly type: "user";
      readonly item: {
        /** @enum {string} */
        readonly type: "user";
        readonly id: string;
        /** Format: date-time */
        readonly timestamp: string;
        readonly index: number;
        readonly text: {
          readonly text: string;
          readonly cut: number;
        };
        readonly commands: readonly {
          readonly name: string;
          readonly args: string;
          readonly raw: string;
        }[];
        readonly fileReferences: readonly {
          readonly path: string;
          readonly raw: string;
        }[];
        readonly images: readonly {
          readonly mediaType: string;
          readonly bytes: number;
        }[];
        readonly delivered: readonly {
          /** @enum {string} */
          readonly kind: "group" | "task" | "message" | "broadcast" | "interrupt" | "reply" | "other";
          readonly groupName: string | null;
          readonly fromId: string | null;
          readonly messageId: string | null;
          readonly text: string;
        }[];
      };
      readonly text: {
        readonly text: string;
        readonly cut: number;
      };
      readonly images: readonly {
        readonly mediaType: string;
        readonly data: string;
      }[];
    } | {
      /** @enum {string} */
      readonly type: "system";
      readonly item: {
        /** @enum {string} */
        readonly type: "system";
        readonly id: string;
        /** Format: date-time */
        readonly timestamp: string;
        readonly output: {
          readonly text: string;
          readonly cut: number;
        };
        readonly commandName: string;
        /** @enum {string} */
        readonly kind: "output" | "error" | "api_error" | "notice";
      };
      readonly output: {
        readonly text: string;
        readonly cut: number;
      };
    } | {
      /** @enum {string} */
      readonly type: "compact";
      readonly item: {
        /** @enum {string} */
        readonly type: "compact";
        readonly id: string;
        /** Format: date-time */
        readonly timestamp: string;
        readonly tokenDelta: {
          readonly preCompactionTokens: number;
          readonly postCompactionTokens: number;
          readonly delta: number;
        };
        readonly startingPhaseNumber: number;
        readonly summary: {
          readonly text: string;
          readonly cut: number;
        };
      };
      readonly summary: {
        readonly text: string;
        readonly cut: number;
      };
    } | {
      /** @enum {string} */
      readonly type: "ai";
      readonly item: {
        /** @enum {string} */
        readonly type: "ai";
        readonly id: string;
        readonly turnIndex: number;
        /** Format: date-time */
        readonly startTime: string;
        /** Format: date-time */
        readonly endTime: string;
        readonly durationMs: number;
        /** @enum {string} */
        readonly status: "complete" | "interrupted" | "error" | "in_progress";
        readonly isOngoing: boolean;
        readonly tokens: {
          readonly input: number;
          readonly output: number;
          readonly cached: number;
          readonly thinking: number;
        };
        readonly summary: {
          readonly thinkingPreview: string;
          readonly toolCallCount: number;
          readonly outputMessageCount: number;
          readonly subagentCount: number;
          readonly totalDurationMs: number;
          readonly totalTokens: number;
          readonly outputTokens: number;
          readonly cachedTokens: number;
        };
        readonly itemsSummary: string;
        readonly mainModel: {
          readonly name: string;
          readonly family: string;
          readonly label: string;
        } | null;
        readonly subagentModels: readonly {
          readonly name: string;
          readonly family: string;
          readonly label: string;
        }[];
        readonly lastOutput: {
          /** @enum {string} */
          readonly type: "text" | "tool_result" | "interruption" | "ongoing" | "plan_exit";
          readonly text: string;
          readonly toolName: string;
          readonly toolResult: string;
          readonly isError: boolean;
          readonly interruptionMessage: string;
          readonly planContent: string;
          readonly planPreamble: string;
          /** Format: date-time */
          readonly timestamp: string;
          readonly cut: number;
        } | null;
        readonly items: number;
        readonly errorIds: readonly string[];
        readonly orphanIds: readonly string[];
        readonly contextTokens: number | null;
        readonly contextLimit: number | null;
        readonly claudeMdStats: {
          readonly files: readonly {
            readonly path: string;
            readonly tokens: number;
          }[];
          readonly totalTokens: number;
        } | null;
      };
      readonly displayItems: readonly components["schemas"]["TranscriptDisplayItem"][];
      readonly steps: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly type: "thinking" | "tool_call" | "tool_result" | "subagent" | "output" | "interruption";
        /** Format: date-time */
        readonly startTime: string;
        /** Format: date-time */
        readonly endTime: string;
        readonly durationMs: number;
        readonly contextTokens: number;
        readonly isGapFilled: boolean;
      }[];
      readonly stepGroups: readonly {
        readonly id: string;
        readonly messageId: string | null;
        readonly label: string;
        readonly stepIds: readonly string[];
        /** Format: date-time */
        readonly startTime: string;
        /** Format: date-time */
        readonly endTime: string;
        readonly totalDurationMs: number;
      }[];
      readonly more: number;
    };
    readonly TranscriptDisplayItem: {
      /** @enum {string} */
      readonly type: "thinking" | "output";
      readonly id: string;
      readonly content: {
        readonly text: string;
        readonly cut: number;
      };
      /** Format: date-time */
      readonly timestamp: string;
      readonly tokenCount: number;
    } | {
      /** @enum {string} */
      readonly type: "tool";
      readonly id: string;
      readonly tool: {
        readonly name: string;
        readonly input: {
          readonly text: string;
          readonly cut: number;
        };
        readonly inputPreview: string;
        readonly callTokens: number;
        readonly result: {
          readonly content: {
            readonly text: string;
            readonly cut: number;
          };
          readonly isError: boolean;
          readonly tokenCount: number;
          readonly toolUseResult: {
            readonly [key: string]: unknown;
          } | string | readonly unknown[];
          readonly images: readonly {
            readonly mediaType: string;
            readonly data: string;
          }[];
        };
        readonly outputPreview: string;
        /** Format: date-time */
        readonly startTime: string;
        /** Format: date-time */
        readonly endTime: string;
        readonly durationMs: number;
        readonly isOrphaned: boolean;
        readonly sourceModel: string;
        readonly skillInstructions: {
          readonly text: string;
          readonly cut: number;
        };
        readonly skillInstructionsTokenCount: number;
      };
    } | {
      /** @enum {string} */
      readonly type: "subagent";
      readonly id: string;
      readonly subagent: {
        readonly id: string;
        readonly description: string;
        readonly subagentType: string;
        readonly model: {
          readonly name: string;
          readonly family: string;
          readonly label: string;
        } | null;
        /** Format: date-time */
        readonly startTime: string;
        /** Format: date-time */
        readonly endTime: string;
        readonly durationMs: number;
        readonly metrics: {
          readonly durationMs: number;
          readonly totalTokens: number;
          readonly inputTokens: number;
          readonly outputTokens: number;
          readonly cacheReadTokens: number;
          readonly cacheCreationTokens: number;
          readonly messageCount: number;
        };
        readonly isParallel: boolean;
        readonly isOngoing: boolean;
        readonly team: {
          readonly name: string;
          readonly memberName: string;
          readonly memberColor: string;
        };
        readonly prompt: {
          readonly text: string;
          readonly cut: number;
        } | null;
        readonly itemsSummary: string;
        readonly contextTokens: number | null;
        readonly contextLimit: number | null;
        readonly displayItems: readonly components["schemas"]["TranscriptDisplayItem"][];
        readonly more: number;
        readonly lastOutput: {
          /** @enum {string} */
          readonly type: "text" | "tool_result" | "interruption" | "ongoing" | "plan_exit";
          readonly text: string;
          readonly toolName: string;
          readonly toolResult: string;
          readonly isError: boolean;
          readonly interruptionMessage: string;
          readonly planContent: string;
          readonly planPreamble: string;
          /** Format: date-time */
          readonly timestamp: string;
          readonly cut: number;
        } | null;
        readonly transcriptId: string | null;
        readonly name: string;
      };
    } | {
      /** @enum {string} */
      readonly type: "slash";
      readonly id: string;
      readonly slash: {
        readonly id: string;
        readonly name: string;
        readonly args: string;
        readonly message: string;
        readonly instructions: string;
        readonly instructionsTokenCount: number;
        /** Format: date-time */
        readonly timestamp: string;
      };
    } | {
      /** @enum {string} */
      readonly type: "teammate_message";
      readonly id: string;
      readonly teammateMessage: {
        readonly id: string;
        readonly teammateId: string;
        readonly color: string;
        readonly summary: string;
        readonly content: string;
        /** Format: date-time */
        readonly timestamp: string;
        readonly tokenCount: number;
        readonly replyToToolId: string;
        readonly replyToSummary: string;
      };
    };
    readonly RolloutEntry: {
      readonly agentId: string;
      readonly n: number;
      /** Format: date-time */
      readonly at: string;
      /** @enum {string} */
      readonly kind: "prompt" | "text" | "thought" | "tool_call" | "tool_result" | "plan" | "usage" | "permission" | "manifest" | "stderr" | "started" | "stopped" | "note";
      readonly turnId: string | null;
      readonly text: string | null;
      readonly data: {
        readonly [key: string]: unknown;
      } | null;
      readonly cut: boolean;
    };
    readonly PostOutput: {
      readonly text: string;
      /** @default main */
      readonly stream?: string;
      readonly offset?: number;
      readonly endOfTurn?: boolean;
      /** @enum {string} */
      readonly replies?: "inbox" | "inline";
      readonly answers?: string | null;
    };
    readonly CreateGroup: {
      readonly name: string;
      readonly purpose?: string;
      readonly memberIds?: readonly string[];
      readonly roles?: readonly string[];
    };
    readonly Member: {
      readonly id: string;
      readonly shortId: string;
      readonly name: string;
      readonly role: string;
      readonly roleName: string;
      /** @enum {string} */
      readonly type: "agent" | "human";
      /** @enum {string} */
      readonly memberRole: "lead" | "owner" | "member";
      /** @enum {string|null} */
      readonly status: "starting" | "idle" | "working" | "completed" | "failed" | "terminated" | null;
      /** Format: date-time */
      readonly joinedAt: string;
      /** @enum {string} */
      readonly wake: "all" | "mentions" | "none";
      /** @enum {boolean} */
      readonly listed?: false;
    };
    readonly UpdateGroup: {
      readonly displayName?: string;
      readonly purpose?: string | null;
      readonly chat?: {
        /** @enum {string} */
        readonly broadcastMode: "all" | "mention_only";
      };
    };
    readonly AddMembers: {
      readonly memberIds?: readonly string[];
      readonly roles?: readonly string[];
    };
    readonly PostMessage: {
      readonly content?: string;
      readonly parts?: readonly ({
        /** @enum {string} */
        readonly type: "text";
        readonly text: string;
      } | {
        /** @enum {string} */
        readonly type: "image";
        readonly url: string;
        readonly altText?: string;
      } | {
        /** @enum {string} */
        readonly type: "file";
        readonly url: string;
        readonly name: string;
        readonly mimeType?: string;
        readonly size?: number;
      })[];
      readonly replyTo?: string;
      readonly clientId?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly getHealth: {
    readonly parameters: {
      readonly query?: {
        readonly challenge?: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly ok: boolean;
            readonly version: string;
            readonly storage?: string;
            readonly proof?: string;
          };
        };
      };
    };
  };
  readonly getOpenApi: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly openapi: string;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly getOpenRpc: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly openrpc: string;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly getDocs: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "text/html": string;
        };
      };
    };
  };
  readonly createSession: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly code: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly token: string;
            /** Format: date-time */
            readonly expiresAt: string;
          };
        };
      };
    };
  };
  readonly registerAgent: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly name: string;
          readonly description?: string;
          readonly inviteCode: string;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agentId: string;
            readonly apiKey: string;
          };
        };
      };
    };
  };
  readonly registerApp: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly name: string;
          readonly inviteCode: string;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly appId: string;
            readonly appKey: string;
          };
        };
      };
    };
  };
  readonly createLoginCode: {
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly code: string;
          };
        };
      };
    };
  };
  readonly getMetrics: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "text/plain": string;
        };
      };
    };
  };
  readonly listDrivers: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly presets: readonly {
              readonly id: string;
              readonly name: string;
              /** @enum {string} */
              readonly kind: "remote" | "pipe" | "acp" | "model";
              readonly command: string | null;
              readonly installed: boolean;
              readonly configured: boolean;
              readonly install: string | null;
              readonly login: string | null;
              readonly modes: readonly {
                readonly id: string;
                readonly label: string;
                readonly does: string;
                readonly unasked: boolean;
              }[];
            }[];
          };
        };
      };
    };
  };
  readonly checkProgram: {
    readonly parameters: {
      readonly query?: {
        readonly preset?: string;
        readonly command?: string;
        readonly cwd?: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly problem: string | null;
          };
        };
      };
    };
  };
  readonly getMachine: {
    readonly parameters: {
      readonly query?: {
        readonly folder?: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly data: string;
            readonly home: string;
            readonly folder: {
              readonly path: string;
              /** @enum {string} */
              readonly state: "ok" | "missing" | "not_a_folder" | "read_only";
              /** @enum {string} */
              readonly git: "clean" | "changed" | "none" | "unknown";
            };
          };
        };
      };
    };
  };
  readonly getMe: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            /** @enum {string} */
            readonly principal: "owner" | "observer";
            readonly id: string;
            readonly name: string;
            readonly transcripts: boolean;
          } | {
            /** @enum {string} */
            readonly principal: "agent";
            readonly id: string;
            readonly leadId: string;
            readonly agent: components["schemas"]["Agent"];
          };
        };
      };
    };
  };
  readonly listRoles: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly roles: readonly {
              readonly id: string;
              readonly name: string;
              readonly color: string;
              readonly prompt: string | null;
              readonly description?: string;
              readonly model?: string;
              readonly tools?: readonly string[];
              readonly file?: string;
            }[];
          };
        };
      };
    };
  };
  readonly listLeads: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly leads: readonly components["schemas"]["Lead"][];
          };
        };
      };
    };
  };
  readonly createLead: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateLead"];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lead: components["schemas"]["Lead"];
            readonly token?: string;
            readonly hint?: string;
          };
        };
      };
    };
  };
  readonly startSample: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": {
          readonly pace?: number;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lead: components["schemas"]["Lead"];
          };
        };
      };
    };
  };
  readonly getLead: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lead: components["schemas"]["Lead"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly deleteCrew: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly confirm: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deleted: string;
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly updateLead: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly autoGroups: boolean;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lead: components["schemas"]["Lead"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly exportCrew: {
    readonly parameters: {
      readonly query?: {
        readonly group?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/x-ndjson": string;
        };
      };
    };
  };
  readonly importFile: {
    readonly parameters: {
      readonly query?: {
        readonly lead?: string;
        readonly id?: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/x-ndjson": string;
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            /** @enum {string} */
            readonly kind: "crew";
            readonly leadId: string;
            readonly name: string;
            readonly facts: number;
            readonly agents: number;
            readonly groups: number;
            readonly messages: number;
            readonly programs: readonly {
              readonly agentId: string;
              readonly name: string;
              readonly runs: string;
              readonly variables: readonly string[];
            }[];
            readonly filesMissing?: number;
            readonly asOf: number;
          } | {
            /** @enum {string} */
            readonly kind: "group";
            readonly leadId: string;
            readonly group: components["schemas"]["Group"];
            readonly filesMissing?: number;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listImports: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly imports: readonly {
              readonly id: string;
              /** @enum {string} */
              readonly phase: "reading" | "storing" | "done" | "failed";
              /** @enum {string|null} */
              readonly kind: "crew" | "group" | null;
              readonly name: string | null;
              readonly leadId: string | null;
              readonly lines: number;
              readonly total: number | null;
              readonly bytes: number;
              readonly problem: string | null;
              /** Format: date-time */
              readonly startedAt: string;
            }[];
          };
        };
      };
    };
  };
  readonly search: {
    readonly parameters: {
      readonly query: {
        readonly q: string;
        readonly limit?: number;
        readonly before?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly hits: readonly {
              readonly message: components["schemas"]["Message"];
              readonly snippet: readonly {
                readonly text: string;
                readonly hit: boolean;
              }[];
            }[];
            readonly hasMore: boolean;
            readonly complete: boolean;
            readonly asOf: number;
            readonly behind: number;
            /** Format: date-time */
            readonly searchedTo: string | null;
          };
        };
      };
    };
  };
  readonly listComms: {
    readonly parameters: {
      readonly query?: {
        readonly agent?: string;
        readonly limit?: number;
        readonly before?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messages: readonly components["schemas"]["DirectMessage"][];
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly broadcast: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly content: string;
          readonly clientId?: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messageId: string;
            readonly message: components["schemas"]["DirectMessage"];
            readonly recipients: readonly string[];
          };
        };
      };
      readonly 202: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messageId: string;
            readonly message: components["schemas"]["DirectMessage"];
            readonly recipients: readonly string[];
          };
        };
      };
    };
  };
  readonly getSnapshot: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly seq: number;
            readonly epoch: string;
            readonly asOf: number;
            readonly state: components["schemas"]["CrewState"];
            readonly live: components["schemas"]["LiveState"];
          };
        };
      };
    };
  };
  readonly getOverview: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agents: readonly {
              readonly agentId: string;
              readonly outputs: readonly {
                /** @enum {string} */
                readonly kind: "text" | "tool" | "command" | "failed";
                readonly text: string;
              }[];
              /** Format: date-time */
              readonly lastAt: string | null;
              readonly bars: readonly number[];
              readonly plan: {
                readonly done: number;
                readonly total: number;
              } | null;
              readonly tokens: number | null;
              readonly cost: number | null;
              readonly tasks: {
                readonly open: number;
                readonly done: number;
              };
            }[];
            readonly barSeconds: number;
            /** Format: date-time */
            readonly barsUntil: string;
            readonly tasks: {
              readonly open: number;
              readonly completed: number;
              readonly failed: number;
              readonly cancelled: number;
            };
            readonly tokensByMinute: readonly number[] | null;
            readonly pending: number;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listAgents: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agents: readonly components["schemas"]["Agent"][];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly createAgent: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateAgent"];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agent: components["schemas"]["Agent"];
            readonly token?: string;
            readonly hint?: string;
          };
        };
      };
    };
  };
  readonly listEvents: {
    readonly parameters: {
      readonly query: {
        readonly lead: string;
        readonly since?: number;
        readonly before?: number;
        readonly limit?: number;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly events: readonly components["schemas"]["Event"][];
            readonly at: number;
            readonly hasMore: boolean;
            readonly hasBefore?: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listAdmissions: {
    readonly parameters: {
      readonly query?: {
        readonly cursor?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly admissions: readonly {
              readonly id: string;
              readonly leadId: string;
              readonly appId: string;
              readonly initiator: string;
              readonly manager: string;
              /** @enum {string} */
              readonly status: "active" | "closed";
              readonly admitted: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly admittedAt: string;
              }[];
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            }[];
            readonly nextCursor?: string;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly createAdmission: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly appId?: string;
          readonly admitted: readonly string[];
          readonly conversation?: {
            readonly name?: string;
            readonly participants?: readonly string[];
          };
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly admission: {
              readonly id: string;
              readonly leadId: string;
              readonly appId: string;
              readonly initiator: string;
              readonly manager: string;
              /** @enum {string} */
              readonly status: "active" | "closed";
              readonly admitted: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly admittedAt: string;
              }[];
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly group: components["schemas"]["Group"] & (Record<string, never> | null);
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly createConversation: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
        readonly admissionId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly name?: string;
          readonly participants: readonly string[];
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly admitAgent: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly admissionId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly agentId: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly admission: {
              readonly id: string;
              readonly leadId: string;
              readonly appId: string;
              readonly initiator: string;
              readonly manager: string;
              /** @enum {string} */
              readonly status: "active" | "closed";
              readonly admitted: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly admittedAt: string;
              }[];
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly dismissAgent: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly admissionId: string;
        readonly agentId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly admission: {
              readonly id: string;
              readonly leadId: string;
              readonly appId: string;
              readonly initiator: string;
              readonly manager: string;
              /** @enum {string} */
              readonly status: "active" | "closed";
              readonly admitted: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly admittedAt: string;
              }[];
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly leaveAdmission: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly admissionId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly admission: {
              readonly id: string;
              readonly leadId: string;
              readonly appId: string;
              readonly initiator: string;
              readonly manager: string;
              /** @enum {string} */
              readonly status: "active" | "closed";
              readonly admitted: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly admittedAt: string;
              }[];
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly closeAdmission: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly admissionId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly admission: {
              readonly id: string;
              readonly leadId: string;
              readonly appId: string;
              readonly initiator: string;
              readonly manager: string;
              /** @enum {string} */
              readonly status: "active" | "closed";
              readonly admitted: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly admittedAt: string;
              }[];
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listTasks: {
    readonly parameters: {
      readonly query?: {
        readonly status?: "open" | "completed" | "failed" | "cancelled";
        readonly before?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly tasks: readonly components["schemas"]["Task"][];
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly reassignTask: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
        readonly taskId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly to: string;
          readonly again?: boolean;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly taken: components["schemas"]["Task"];
            readonly task: components["schemas"]["Task"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly startTask: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly taskId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly task: components["schemas"]["Task"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly cancelTask: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly taskId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly task: components["schemas"]["Task"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listTurns: {
    readonly parameters: {
      readonly query?: {
        readonly since?: string;
        readonly before?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly turns: readonly components["schemas"]["Turn"][];
            readonly hasMore: boolean;
            readonly cursor: string | null;
            readonly recordsFrom: string | null;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly readTalk: {
    readonly parameters: {
      readonly query?: {
        readonly since?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lines: readonly {
              readonly from: string;
              readonly to: string;
              readonly direct: number;
              readonly inGroups: number;
            }[];
            readonly byWriter: {
              readonly [key: string]: number;
            };
            readonly byGroup: {
              readonly [key: string]: number;
            };
            readonly messages: number;
            readonly since: string | null;
            readonly isPart: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listTalkSteps: {
    readonly parameters: {
      readonly query?: {
        readonly since?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly steps: readonly {
              readonly seq: number;
              readonly at: string;
              readonly from: string;
              readonly to: readonly string[];
              readonly group: string | null;
            }[];
            readonly isPart: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listTalkWords: {
    readonly parameters: {
      readonly query: {
        readonly a: string;
        readonly b: string;
        readonly since?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly words: readonly {
              readonly messageId: string;
              readonly from: string;
              readonly at: string;
              readonly group: string | null;
              readonly sessionId: string | null;
              readonly text: string;
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly deleteMessage: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly messageId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly message: components["schemas"]["Message"];
            readonly told: readonly string[];
            readonly asOf: number;
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly editMessage: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly messageId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly content?: string;
          readonly parts?: readonly ({
            /** @enum {string} */
            readonly type: "text";
            readonly text: string;
          } | {
            /** @enum {string} */
            readonly type: "image";
            readonly url: string;
            readonly altText?: string;
          } | {
            /** @enum {string} */
            readonly type: "file";
            readonly url: string;
            readonly name: string;
            readonly mimeType?: string;
            readonly size?: number;
          })[];
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly message: components["schemas"]["Message"];
            readonly told: readonly string[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listVersions: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly messageId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly versions: readonly {
              /** Format: date-time */
              readonly at: string;
              readonly content: string;
              readonly parts?: readonly ({
                /** @enum {string} */
                readonly type: "text";
                readonly text: string;
              } | {
                /** @enum {string} */
                readonly type: "image";
                readonly url: string;
                readonly altText?: string;
              } | {
                /** @enum {string} */
                readonly type: "file";
                readonly url: string;
                readonly name: string;
                readonly mimeType?: string;
                readonly size?: number;
              })[];
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listPinned: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messages: readonly components["schemas"]["Message"][];
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly readUsage: {
    readonly parameters: {
      readonly query?: {
        readonly by?: "crew" | "agent" | "task" | "day" | "hour";
        readonly each?: "agent";
        readonly since?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly totals: readonly {
              readonly key: string | null;
              readonly agentId: string | null;
              readonly turns: number;
              readonly reported: number;
              readonly inputTokens: number | null;
              readonly outputTokens: number | null;
              readonly totalTokens: number | null;
              readonly cachedReadTokens: number | null;
              readonly cachedWriteTokens: number | null;
              readonly cost: number | null;
              /** @enum {string|null} */
              readonly costKind: "reported" | "estimated" | "partly" | null;
            }[];
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly getEffect: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly turns: number;
            readonly tokens: number | null;
            readonly emptyWakes: number;
            readonly openings: number;
            readonly answers: number;
            readonly readTimes: {
              readonly median: number;
              readonly p90: number;
            } | null;
            readonly isPart: boolean;
            readonly tasks: readonly {
              readonly taskId: string;
              readonly turns: number;
              readonly tokens: number | null;
              readonly emptyWakes: number;
              readonly openings: number;
              readonly answers: number;
              readonly readTimes: {
                readonly median: number;
                readonly p90: number;
              } | null;
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listBudgets: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly budgets: readonly {
              readonly agentId: string | null;
              readonly usd: number | null;
              readonly tokens: number | null;
              /** @enum {string|null} */
              readonly stage: "warned" | "reached" | "overrun" | null;
              readonly needId: string | null;
              readonly spentUsd: number | null;
              readonly spentTokens: number | null;
              readonly unreported: readonly string[];
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly setBudget: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly agentId: string | null;
          readonly usd: number | null;
          readonly tokens: number | null;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly budgets: readonly {
              readonly agentId: string | null;
              readonly usd: number | null;
              readonly tokens: number | null;
              /** @enum {string|null} */
              readonly stage: "warned" | "reached" | "overrun" | null;
              readonly needId: string | null;
              readonly spentUsd: number | null;
              readonly spentTokens: number | null;
              readonly unreported: readonly string[];
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly answerBudget: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly needId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          /** @enum {string} */
          readonly action: "raise" | "once";
          readonly usd?: number | null;
          readonly tokens?: number | null;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly budgets: readonly {
              readonly agentId: string | null;
              readonly usd: number | null;
              readonly tokens: number | null;
              /** @enum {string|null} */
              readonly stage: "warned" | "reached" | "overrun" | null;
              readonly needId: string | null;
              readonly spentUsd: number | null;
              readonly spentTokens: number | null;
              readonly unreported: readonly string[];
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listNeeds: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly needs: readonly components["schemas"]["Need"][];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly closeNeed: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          /** @enum {string} */
          readonly action: "dismiss" | "release" | "keep" | "drop";
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly need: components["schemas"]["Need"];
          };
        };
      };
    };
  };
  readonly answerPermission: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly needId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly optionId: string;
          readonly always?: boolean;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly need: components["schemas"]["Need"];
            readonly rule: {
              readonly id: string;
              readonly leadId: string;
              readonly role: string | null;
              /** @enum {string} */
              readonly toolKind: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";
              readonly prefix: string | null;
              /** @enum {string} */
              readonly action: "allow" | "refuse" | "ask";
              readonly folder?: string | null;
              readonly createdBy: string;
              /** Format: date-time */
              readonly createdAt: string;
            } | null;
          };
        };
      };
    };
  };
  readonly listPermissionRules: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly rules: readonly {
              readonly id: string;
              readonly leadId: string;
              readonly role: string | null;
              /** @enum {string} */
              readonly toolKind: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";
              readonly prefix: string | null;
              /** @enum {string} */
              readonly action: "allow" | "refuse" | "ask";
              readonly folder?: string | null;
              readonly createdBy: string;
              /** Format: date-time */
              readonly createdAt: string;
            }[];
          };
        };
      };
    };
  };
  readonly createPermissionRule: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly role?: string | null;
          /** @enum {string} */
          readonly toolKind: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";
          readonly prefix?: string | null;
          /** @enum {string} */
          readonly action: "allow" | "refuse" | "ask";
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly rule: {
              readonly id: string;
              readonly leadId: string;
              readonly role: string | null;
              /** @enum {string} */
              readonly toolKind: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";
              readonly prefix: string | null;
              /** @enum {string} */
              readonly action: "allow" | "refuse" | "ask";
              readonly folder?: string | null;
              readonly createdBy: string;
              /** Format: date-time */
              readonly createdAt: string;
            };
          };
        };
      };
    };
  };
  readonly deletePermissionRule: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly ruleId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly rule: {
              readonly id: string;
              readonly leadId: string;
              readonly role: string | null;
              /** @enum {string} */
              readonly toolKind: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "switch_mode" | "other";
              readonly prefix: string | null;
              /** @enum {string} */
              readonly action: "allow" | "refuse" | "ask";
              readonly folder?: string | null;
              readonly createdBy: string;
              /** Format: date-time */
              readonly createdAt: string;
            };
          };
        };
      };
    };
  };
  readonly listInvites: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly invites: readonly {
              readonly id: string;
              readonly leadId: string;
              readonly roleId: string | null;
              readonly uses: number;
              readonly used: number;
              readonly createdBy: string;
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly expiresAt: string;
              /** Format: date-time */
              readonly revokedAt: string | null;
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly createInvite: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": {
          readonly role?: string;
          readonly instructions?: string;
          readonly uses?: number;
          readonly minutes?: number;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly invite: {
              readonly id: string;
              readonly leadId: string;
              readonly roleId: string | null;
              readonly uses: number;
              readonly used: number;
              readonly createdBy: string;
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly expiresAt: string;
              /** Format: date-time */
              readonly revokedAt: string | null;
            };
            readonly code: string;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly revokeInvite: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly inviteId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly invite: {
              readonly id: string;
              readonly leadId: string;
              readonly roleId: string | null;
              readonly uses: number;
              readonly used: number;
              readonly createdBy: string;
              /** Format: date-time */
              readonly createdAt: string;
              /** Format: date-time */
              readonly expiresAt: string;
              /** Format: date-time */
              readonly revokedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly pauseLead: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lead: components["schemas"]["Lead"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly resumeLead: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lead: components["schemas"]["Lead"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly pauseAll: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly paused: boolean;
          };
        };
      };
    };
  };
  readonly resumeAll: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly paused: boolean;
          };
        };
      };
    };
  };
  readonly listTranscripts: {
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly roots: readonly {
              readonly path: string;
              readonly problem: string | null;
            }[];
            readonly why: string | null;
            readonly more: number;
            readonly projects: readonly {
              readonly id: string;
              readonly path: string;
              readonly sessions: readonly {
                readonly id: string;
                readonly file: string;
                readonly bytes: number;
                /** Format: date-time */
                readonly updatedAt: string;
                readonly title: string | null;
                readonly model: {
                  readonly name: string;
                  readonly family: string;
                  readonly label: string;
                } | null;
                readonly branch: string | null;
                readonly items: number | null;
                readonly tokens: number | null;
                readonly durationMs: number | null;
                readonly subagents: number | null;
                readonly errors: number | null;
                readonly ongoing: boolean | null;
                readonly sums: {
                  readonly own: {
                    readonly totalTokens: number;
                    readonly inputTokens: number;
                    readonly outputTokens: number;
                    readonly cacheReadTokens: number;
                    readonly cacheCreationTokens: number;
                    readonly dollars: number | null;
                    readonly unpricedTokens: number;
                  };
                  readonly subagents: {
                    readonly totalTokens: number;
                    readonly inputTokens: number;
                    readonly outputTokens: number;
                    readonly cacheReadTokens: number;
                    readonly cacheCreationTokens: number;
                    readonly dollars: number | null;
                    readonly unpricedTokens: number;
                  };
                  readonly together: {
                    readonly totalTokens: number;
                    readonly inputTokens: number;
                    readonly outputTokens: number;
                    readonly cacheReadTokens: number;
                    readonly cacheCreationTokens: number;
                    readonly dollars: number | null;
                    readonly unpricedTokens: number;
                  };
                } | null;
              }[];
            }[];
          };
        };
      };
    };
  };
  readonly searchTranscripts: {
    readonly parameters: {
      readonly query: {
        readonly q: string;
        readonly limit?: number;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly hits: readonly {
              readonly id: string;
              readonly count: number;
              readonly before: string;
              readonly match: string;
              readonly after: string;
            }[];
            readonly hasMore: boolean;
            readonly unreached: number;
          };
        };
      };
    };
  };
  readonly readTranscript: {
    readonly parameters: {
      readonly query?: {
        readonly before?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["TranscriptPage"];
        };
      };
    };
  };
  readonly readTranscriptItem: {
    readonly parameters: {
      readonly query?: {
        readonly piece?: string;
        readonly after?: string;
      };
      readonly path: {
        readonly id: string;
        readonly itemId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["TranscriptItemDetails"];
        };
      };
    };
  };
  readonly readTranscriptContext: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly phases: readonly {
              readonly number: number;
              /** Format: date-time */
              readonly startTime: string;
              /** Format: date-time */
              readonly endTime: string;
              readonly points: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly tokens: number;
                readonly itemId: string;
              }[];
              readonly parts: readonly {
                /** @enum {string} */
                readonly part: "tool_results" | "files_read" | "instructions" | "summary" | "tool_calls" | "user" | "thinking" | "output";
                readonly tokens: number;
              }[];
              readonly largest: readonly {
                readonly label: string;
                /** @enum {string} */
                readonly part: "tool_results" | "files_read" | "instructions" | "summary" | "tool_calls" | "user" | "thinking" | "output";
                readonly tokens: number;
                readonly itemId: string;
                readonly displayItemId: string | null;
              }[];
            }[];
            readonly limit: number | null;
            readonly errors: readonly {
              /** Format: date-time */
              readonly at: string;
              readonly label: string;
              readonly itemId: string;
              readonly displayItemId: string | null;
            }[];
            readonly revision: number;
          };
        };
      };
    };
  };
  readonly readTranscriptTimeline: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            /** Format: date-time */
            readonly startTime: string | null;
            /** Format: date-time */
            readonly endTime: string | null;
            readonly lanes: readonly {
              readonly id: string;
              readonly label: string;
              /** @enum {string} */
              readonly kind: "main" | "subagent";
              readonly bars: readonly {
                /** Format: date-time */
                readonly startTime: string;
                /** Format: date-time */
                readonly endTime: string;
                readonly label: string;
                readonly itemId: string;
                readonly displayItemId: string | null;
                readonly hasError: boolean;
              }[];
              readonly joined: number;
            }[];
            readonly marks: readonly {
              /** Format: date-time */
              readonly at: string;
              /** @enum {string} */
              readonly kind: "user" | "compact" | "interruption" | "error";
              readonly itemId: string;
            }[];
            readonly revision: number;
          };
        };
      };
    };
  };
  readonly findInTranscript: {
    readonly parameters: {
      readonly query: {
        readonly q: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly hits: readonly {
              readonly itemId: string;
              readonly displayItemId: string | null;
              readonly subagentIds: readonly string[];
              readonly before: string;
              readonly match: string;
              readonly after: string;
            }[];
            readonly hasMore: boolean;
            readonly revision: number;
          };
        };
      };
    };
  };
  readonly readAgentTranscript: {
    readonly parameters: {
      readonly query?: {
        readonly before?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["TranscriptPage"];
        };
      };
    };
  };
  readonly readAgentTranscriptItem: {
    readonly parameters: {
      readonly query?: {
        readonly piece?: string;
        readonly after?: string;
      };
      readonly path: {
        readonly agentId: string;
        readonly itemId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["TranscriptItemDetails"];
        };
      };
    };
  };
  readonly readAgentTranscriptContext: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly phases: readonly {
              readonly number: number;
              /** Format: date-time */
              readonly startTime: string;
              /** Format: date-time */
              readonly endTime: string;
              readonly points: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly tokens: number;
                readonly itemId: string;
              }[];
              readonly parts: readonly {
                /** @enum {string} */
                readonly part: "tool_results" | "files_read" | "instructions" | "summary" | "tool_calls" | "user" | "thinking" | "output";
                readonly tokens: number;
              }[];
              readonly largest: readonly {
                readonly label: string;
                /** @enum {string} */
                readonly part: "tool_results" | "files_read" | "instructions" | "summary" | "tool_calls" | "user" | "thinking" | "output";
                readonly tokens: number;
                readonly itemId: string;
                readonly displayItemId: string | null;
              }[];
            }[];
            readonly limit: number | null;
            readonly errors: readonly {
              /** Format: date-time */
              readonly at: string;
              readonly label: string;
              readonly itemId: string;
              readonly displayItemId: string | null;
            }[];
            readonly revision: number;
          };
        };
      };
    };
  };
  readonly readAgentTranscriptTimeline: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            /** Format: date-time */
            readonly startTime: string | null;
            /** Format: date-time */
            readonly endTime: string | null;
            readonly lanes: readonly {
              readonly id: string;
              readonly label: string;
              /** @enum {string} */
              readonly kind: "main" | "subagent";
              readonly bars: readonly {
                /** Format: date-time */
                readonly startTime: string;
                /** Format: date-time */
                readonly endTime: string;
                readonly label: string;
                readonly itemId: string;
                readonly displayItemId: string | null;
                readonly hasError: boolean;
              }[];
              readonly joined: number;
            }[];
            readonly marks: readonly {
              /** Format: date-time */
              readonly at: string;
              /** @enum {string} */
              readonly kind: "user" | "compact" | "interruption" | "error";
              readonly itemId: string;
            }[];
            readonly revision: number;
          };
        };
      };
    };
  };
  readonly findInAgentTranscript: {
    readonly parameters: {
      readonly query: {
        readonly q: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly hits: readonly {
              readonly itemId: string;
              readonly displayItemId: string | null;
              readonly subagentIds: readonly string[];
              readonly before: string;
              readonly match: string;
              readonly after: string;
            }[];
            readonly hasMore: boolean;
            readonly revision: number;
          };
        };
      };
    };
  };
  readonly readAgentSession: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly id: string | null;
          };
        };
      };
    };
  };
  readonly listSessions: {
    readonly parameters: {
      readonly query?: {
        readonly status?: "active" | "archived" | "all";
        readonly before?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly sessions: readonly {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly title: string;
              /** @enum {string} */
              readonly status: "active" | "archived" | "deleted";
              readonly activeAgents: readonly string[];
              readonly chosen?: readonly string[] | null;
              /** Format: date-time */
              readonly createdAt: string;
              readonly createdBy: string;
              /** Format: date-time */
              readonly updatedAt: string;
              readonly messageCount: number;
              readonly rounds: number;
              readonly lastMessage: {
                readonly id: string;
                readonly seq: number;
                readonly n: number;
                /** @enum {string} */
                readonly kind: "message" | "system";
                readonly from: string;
                readonly fromRole: string;
                readonly content: string;
                /** Format: date-time */
                readonly timestamp: string;
              } | null;
              readonly runId?: string;
              readonly parent?: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              };
              readonly unread: number;
              readonly mentions: number;
            }[];
            readonly asOf: number;
            readonly hasMore: boolean;
          };
        };
      };
    };
  };
  readonly openSession: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": {
          readonly title?: string;
          readonly agents?: readonly string[] | null;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly session: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly title: string;
              /** @enum {string} */
              readonly status: "active" | "archived" | "deleted";
              readonly activeAgents: readonly string[];
              readonly chosen?: readonly string[] | null;
              /** Format: date-time */
              readonly createdAt: string;
              readonly createdBy: string;
              /** Format: date-time */
              readonly updatedAt: string;
              readonly messageCount: number;
              readonly rounds: number;
              readonly lastMessage: {
                readonly id: string;
                readonly seq: number;
                readonly n: number;
                /** @enum {string} */
                readonly kind: "message" | "system";
                readonly from: string;
                readonly fromRole: string;
                readonly content: string;
                /** Format: date-time */
                readonly timestamp: string;
              } | null;
              readonly runId?: string;
              readonly parent?: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              };
              readonly unread: number;
              readonly mentions: number;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly getSession: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly session: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly title: string;
              /** @enum {string} */
              readonly status: "active" | "archived" | "deleted";
              readonly activeAgents: readonly string[];
              readonly chosen?: readonly string[] | null;
              /** Format: date-time */
              readonly createdAt: string;
              readonly createdBy: string;
              /** Format: date-time */
              readonly updatedAt: string;
              readonly messageCount: number;
              readonly rounds: number;
              readonly lastMessage: {
                readonly id: string;
                readonly seq: number;
                readonly n: number;
                /** @enum {string} */
                readonly kind: "message" | "system";
                readonly from: string;
                readonly fromRole: string;
                readonly content: string;
                /** Format: date-time */
                readonly timestamp: string;
              } | null;
              readonly runId?: string;
              readonly parent?: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              };
              readonly unread: number;
              readonly mentions: number;
            };
            readonly rounds: readonly {
              readonly runId: string;
              readonly sessionId: string;
              readonly groupName: string;
              readonly n: number;
              /** @enum {string} */
              readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
              readonly run?: {
                readonly id: string;
                readonly n: number;
              };
              readonly reason: string;
              readonly triggerSeq: number;
              readonly triggerMessageId: string;
              readonly openedSeq: number;
              /** Format: date-time */
              readonly openedAt: string;
              readonly responses: readonly {
                readonly agentId: string;
                /** @enum {string} */
                readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
                readonly late: boolean;
                readonly cut: boolean;
                readonly deliveryId: string;
                readonly messageId: string | null;
                readonly error: string | null;
                /** Format: date-time */
                readonly askedAt?: string;
                /** Format: date-time */
                readonly endedAt: string | null;
                readonly stoppedBy?: string;
                readonly done?: boolean;
                readonly decision?: string;
                readonly usage?: {
                  readonly tokens: number | null;
                  readonly usd: number | null;
                  readonly model?: string;
                };
                readonly child?: string;
                readonly soFar?: string;
              }[];
              /** @enum {string|null} */
              readonly closed: "answered" | "superseded" | "stopped" | null;
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly deleteSession: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deleted: string;
            readonly asOf: number;
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly updateSession: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly title?: string;
          /** @enum {string} */
          readonly status?: "active" | "archived";
          readonly agents?: readonly string[] | null;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly session: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly title: string;
              /** @enum {string} */
              readonly status: "active" | "archived" | "deleted";
              readonly activeAgents: readonly string[];
              readonly chosen?: readonly string[] | null;
              /** Format: date-time */
              readonly createdAt: string;
              readonly createdBy: string;
              /** Format: date-time */
              readonly updatedAt: string;
              readonly messageCount: number;
              readonly rounds: number;
              readonly lastMessage: {
                readonly id: string;
                readonly seq: number;
                readonly n: number;
                /** @enum {string} */
                readonly kind: "message" | "system";
                readonly from: string;
                readonly fromRole: string;
                readonly content: string;
                /** Format: date-time */
                readonly timestamp: string;
              } | null;
              readonly runId?: string;
              readonly parent?: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              };
              readonly unread: number;
              readonly mentions: number;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly readSession: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly seq: number;
          readonly force?: boolean;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lastSeq: number;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listSessionMessages: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly before?: number;
        readonly after?: number;
        readonly around?: string;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messages: readonly components["schemas"]["Message"][];
            readonly hasBefore: boolean;
            readonly hasAfter: boolean;
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly postToSession: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly content?: string;
          readonly parts?: readonly ({
            /** @enum {string} */
            readonly type: "text";
            readonly text: string;
          } | {
            /** @enum {string} */
            readonly type: "image";
            readonly url: string;
            readonly altText?: string;
          } | {
            /** @enum {string} */
            readonly type: "file";
            readonly url: string;
            readonly name: string;
            readonly mimeType?: string;
            readonly size?: number;
          })[];
          readonly replyTo?: string;
          readonly clientId?: string;
          readonly asks?: readonly string[];
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly message: components["schemas"]["Message"];
            readonly round: {
              readonly runId: string;
              readonly sessionId: string;
              readonly groupName: string;
              readonly n: number;
              /** @enum {string} */
              readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
              readonly run?: {
                readonly id: string;
                readonly n: number;
              };
              readonly reason: string;
              readonly triggerSeq: number;
              readonly triggerMessageId: string;
              readonly openedSeq: number;
              /** Format: date-time */
              readonly openedAt: string;
              readonly responses: readonly {
                readonly agentId: string;
                /** @enum {string} */
                readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
                readonly late: boolean;
                readonly cut: boolean;
                readonly deliveryId: string;
                readonly messageId: string | null;
                readonly error: string | null;
                /** Format: date-time */
                readonly askedAt?: string;
                /** Format: date-time */
                readonly endedAt: string | null;
                readonly stoppedBy?: string;
                readonly done?: boolean;
                readonly decision?: string;
                readonly usage?: {
                  readonly tokens: number | null;
                  readonly usd: number | null;
                  readonly model?: string;
                };
                readonly child?: string;
                readonly soFar?: string;
              }[];
              /** @enum {string|null} */
              readonly closed: "answered" | "superseded" | "stopped" | null;
            } | null;
            readonly asks: readonly string[];
            readonly hint?: string;
            readonly asOf: number;
          };
        };
      };
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly message: components["schemas"]["Message"];
            readonly round: {
              readonly runId: string;
              readonly sessionId: string;
              readonly groupName: string;
              readonly n: number;
              /** @enum {string} */
              readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
              readonly run?: {
                readonly id: string;
                readonly n: number;
              };
              readonly reason: string;
              readonly triggerSeq: number;
              readonly triggerMessageId: string;
              readonly openedSeq: number;
              /** Format: date-time */
              readonly openedAt: string;
              readonly responses: readonly {
                readonly agentId: string;
                /** @enum {string} */
                readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
                readonly late: boolean;
                readonly cut: boolean;
                readonly deliveryId: string;
                readonly messageId: string | null;
                readonly error: string | null;
                /** Format: date-time */
                readonly askedAt?: string;
                /** Format: date-time */
                readonly endedAt: string | null;
                readonly stoppedBy?: string;
                readonly done?: boolean;
                readonly decision?: string;
                readonly usage?: {
                  readonly tokens: number | null;
                  readonly usd: number | null;
                  readonly model?: string;
                };
                readonly child?: string;
                readonly soFar?: string;
              }[];
              /** @enum {string|null} */
              readonly closed: "answered" | "superseded" | "stopped" | null;
            } | null;
            readonly asks: readonly string[];
            readonly hint?: string;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly addSessionReaction: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
        readonly messageId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly emoji: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly reactions: components["schemas"]["Reactions"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly removeSessionReaction: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
        readonly messageId: string;
        readonly emoji: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly reactions: components["schemas"]["Reactions"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listRounds: {
    readonly parameters: {
      readonly query?: {
        readonly before?: number;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly rounds: readonly {
              readonly runId: string;
              readonly sessionId: string;
              readonly groupName: string;
              readonly n: number;
              /** @enum {string} */
              readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
              readonly run?: {
                readonly id: string;
                readonly n: number;
              };
              readonly reason: string;
              readonly triggerSeq: number;
              readonly triggerMessageId: string;
              readonly openedSeq: number;
              /** Format: date-time */
              readonly openedAt: string;
              readonly responses: readonly {
                readonly agentId: string;
                /** @enum {string} */
                readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
                readonly late: boolean;
                readonly cut: boolean;
                readonly deliveryId: string;
                readonly messageId: string | null;
                readonly error: string | null;
                /** Format: date-time */
                readonly askedAt?: string;
                /** Format: date-time */
                readonly endedAt: string | null;
                readonly stoppedBy?: string;
                readonly done?: boolean;
                readonly decision?: string;
                readonly usage?: {
                  readonly tokens: number | null;
                  readonly usd: number | null;
                  readonly model?: string;
                };
                readonly child?: string;
                readonly soFar?: string;
              }[];
              /** @enum {string|null} */
              readonly closed: "answered" | "superseded" | "stopped" | null;
            }[];
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly retryAnswer: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
        readonly n: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly agentId: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly round: {
              readonly runId: string;
              readonly sessionId: string;
              readonly groupName: string;
              readonly n: number;
              /** @enum {string} */
              readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
              readonly run?: {
                readonly id: string;
                readonly n: number;
              };
              readonly reason: string;
              readonly triggerSeq: number;
              readonly triggerMessageId: string;
              readonly openedSeq: number;
              /** Format: date-time */
              readonly openedAt: string;
              readonly responses: readonly {
                readonly agentId: string;
                /** @enum {string} */
                readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
                readonly late: boolean;
                readonly cut: boolean;
                readonly deliveryId: string;
                readonly messageId: string | null;
                readonly error: string | null;
                /** Format: date-time */
                readonly askedAt?: string;
                /** Format: date-time */
                readonly endedAt: string | null;
                readonly stoppedBy?: string;
                readonly done?: boolean;
                readonly decision?: string;
                readonly usage?: {
                  readonly tokens: number | null;
                  readonly usd: number | null;
                  readonly model?: string;
                };
                readonly child?: string;
                readonly soFar?: string;
              }[];
              /** @enum {string|null} */
              readonly closed: "answered" | "superseded" | "stopped" | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly interruptAnswer: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
        readonly agentId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly round: {
              readonly runId: string;
              readonly sessionId: string;
              readonly groupName: string;
              readonly n: number;
              /** @enum {string} */
              readonly ask: "answer" | "select" | "aggregate" | "manage" | "human";
              readonly run?: {
                readonly id: string;
                readonly n: number;
              };
              readonly reason: string;
              readonly triggerSeq: number;
              readonly triggerMessageId: string;
              readonly openedSeq: number;
              /** Format: date-time */
              readonly openedAt: string;
              readonly responses: readonly {
                readonly agentId: string;
                /** @enum {string} */
                readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
                readonly late: boolean;
                readonly cut: boolean;
                readonly deliveryId: string;
                readonly messageId: string | null;
                readonly error: string | null;
                /** Format: date-time */
                readonly askedAt?: string;
                /** Format: date-time */
                readonly endedAt: string | null;
                readonly stoppedBy?: string;
                readonly done?: boolean;
                readonly decision?: string;
                readonly usage?: {
                  readonly tokens: number | null;
                  readonly usd: number | null;
                  readonly model?: string;
                };
                readonly child?: string;
                readonly soFar?: string;
              }[];
              /** @enum {string|null} */
              readonly closed: "answered" | "superseded" | "stopped" | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly answerRound: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly deliveryId: string;
          readonly content: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly response: {
              readonly agentId: string;
              /** @enum {string} */
              readonly status: "thinking" | "nested" | "done" | "passed" | "error" | "interrupted" | "skipped";
              readonly late: boolean;
              readonly cut: boolean;
              readonly deliveryId: string;
              readonly messageId: string | null;
              readonly error: string | null;
              /** Format: date-time */
              readonly askedAt?: string;
              /** Format: date-time */
              readonly endedAt: string | null;
              readonly stoppedBy?: string;
              readonly done?: boolean;
              readonly decision?: string;
              readonly usage?: {
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly model?: string;
              };
              readonly child?: string;
              readonly soFar?: string;
            };
            readonly message: components["schemas"]["Message"] & (Record<string, never> | null);
          };
        };
      };
    };
  };
  readonly getSessionRollout: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly before?: number;
        readonly after?: number;
        readonly kind?: "prompt" | "text" | "thought" | "tool_call" | "tool_result" | "plan" | "usage" | "permission" | "manifest" | "stderr" | "started" | "stopped" | "note";
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly entries: readonly {
              readonly agentId: string;
              readonly n: number;
              /** Format: date-time */
              readonly at: string;
              /** @enum {string} */
              readonly kind: "prompt" | "text" | "thought" | "tool_call" | "tool_result" | "plan" | "usage" | "permission" | "manifest" | "stderr" | "started" | "stopped" | "note";
              readonly turnId: string | null;
              readonly text: string | null;
              readonly data: {
                readonly [key: string]: unknown;
              } | null;
              readonly cut: boolean;
              readonly round: number;
            }[];
            readonly removed: number;
            readonly pending: number;
            readonly hasBefore: boolean;
            readonly hasAfter: boolean;
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly startDiscussion: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly goal?: string;
          readonly policy?: {
            /** @enum {string} */
            readonly kind: "round_robin";
            readonly transitions?: {
              readonly [key: string]: readonly string[];
            };
          } | {
            /** @enum {string} */
            readonly kind: "selection";
            readonly by?: string;
            readonly repeat?: boolean;
            readonly prompt?: string;
            readonly transitions?: {
              readonly [key: string]: readonly string[];
            };
          } | {
            /** @enum {string} */
            readonly kind: "parallel";
            readonly aggregator?: string | null;
          } | {
            /** @enum {string} */
            readonly kind: "hierarchical";
            readonly manager: string;
          };
          readonly participants?: readonly (string | {
            readonly id: string;
            readonly role?: string;
            readonly description?: string;
            readonly expertise?: readonly string[];
          })[];
          readonly terminationCondition?: string;
          readonly limits?: {
            readonly rounds?: number;
            readonly messages?: number | null;
            readonly answerSeconds?: number;
            readonly waitSeconds?: number;
            readonly humanSeconds?: number | null;
            /** @enum {string} */
            readonly onHumanTimeout?: "stop" | "skip";
            readonly tokens?: number | null;
            readonly usd?: number | null;
            readonly stall?: number;
            readonly until?: {
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              } | {
                readonly all: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              } | {
                readonly any: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              } | {
                readonly all: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              } | {
                readonly any: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              })[];
            };
          };
          readonly title?: string;
          readonly session?: string;
          readonly workflow?: unknown;
          readonly coordinator?: string;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly session: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly title: string;
              /** @enum {string} */
              readonly status: "active" | "archived" | "deleted";
              readonly activeAgents: readonly string[];
              readonly chosen?: readonly string[] | null;
              /** Format: date-time */
              readonly createdAt: string;
              readonly createdBy: string;
              /** Format: date-time */
              readonly updatedAt: string;
              readonly messageCount: number;
              readonly rounds: number;
              readonly lastMessage: {
                readonly id: string;
                readonly seq: number;
                readonly n: number;
                /** @enum {string} */
                readonly kind: "message" | "system";
                readonly from: string;
                readonly fromRole: string;
                readonly content: string;
                /** Format: date-time */
                readonly timestamp: string;
              } | null;
              readonly runId?: string;
              readonly parent?: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              };
              readonly unread: number;
              readonly mentions: number;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listDiscussions: {
    readonly parameters: {
      readonly query?: {
        readonly status?: "live" | "ended" | "all";
        readonly lead?: string;
        readonly before?: string;
        readonly limit?: number;
        readonly participant?: string;
        readonly q?: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly runs: readonly {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
              readonly leadName: string;
              readonly title: string;
            }[];
            readonly next: string | null;
          };
        };
      };
    };
  };
  readonly getDiscussion: {
    readonly parameters: {
      readonly query?: {
        readonly before?: number;
      };
      readonly path: {
        readonly runId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly result: {
              readonly conversationId: string;
              readonly rounds: number;
              readonly finalState: string;
              readonly stopReason: string | null;
              readonly summary: string | null;
              readonly history: readonly {
                readonly id: string;
                /** Format: date-time */
                readonly timestamp: string;
                /** @enum {string} */
                readonly role: "user" | "agent" | "system";
                readonly name?: string;
                readonly content: string;
                readonly metadata?: {
                  readonly model?: string;
                  readonly tokens?: number;
                  readonly duration?: number;
                  readonly cost?: number;
                };
              }[];
              readonly hasEarlier: boolean;
              readonly before: number | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly changeDiscussion: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly participants: readonly (string | {
            readonly id: string;
            readonly role?: string;
            readonly description?: string;
            readonly expertise?: readonly string[];
          })[];
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly pauseDiscussion: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly resumeDiscussion: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly chooseNextSpeaker: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly speaker: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly skipTurn: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly stopDiscussion: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly continueDiscussion: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": {
          readonly limits?: {
            readonly rounds?: number;
            readonly messages?: number | null;
            readonly answerSeconds?: number;
            readonly waitSeconds?: number;
            readonly humanSeconds?: number | null;
            /** @enum {string} */
            readonly onHumanTimeout?: "stop" | "skip";
            readonly tokens?: number | null;
            readonly usd?: number | null;
            readonly stall?: number;
            readonly until?: {
              readonly word: string;
              readonly from?: string;
            } | {
              readonly rounds: number;
            } | {
              readonly messages: number;
            } | {
              readonly tokens: number;
            } | {
              readonly usd: number;
            } | {
              readonly all: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              } | {
                readonly all: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              } | {
                readonly any: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              })[];
            } | {
              readonly any: readonly ({
                readonly word: string;
                readonly from?: string;
              } | {
                readonly rounds: number;
              } | {
                readonly messages: number;
              } | {
                readonly tokens: number;
              } | {
                readonly usd: number;
              } | {
                readonly all: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              } | {
                readonly any: readonly ({
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                })[];
              })[];
            };
          };
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly run: {
              readonly id: string;
              readonly leadId: string;
              readonly groupName: string;
              readonly sessionId: string;
              readonly policy: {
                /** @enum {string} */
                readonly kind: "round_robin";
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "selection";
                readonly by: string;
                readonly repeat: boolean;
                readonly prompt?: string;
                readonly transitions?: {
                  readonly [key: string]: readonly string[];
                };
              } | {
                /** @enum {string} */
                readonly kind: "parallel";
                readonly aggregator: string | null;
              } | {
                /** @enum {string} */
                readonly kind: "hierarchical";
                readonly manager: string;
              };
              readonly participants: readonly string[];
              readonly roles: {
                readonly [key: string]: {
                  readonly role: string;
                  readonly description: string;
                  readonly expertise: readonly string[];
                };
              };
              readonly goal: string;
              readonly terminationCondition: string | null;
              readonly limits: {
                readonly rounds: number;
                readonly messages: number | null;
                readonly answerSeconds: number;
                readonly waitSeconds: number;
                readonly humanSeconds: number | null;
                /** @enum {string} */
                readonly onHumanTimeout: "stop" | "skip";
                readonly tokens: number | null;
                readonly usd: number | null;
                readonly stall: number;
                readonly until?: {
                  readonly word: string;
                  readonly from?: string;
                } | {
                  readonly rounds: number;
                } | {
                  readonly messages: number;
                } | {
                  readonly tokens: number;
                } | {
                  readonly usd: number;
                } | {
                  readonly all: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                } | {
                  readonly any: readonly ({
                    readonly word: string;
                    readonly from?: string;
                  } | {
                    readonly rounds: number;
                  } | {
                    readonly messages: number;
                  } | {
                    readonly tokens: number;
                  } | {
                    readonly usd: number;
                  } | {
                    readonly all: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  } | {
                    readonly any: readonly ({
                      readonly word: string;
                      readonly from?: string;
                    } | {
                      readonly rounds: number;
                    } | {
                      readonly messages: number;
                    } | {
                      readonly tokens: number;
                    } | {
                      readonly usd: number;
                    })[];
                  })[];
                };
              };
              /** @enum {string} */
              readonly status: "running" | "waiting_human" | "paused" | "ended";
              /** @enum {string|null} */
              readonly stopReason: "done" | "terminated" | "max_rounds" | "max_messages" | "stalled" | "budget" | "human_timeout" | "no_speakers" | "alone" | "until" | "stopped" | "archived" | "parent_ended" | "policy_failed" | null;
              readonly progress: {
                readonly rounds: number;
                readonly messages: number;
                readonly usage: {
                  readonly tokens: number;
                  readonly usd: number;
                  readonly known: boolean;
                };
                readonly previous: string | null;
                readonly idle: number;
                readonly failures: {
                  readonly [key: string]: number;
                };
                readonly again: number;
                readonly next: string | null;
                readonly nextBy?: string;
                readonly gap?: {
                  readonly speaker: string;
                  readonly behind: string;
                };
                readonly upTo: number;
                readonly told?: {
                  readonly [key: string]: number;
                };
                readonly met?: readonly number[];
                readonly heard?: number;
                /** @enum {string} */
                readonly ends?: "done" | "terminated";
              };
              readonly firstRound: number;
              readonly beginsAt: number;
              readonly startedBy: string;
              readonly hop: number;
              readonly parent: {
                readonly sessionId: string;
                readonly runId: string | null;
                readonly n: number;
                readonly agentId: string;
              } | null;
              readonly depth: number;
              readonly summary: string | null;
              /** Format: date-time */
              readonly startedAt: string;
              /** Format: date-time */
              readonly endedAt: string | null;
            };
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly readSessionTranscript: {
    readonly parameters: {
      readonly query?: {
        readonly before?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly session: {
              readonly id: string;
              readonly title: string;
              readonly model: {
                readonly name: string;
                readonly family: string;
                readonly label: string;
              } | null;
              readonly branch: string | null;
              readonly cwd: string | null;
              /** Format: date-time */
              readonly startedAt: string | null;
              /** Format: date-time */
              readonly updatedAt: string | null;
              readonly ongoing: boolean;
              readonly file: {
                readonly name: string;
                readonly bytes: number;
              } | null;
              readonly agentId: string | null;
            };
            readonly items: readonly ({
              /** @enum {string} */
              readonly type: "user";
              readonly id: string;
              /** Format: date-time */
              readonly timestamp: string;
              readonly index: number;
              readonly text: {
                readonly text: string;
                readonly cut: number;
              };
              readonly commands: readonly {
                readonly name: string;
                readonly args: string;
                readonly raw: string;
              }[];
              readonly fileReferences: readonly {
                readonly path: string;
                readonly raw: string;
              }[];
              readonly images: readonly {
                readonly mediaType: string;
                readonly bytes: number;
              }[];
              readonly delivered: readonly {
                /** @enum {string} */
                readonly kind: "group" | "task" | "message" | "broadcast" | "interrupt" | "reply" | "other";
                readonly groupName: string | null;
                readonly fromId: string | null;
                readonly messageId: string | null;
                readonly text: string;
              }[];
            } | {
              /** @enum {string} */
              readonly type: "system";
              readonly id: string;
              /** Format: date-time */
              readonly timestamp: string;
              readonly output: {
                readonly text: string;
                readonly cut: number;
              };
              readonly commandName: string;
              /** @enum {string} */
              readonly kind: "output" | "error" | "api_error" | "notice";
            } | {
              /** @enum {string} */
              readonly type: "compact";
              readonly id: string;
              /** Format: date-time */
              readonly timestamp: string;
              readonly tokenDelta: {
                readonly preCompactionTokens: number;
                readonly postCompactionTokens: number;
                readonly delta: number;
              };
              readonly startingPhaseNumber: number;
              readonly summary: {
                readonly text: string;
                readonly cut: number;
              };
            } | {
              /** @enum {string} */
              readonly type: "ai";
              readonly id: string;
              readonly turnIndex: number;
              /** Format: date-time */
              readonly startTime: string;
              /** Format: date-time */
              readonly endTime: string;
              readonly durationMs: number;
              /** @enum {string} */
              readonly status: "complete" | "interrupted" | "error" | "in_progress";
              readonly isOngoing: boolean;
              readonly tokens: {
                readonly input: number;
                readonly output: number;
                readonly cached: number;
                readonly thinking: number;
              };
              readonly summary: {
                readonly thinkingPreview: string;
                readonly toolCallCount: number;
                readonly outputMessageCount: number;
                readonly subagentCount: number;
                readonly totalDurationMs: number;
                readonly totalTokens: number;
                readonly outputTokens: number;
                readonly cachedTokens: number;
              };
              readonly itemsSummary: string;
              readonly mainModel: {
                readonly name: string;
                readonly family: string;
                readonly label: string;
              } | null;
              readonly subagentModels: readonly {
                readonly name: string;
                readonly family: string;
                readonly label: string;
              }[];
              readonly lastOutput: {
                /** @enum {string} */
                readonly type: "text" | "tool_result" | "interruption" | "ongoing" | "plan_exit";
                readonly text: string;
                readonly toolName: string;
                readonly toolResult: string;
                readonly isError: boolean;
                readonly interruptionMessage: string;
                readonly planContent: string;
                readonly planPreamble: string;
                /** Format: date-time */
                readonly timestamp: string;
                readonly cut: number;
              } | null;
              readonly items: number;
              readonly errorIds: readonly string[];
              readonly orphanIds: readonly string[];
              readonly contextTokens: number | null;
              readonly contextLimit: number | null;
              readonly claudeMdStats: {
                readonly files: readonly {
                  readonly path: string;
                  readonly tokens: number;
                }[];
                readonly totalTokens: number;
              } | null;
            })[];
            readonly totals: {
              readonly user: number;
              readonly system: number;
              readonly ai: number;
              readonly compact: number;
              readonly tools: number;
              readonly errors: number;
              readonly orphans: number;
              readonly subagents: number;
              readonly unreadable: number;
              readonly unknown: number;
            };
            readonly metrics: {
              readonly durationMs: number;
              readonly totalTokens: number;
              readonly inputTokens: number;
              readonly outputTokens: number;
              readonly cacheReadTokens: number;
              readonly cacheCreationTokens: number;
              readonly messageCount: number;
            };
            readonly hasBefore: boolean;
            readonly revision: number;
            readonly sums: {
              readonly own: {
                readonly totalTokens: number;
                readonly inputTokens: number;
                readonly outputTokens: number;
                readonly cacheReadTokens: number;
                readonly cacheCreationTokens: number;
                readonly dollars: number | null;
                readonly unpricedTokens: number;
              };
              readonly subagents: {
                readonly totalTokens: number;
                readonly inputTokens: number;
                readonly outputTokens: number;
                readonly cacheReadTokens: number;
                readonly cacheCreationTokens: number;
                readonly dollars: number | null;
                readonly unpricedTokens: number;
              };
              readonly together: {
                readonly totalTokens: number;
                readonly inputTokens: number;
                readonly outputTokens: number;
                readonly cacheReadTokens: number;
                readonly cacheCreationTokens: number;
                readonly dollars: number | null;
                readonly unpricedTokens: number;
              };
            };
            readonly rounds: readonly {
              readonly n: number;
              readonly entry: number;
            }[];
          };
        };
      };
    };
  };
  readonly readSessionTranscriptItem: {
    readonly parameters: {
      readonly query?: {
        readonly piece?: string;
        readonly after?: string;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly sid: string;
        readonly agentId: string;
        readonly itemId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": components["schemas"]["TranscriptItemDetails"];
        };
      };
    };
  };
  readonly listGroupChats: {
    readonly parameters: {
      readonly path: {
        readonly workspaceId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group_chats: readonly {
              readonly id: string;
              readonly name: string;
              readonly description: string | null;
              readonly path: string | null;
              readonly members: readonly {
                /** @enum {string} */
                readonly type: "human" | "agent";
                readonly id: string;
                readonly display_name: string;
                /** @enum {string} */
                readonly role: "owner" | "member";
                readonly model?: string;
                /** Format: date-time */
                readonly joined_at: string;
                readonly participant_id?: string;
                readonly agent_token?: string;
              }[];
              readonly settings: {
                /** @enum {string} */
                readonly broadcast_mode: "all" | "mention_only";
                readonly show_thinking: boolean;
                readonly history_limit: number;
              };
              readonly created_by: string;
              /** Format: date-time */
              readonly created_at: string;
              /** Format: date-time */
              readonly updated_at: string;
              readonly lead_id: string;
              readonly group: string;
              readonly archived: boolean;
            }[];
          };
        };
      };
    };
  };
  readonly createGroupChat: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly workspaceId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly name: string;
          readonly description?: string;
          readonly members?: readonly {
            /** @enum {string} */
            readonly type: "human" | "agent";
            readonly id: string;
            readonly display_name?: string;
            /** @enum {string} */
            readonly role?: "owner" | "member";
            readonly model?: string;
            readonly driver?: string;
            readonly workspace_path?: string;
          }[];
          readonly settings?: {
            /** @enum {string} */
            readonly broadcast_mode?: "all" | "mention_only";
            readonly show_thinking?: boolean;
            readonly history_limit?: number;
          };
          readonly workspace_path?: string;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly id: string;
            readonly name: string;
            readonly description: string | null;
            readonly path: string | null;
            readonly members: readonly {
              /** @enum {string} */
              readonly type: "human" | "agent";
              readonly id: string;
              readonly display_name: string;
              /** @enum {string} */
              readonly role: "owner" | "member";
              readonly model?: string;
              /** Format: date-time */
              readonly joined_at: string;
              readonly participant_id?: string;
              readonly agent_token?: string;
            }[];
            readonly settings: {
              /** @enum {string} */
              readonly broadcast_mode: "all" | "mention_only";
              readonly show_thinking: boolean;
              readonly history_limit: number;
            };
            readonly created_by: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly lead_id: string;
            readonly group: string;
            readonly archived: boolean;
            readonly notice?: string;
          };
        };
      };
    };
  };
  readonly getGroupChat: {
    readonly parameters: {
      readonly path: {
        readonly workspaceId: string;
        readonly chatId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly id: string;
            readonly name: string;
            readonly description: string | null;
            readonly path: string | null;
            readonly members: readonly {
              /** @enum {string} */
              readonly type: "human" | "agent";
              readonly id: string;
              readonly display_name: string;
              /** @enum {string} */
              readonly role: "owner" | "member";
              readonly model?: string;
              /** Format: date-time */
              readonly joined_at: string;
              readonly participant_id?: string;
              readonly agent_token?: string;
            }[];
            readonly settings: {
              /** @enum {string} */
              readonly broadcast_mode: "all" | "mention_only";
              readonly show_thinking: boolean;
              readonly history_limit: number;
            };
            readonly created_by: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly lead_id: string;
            readonly group: string;
            readonly archived: boolean;
          };
        };
      };
    };
  };
  readonly deleteGroupChat: {
    readonly parameters: {
      readonly path: {
        readonly workspaceId: string;
        readonly chatId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deleted: string;
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly updateGroupChat: {
    readonly parameters: {
      readonly path: {
        readonly workspaceId: string;
        readonly chatId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly name?: string;
          readonly description?: string | null;
          readonly settings?: {
            /** @enum {string} */
            readonly broadcast_mode?: "all" | "mention_only";
            readonly show_thinking?: boolean;
            readonly history_limit?: number;
          };
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly id: string;
            readonly name: string;
            readonly description: string | null;
            readonly path: string | null;
            readonly members: readonly {
              /** @enum {string} */
              readonly type: "human" | "agent";
              readonly id: string;
              readonly display_name: string;
              /** @enum {string} */
              readonly role: "owner" | "member";
              readonly model?: string;
              /** Format: date-time */
              readonly joined_at: string;
              readonly participant_id?: string;
              readonly agent_token?: string;
            }[];
            readonly settings: {
              /** @enum {string} */
              readonly broadcast_mode: "all" | "mention_only";
              readonly show_thinking: boolean;
              readonly history_limit: number;
            };
            readonly created_by: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly lead_id: string;
            readonly group: string;
            readonly archived: boolean;
          };
        };
      };
    };
  };
  readonly listChatMembers: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly members: readonly {
              /** @enum {string} */
              readonly type: "human" | "agent";
              readonly id: string;
              readonly display_name: string;
              /** @enum {string} */
              readonly role: "owner" | "member";
              readonly model?: string;
              /** Format: date-time */
              readonly joined_at: string;
              readonly participant_id?: string;
              readonly agent_token?: string;
            }[];
          };
        };
      };
    };
  };
  readonly addChatMember: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly chatId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          /** @enum {string} */
          readonly type: "human" | "agent";
          readonly id: string;
          readonly display_name?: string;
          /** @enum {string} */
          readonly role?: "owner" | "member";
          readonly model?: string;
          readonly driver?: string;
          readonly workspace_path?: string;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly member: {
              /** @enum {string} */
              readonly type: "human" | "agent";
              readonly id: string;
              readonly display_name: string;
              /** @enum {string} */
              readonly role: "owner" | "member";
              readonly model?: string;
              /** Format: date-time */
              readonly joined_at: string;
              readonly participant_id?: string;
              readonly agent_token?: string;
            };
            readonly notice?: string;
          };
        };
      };
    };
  };
  readonly removeChatMember: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly memberId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly removed: string;
          };
        };
      };
    };
  };
  readonly listChatSessions: {
    readonly parameters: {
      readonly query?: {
        readonly before?: string;
        readonly limit?: number;
      };
      readonly path: {
        readonly chatId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly sessions: readonly {
              readonly id: string;
              readonly group_chat_id: string;
              readonly title: string;
              /** Format: date-time */
              readonly created_at: string;
              /** Format: date-time */
              readonly updated_at: string;
              readonly active_agents: readonly string[];
              /** @enum {string} */
              readonly status: "active" | "archived";
            }[];
            readonly has_more: boolean;
            readonly next_before: string | null;
          };
        };
      };
    };
  };
  readonly createChatSession: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly chatId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": {
          readonly title?: string;
          readonly active_agents?: readonly string[] | null;
          readonly workspace_path?: string;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly id: string;
            readonly group_chat_id: string;
            readonly title: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly active_agents: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "archived";
          };
        };
      };
    };
  };
  readonly getChatSession: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly sid: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly id: string;
            readonly group_chat_id: string;
            readonly title: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly active_agents: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "archived";
          };
        };
      };
    };
  };
  readonly deleteChatSession: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly sid: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deleted: string;
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly updateChatSession: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly sid: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly title?: string;
          /** @enum {string} */
          readonly status?: "active" | "archived";
          readonly active_agents?: readonly string[] | null;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly id: string;
            readonly group_chat_id: string;
            readonly title: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly updated_at: string;
            readonly active_agents: readonly string[];
            /** @enum {string} */
            readonly status: "active" | "archived";
          };
        };
      };
    };
  };
  readonly listChatMessages: {
    readonly parameters: {
      readonly query?: {
        readonly view?: "ui" | "agent";
        readonly agent_id?: string;
        readonly limit?: number;
        readonly before?: string;
      };
      readonly path: {
        readonly chatId: string;
        readonly sid: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messages: readonly ({
              readonly id: string;
              /** @enum {string} */
              readonly type: "user";
              readonly sender_id: string;
              readonly sender_name: string;
              readonly content: string;
              /** Format: date-time */
              readonly timestamp: string;
            } | {
              readonly id: string;
              /** @enum {string} */
              readonly type: "agent_thinking";
              readonly agent_id: string;
              readonly agent_name: string;
              /** @enum {string} */
              readonly status: "thinking" | "done" | "error";
              /** Format: date-time */
              readonly timestamp: string;
            } | {
              readonly id: string;
              /** @enum {string} */
              readonly type: "agent_response";
              readonly agent_id: string;
              readonly agent_name: string;
              readonly content: string;
              /** Format: date-time */
              readonly timestamp: string;
            } | {
              readonly id: string;
              /** @enum {string} */
              readonly type: "system";
              /** @enum {string} */
              readonly event?: "member_joined" | "member_left" | "session_created";
              readonly content?: string;
              readonly data?: {
                readonly [key: string]: string;
              };
              /** Format: date-time */
              readonly timestamp: string;
            })[];
            readonly has_more: boolean;
            readonly next_before: string | null;
          } | {
            readonly messages: readonly ({
              /** @enum {string} */
              readonly role: "system";
              readonly content: string;
            } | {
              /** @enum {string} */
              readonly role: "user";
              readonly content: string;
              readonly name?: string;
            } | {
              /** @enum {string} */
              readonly role: "assistant";
              readonly content: string | null;
              readonly reasoning_content?: string;
              readonly tool_calls?: readonly {
                readonly id: string;
                /** @enum {string} */
                readonly type: "function";
                readonly function: {
                  readonly name: string;
                  readonly arguments: string;
                };
              }[];
            } | {
              /** @enum {string} */
              readonly role: "tool";
              readonly tool_call_id: string;
              readonly content: string;
            })[];
            readonly has_more: boolean;
            readonly next_before: string | null;
          };
        };
      };
    };
  };
  readonly postChatMessage: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly chatId: string;
        readonly sid: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly content: string;
          readonly sender_id?: string;
          readonly sender_name?: string;
          readonly member_id?: string;
          readonly workspace_path?: string;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly message: {
              readonly id: string;
              /** @enum {string} */
              readonly type: "user" | "agent_response";
              readonly content: string;
              /** Format: date-time */
              readonly timestamp: string;
              readonly agent_id?: string;
              readonly agent_name?: string;
              readonly sender_id?: string;
              readonly sender_name?: string;
            };
            readonly agents_triggered: readonly string[];
            readonly hint?: string;
            readonly notice?: string;
            readonly left_out?: readonly {
              /** @enum {string} */
              readonly field: "sender_id" | "sender_name" | "member_id";
              readonly reason: string;
            }[];
          };
        };
      };
    };
  };
  readonly rebuildFiles: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly workspaces: number;
            readonly path: string;
          };
        };
      };
    };
  };
  readonly listFiles: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly files: readonly {
              readonly name: string;
              readonly size: number;
              /** @enum {string} */
              readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
              readonly sha256: string;
              readonly added_by: string;
              /** Format: date-time */
              readonly added_at: string;
            }[];
          };
        };
      };
    };
  };
  readonly getFile: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly fileName: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/octet-stream": string;
        };
      };
    };
  };
  readonly addFile: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly fileName: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly file: {
              readonly name: string;
              readonly size: number;
              /** @enum {string} */
              readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
              readonly sha256: string;
              readonly added_by: string;
              /** Format: date-time */
              readonly added_at: string;
            };
          };
        };
      };
    };
  };
  readonly removeFile: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly fileName: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deleted: string;
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly listPictures: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly pictures: readonly {
              readonly name: string;
              readonly size: number;
              /** @enum {string} */
              readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
              readonly sha256: string;
              readonly added_by: string;
              /** Format: date-time */
              readonly added_at: string;
            }[];
          };
        };
      };
    };
  };
  readonly getPicture: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly fileName: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/octet-stream": string;
        };
      };
    };
  };
  readonly addPicture: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly fileName: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly picture: {
              readonly name: string;
              readonly size: number;
              /** @enum {string} */
              readonly type: "application/octet-stream" | "image/png" | "image/jpeg" | "image/gif" | "image/webp";
              readonly sha256: string;
              readonly added_by: string;
              /** Format: date-time */
              readonly added_at: string;
            };
          };
        };
      };
    };
  };
  readonly removePicture: {
    readonly parameters: {
      readonly path: {
        readonly chatId: string;
        readonly fileName: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deleted: string;
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly showWorkFiles: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly shown: boolean;
          readonly agentId?: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly shown: boolean;
          };
        };
      };
    };
  };
  readonly readRpcFrames: {
    readonly parameters: {
      readonly query?: {
        readonly since?: number;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly frames: readonly {
              readonly n: number;
              /** Format: date-time */
              readonly at: string;
              /** @enum {string} */
              readonly direction: "in" | "out" | "notification";
              readonly method: string | null;
              readonly id: string | null;
              readonly agentId: string;
              readonly ms: number | null;
              readonly ok: boolean | null;
              readonly code: number | null;
              readonly frame: string;
              readonly cut: boolean;
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly readInstructions: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly role: string | null;
            readonly own: string | null;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly streamDiscussion: {
    readonly parameters: {
      readonly query?: {
        readonly since?: string;
        readonly deltas?: "true" | "false";
      };
      readonly path: {
        readonly runId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/x-ndjson": string;
        };
      };
    };
  };
  readonly exportDiscussion: {
    readonly parameters: {
      readonly path: {
        readonly runId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "text/markdown": string;
        };
      };
    };
  };
  readonly exportTranscript: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "text/markdown": string;
        };
      };
    };
  };
  readonly getWorkFile: {
    readonly parameters: {
      readonly query: {
        readonly path: string;
      };
      readonly path: {
        readonly id: string;
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/octet-stream": string;
        };
      };
    };
  };
  readonly getAgent: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agent: components["schemas"]["Agent"];
          };
        };
      };
    };
  };
  readonly reportTask: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          /** @enum {string} */
          readonly status: "completed" | "failed";
          readonly summary?: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agent: components["schemas"]["Agent"];
          };
        };
      };
    };
  };
  readonly getOwed: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly count: number;
            /** Format: date-time */
            readonly oldestAt: string | null;
            readonly unconfirmed: number;
          };
        };
      };
    };
  };
  readonly getManifest: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly text: string;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listRollout: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly before?: number;
        readonly after?: number;
        readonly kind?: "prompt" | "text" | "thought" | "tool_call" | "tool_result" | "plan" | "usage" | "permission" | "manifest" | "stderr" | "started" | "stopped" | "note";
      };
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly entries: readonly components["schemas"]["RolloutEntry"][];
            readonly hasBefore: boolean;
            readonly hasAfter: boolean;
            readonly hasMore: boolean;
            readonly removed: number;
            readonly pending: number;
            readonly asOf: number;
            readonly replies: readonly string[];
          };
        };
      };
    };
  };
  readonly editAgent: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly name?: string;
          readonly role?: string;
          readonly driver?: {
            /** @enum {string} */
            readonly kind: "remote";
          } | {
            /** @enum {string} */
            readonly kind: "pipe";
            readonly command: string;
            /** @default [] */
            readonly args?: readonly string[];
          } | {
            /** @enum {string} */
            readonly kind: "acp";
            readonly preset?: string;
            readonly command?: string;
            /** @default [] */
            readonly args?: readonly string[];
            readonly mode?: string;
          } | {
            /** @enum {string} */
            readonly kind: "model";
            readonly baseUrl: string;
            readonly model: string;
            readonly apiKeyEnv?: string;
            readonly tools?: boolean;
            readonly contextTokens?: number;
          };
          readonly mode?: string | null;
          readonly cwd?: string | null;
          readonly instructions?: string | null;
          readonly env?: {
            readonly [key: string]: string | null;
          };
          readonly resume?: boolean;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agent: components["schemas"]["Agent"];
          };
        };
      };
    };
  };
  readonly writeToAgent: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly content: string;
          readonly clientId?: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deliveryId: string;
            readonly message: components["schemas"]["DirectMessage"];
            readonly hint?: string;
          };
        };
      };
      readonly 202: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deliveryId: string;
            readonly message: components["schemas"]["DirectMessage"];
            readonly hint?: string;
          };
        };
      };
    };
  };
  readonly delegateTask: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly task: string;
          readonly context?: string;
          readonly after?: readonly string[];
          readonly insteadOf?: string;
          readonly again?: boolean;
        };
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly task: components["schemas"]["Task"];
            readonly hint?: string;
          };
        };
      };
    };
  };
  readonly interruptAgent: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": {
          readonly content?: string;
        };
      };
    };
    readonly responses: {
      readonly 202: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deliveryId: string;
            readonly hint?: string;
          };
        };
      };
    };
  };
  readonly terminateAgent: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": {
          readonly reason?: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agent: components["schemas"]["Agent"];
            readonly stays: readonly string[];
          };
        };
      };
    };
  };
  readonly resumeAgent: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agent: components["schemas"]["Agent"];
          };
        };
      };
    };
  };
  readonly releaseAgent: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly agent: components["schemas"]["Agent"];
          };
        };
      };
    };
  };
  readonly renewToken: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly token: string;
          };
        };
      };
    };
  };
  readonly sendOutput: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["PostOutput"];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly stream: string;
            readonly offset: number;
            readonly safe: number;
            readonly epoch: string;
            readonly results: readonly {
              readonly command: string;
              readonly ok: boolean;
              readonly reply: string;
            }[];
          };
        };
      };
    };
  };
  readonly fetchInbox: {
    readonly parameters: {
      readonly query?: {
        readonly wait?: number;
        readonly for?: "all" | "wake";
        readonly limit?: number;
      };
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly deliveries: readonly {
              readonly id: string;
              /** @enum {string} */
              readonly kind: "group" | "round" | "direct" | "broadcast" | "interrupt" | "task" | "report" | "history" | "reply" | "system";
              readonly text: string;
              readonly groupName?: string;
              readonly messageId?: string;
              readonly n?: number;
              readonly wake: boolean;
              readonly repeat: boolean;
              readonly round?: {
                readonly session: string;
                readonly runId: string;
                readonly n: number;
              };
            }[];
            readonly cursor: string;
            readonly more: boolean;
          };
        };
      };
    };
  };
  readonly ackInbox: {
    readonly parameters: {
      readonly path: {
        readonly agentId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly cursor: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            /** @enum {boolean} */
            readonly ok: true;
          };
        };
      };
    };
  };
  readonly listGroups: {
    readonly parameters: {
      readonly query?: {
        readonly archived?: "true" | "false" | "all";
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly groups: readonly components["schemas"]["Group"][];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly createGroup: {
    readonly parameters: {
      readonly header?: {
        readonly "Idempotency-Key"?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["CreateGroup"];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly "Idempotency-Replayed"?: "true";
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly getGroup: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly members: readonly components["schemas"]["Member"][];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly updateGroup: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["UpdateGroup"];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly addMembers: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["AddMembers"];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly added: readonly string[];
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly removeMember: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly memberId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly removed: readonly string[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly updateMember: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly memberId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          /** @enum {string} */
          readonly wake: "all" | "mentions" | "none";
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly markRead: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly seq: number;
          readonly force?: boolean;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly lastSeq: number;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly archiveGroup: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly unarchiveGroup: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly pauseGroup: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly resumeGroup: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/json": Record<string, never>;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly group: components["schemas"]["Group"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listMentions: {
    readonly parameters: {
      readonly query?: {
        readonly show?: "unread" | "waiting";
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messages: readonly components["schemas"]["Message"][];
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listMessages: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly before?: number;
        readonly after?: number;
        readonly around?: string;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly messages: readonly components["schemas"]["Message"][];
            readonly hasBefore: boolean;
            readonly hasAfter: boolean;
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly postMessage: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": components["schemas"]["PostMessage"];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly message: components["schemas"]["Message"];
            readonly wakes: readonly string[];
            readonly asOf: number;
          };
        };
      };
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly message: components["schemas"]["Message"];
            readonly wakes: readonly string[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listTimeline: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly before?: number;
        readonly after?: number;
        readonly around?: string;
      };
      readonly path: {
        readonly id: string;
        readonly name: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly rows: readonly ({
              /** @enum {string} */
              readonly kind: "message" | "system";
              readonly seq: number;
              readonly message: components["schemas"]["Message"];
            } | {
              /** @enum {string} */
              readonly kind: "event";
              readonly seq: number;
              /** Format: date-time */
              readonly at: string;
              /** @enum {string} */
              readonly event: "created" | "joined" | "left" | "removed" | "updated" | "archived" | "unarchived" | "paused" | "resumed" | "held" | "imported";
              readonly by: string;
              readonly memberIds: readonly string[];
              readonly displayName: string | null;
              readonly purpose: string | null;
            })[];
            readonly hasBefore: boolean;
            readonly hasAfter: boolean;
            readonly hasMore: boolean;
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly listReceipts: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly messageId: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly receipts: readonly {
              readonly agentId: string;
              /** @enum {string} */
              readonly state: "waiting" | "sent" | "seen" | "gone";
              /** @enum {string} */
              readonly reason?: "starting" | "disconnected" | "busy" | "paused" | "held" | "asks";
              /** Format: date-time */
              readonly at: string | null;
            }[];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly addReaction: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly messageId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly emoji: string;
        };
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly reactions: components["schemas"]["Reactions"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly removeReaction: {
    readonly parameters: {
      readonly path: {
        readonly id: string;
        readonly name: string;
        readonly messageId: string;
        readonly emoji: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "application/json": {
            readonly reactions: components["schemas"]["Reactions"];
            readonly asOf: number;
          };
        };
      };
    };
  };
  readonly exportMarkdown: {
    readonly parameters: {
      readonly query: {
        readonly kind: "group" | "session" | "discussion" | "direct" | "conversation" | "chat" | "transcript";
        readonly of: string;
        readonly with?: string;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly "text/markdown": string;
        };
      };
    };
  };
}
