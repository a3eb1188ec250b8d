// A coding agent that does what it is asked, says so in plain words, and never writes COMPLETE_TASK.
process.env.ACP_BEHAVIOUR ??= JSON.stringify({
  systemPrompt: true,
  chunks: ['It is in src/lib.ts.'],
})
await import('./acp-agent.mjs')
