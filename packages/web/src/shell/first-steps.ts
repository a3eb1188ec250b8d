/**
 * Commands that make a crew, one agent and its first words, as they can be pasted into a shell; `data` is the folder of
 * the server's data.
 */
export function firstSteps(origin: string, data: string): string {
  return `URL=${origin}
DATA=${quoted(data)}
TOKEN=$(node -p 'require(process.argv[1]).token' "$DATA/server.json")
say() { echo "Authorization: Bearer $TOKEN" | curl -s -H @- "$@" \\
  -H 'Content-Type: application/json'; }
id_of() { node -p "JSON.parse(require('fs').readFileSync(0)).$1.id"; }

# 1. A crew, then an agent in it: your program
LEAD=$(say $URL/api/lead -d '{"name":"my-crew"}' | id_of lead)
AGENT=$(say $URL/api/lead/$LEAD/agents -d '{"role":"developer"}' | id_of agent)

# 2. Send its output here; commands in it are run
say $URL/api/agents/$AGENT/output -d '{"text":"⟦⟦ QUERY_GROUPS ⟧⟧"}'

# 3. Get its messages here
say "$URL/api/agents/$AGENT/inbox?wait=5&for=wake"`
}

/** Commands that connect one agent whose token is known: its first words, and what it is told. */
export function connectCommands(origin: string, agentId: string, token: string): string {
  return `AGENT=${origin}/api/agents/${agentId}
TOKEN=${token}
say() { echo "Authorization: Bearer $TOKEN" | curl -s -H @- "$@"; }

# Send its output here; commands in it are run
say $AGENT/output -H 'Content-Type: application/json' \\
  -d '{"text":"⟦⟦ QUERY_GROUPS ⟧⟧"}'

# Get its messages here
say "$AGENT/inbox?wait=25&for=wake"`
}

/** One word for a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
