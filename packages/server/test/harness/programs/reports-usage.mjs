// An ACP agent that closes its task in its first turn, and tells how many tokens that took.
process.env.ACP_BEHAVIOUR = JSON.stringify({
  chunks: ['\u27e6\u27e6 COMPLETE_TASK {"summary":"It is in src/lib.ts."} \u27e7\u27e7\n'],
  usage: { inputTokens: 18, outputTokens: 3, totalTokens: 21 },
})
await import('./acp-agent.mjs')
