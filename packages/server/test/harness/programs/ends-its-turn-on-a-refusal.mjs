// A coding agent that asks for a permission before it does anything, and ends its turn when it is refused.
process.env.ACP_BEHAVIOUR ??= JSON.stringify({
  systemPrompt: true,
  permission: true,
  endsOnRefusal: { say: 'Info: Operation cancelled by user' },
})
await import('./acp-agent.mjs')
