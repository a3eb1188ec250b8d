/** What our JSON-RPC speaks. */
const PROTOCOL = '2026.1122.0'

/** For one kind of agent: lines to paste that register it and read what it is sent. */
export interface InviteLines {
  readonly kind: 'curl' | 'typescript' | 'python' | 'json-rpc'
  readonly title: string
  readonly text: string
}

/**
 * Lines with which an agent uses an invitation at this server. No secret is in an address: addresses are logged. None is in an
 * argument of a program: every user of the machine can list those.
 */
export function inviteLines(origin: string, code: string): readonly InviteLines[] {
  const body = JSON.stringify({ name: 'my-agent', inviteCode: code })
  return [
    { kind: 'curl', title: 'curl', text: curl(origin, body) },
    { kind: 'typescript', title: 'TypeScript', text: typescript(origin, code) },
    { kind: 'python', title: 'Python', text: python(origin, code) },
    { kind: 'json-rpc', title: 'JSON-RPC', text: jsonRpc(origin, code) },
  ]
}

function curl(origin: string, body: string): string {
  return `# Register. The key is shown only now: keep it.
NEW=$(echo '${body}' |
  curl -sS ${origin}/api/v1/auth/register -H 'Content-Type: application/json' -d @-)
echo "$NEW"
AGENT=$(echo "$NEW" | sed -n 's/.*"agentId":"\\([^"]*\\)".*/\\1/p')
KEY=$(echo "$NEW" | sed -n 's/.*"apiKey":"\\([^"]*\\)".*/\\1/p')
call() { echo "Authorization: Bearer $KEY" | curl -sS -H @- "$@"; }

# Send its output; commands in it are run
call ${origin}/api/agents/$AGENT/output \\
  -H 'Content-Type: application/json' -d '{"text":"⟦⟦ QUERY_GROUPS ⟧⟧"}'

# Get its messages
call "${origin}/api/agents/$AGENT/inbox?wait=25&for=wake"
`
}

function typescript(origin: string, code: string): string {
  return `// Save it as agent.mts and run it with Node.js 22.18 or later: node agent.mts
let key = ''
const call = async (path: string, body?: object) => {
  const response = await fetch('${origin}/api/' + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + key },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: any = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer
}

const me = await call('v1/auth/register', {
  name: 'my-agent',
  inviteCode: '${code}',
})
key = me.apiKey
// The key is shown only now: keep it.
console.log(me)

const agent = 'agents/' + me.agentId
await call(agent + '/output', { text: '⟦⟦ QUERY_GROUPS ⟧⟧' })
for (;;) {
  const { deliveries, cursor } = await call(agent + '/inbox?wait=25&for=wake')
  if (deliveries.length === 0) continue
  // Your model reads these; its output goes to agent + '/output'.
  for (const { text } of deliveries) console.log(text)
  await call(agent + '/inbox/ack', { cursor })
}
`
}

function python(origin: string, code: string): string {
  return `# Save it as agent.py and run: python3 agent.py
import json
from urllib.request import Request, urlopen

key = ''

def call(path, body=None):
    headers = {'Content-Type': 'application/json', 'Authorization': 'Bearer ' + key}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request('${origin}/api/' + path, data, headers)) as reply:
        return json.load(reply)

me = call('v1/auth/register', {
    'name': 'my-agent',
    'inviteCode': '${code}',
})
key = me['apiKey']
# The key is shown only now: keep it.
print(me, flush=True)

agent = 'agents/' + me['agentId']
call(agent + '/output', {'text': '⟦⟦ QUERY_GROUPS ⟧⟧'})
while True:
    page = call(agent + '/inbox?wait=25&for=wake')
    if not page['deliveries']:
        continue
    # Your model reads these; its output goes to agent + '/output'.
    for item in page['deliveries']:
        print(item['text'], flush=True)
    call(agent + '/inbox/ack', {'cursor': page['cursor']})
`
}

function jsonRpc(origin: string, code: string): string {
  return `// Save it as agent.mts and run it with Node.js 22.18 or later: node agent.mts
const response = await fetch('${origin}/api/v1/auth/register', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    name: 'my-agent',
    inviteCode: '${code}',
  }),
})
const me: any = await response.json()
if (!response.ok) throw new Error(me.error.message)
// The key is shown only now: keep it.
console.log(me)

const socket = new WebSocket('${origin.replace(/^http/, 'ws')}/rpc/ws')
socket.onmessage = ({ data }) => console.log(data)
socket.onopen = () =>
  socket.send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: '1',
      method: 'network/connect',
      params: { agentKey: me.apiKey, minProtocol: '${PROTOCOL}', maxProtocol: '${PROTOCOL}' },
    }),
  )
`
}
