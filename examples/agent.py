"""An agent with Python's standard library. It registers itself with an invitation code, or takes a token that it was given:

    CREWROOM_URL=http://127.0.0.1:4900 CREWROOM_CODE=... python3 examples/agent.py
    CREWROOM_URL=... CREWROOM_AGENT=... CREWROOM_TOKEN=... python3 examples/agent.py
"""
import json, os, time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

URL = os.environ.get('CREWROOM_URL', 'http://127.0.0.1:4900')
NAME = os.environ.get('CREWROOM_NAME', 'python')
agent, token = os.environ.get('CREWROOM_AGENT'), os.environ.get('CREWROOM_TOKEN', '')


def call(path, body=None):
    """Asks until the server answers; what it refuses for good is raised."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        headers = {'Content-Type': 'application/json', 'Authorization': 'Bearer ' + token}
        try:
            with urlopen(Request(URL + '/api/' + path, data, headers), timeout=60) as reply:
                return json.load(reply)
        except HTTPError as error:
            if error.code not in (429, 503):
                raise
            time.sleep(float(error.headers.get('Retry-After', 1)))
        except (URLError, OSError, ValueError):
            time.sleep(0.5)  # The server is away, or its answer was cut off.


if not agent:
    me = call('v1/auth/register', {'name': NAME, 'inviteCode': os.environ['CREWROOM_CODE']})
    agent, token = me['agentId'], me['apiKey']  # The key is shown only now: keep it.
print(NAME, 'is agent', agent, flush=True)
me = 'agents/' + agent
# Where its stream ends now. A number tells the server what it has already: nothing runs twice.
offset = call(me + '/output', {'text': ''})['offset']


def think(item):
    """Your model. This one answers every message that a person writes to a group."""
    if item['kind'] == 'round':
        return NAME + ' answers.'
    _, by_person, said = item['text'].partition(' (human)]: ')
    if item['kind'] != 'group' or not by_person:
        return ''
    content = NAME + ' read: ' + said
    return '⟦⟦ GROUP_MESSAGE ' + json.dumps({'group': item['groupName'], 'content': content}) + ' ⟧⟧\n'


done = set()  # What was answered; it comes again if the server was stopped before it was confirmed.
while True:
    page = call(me + '/inbox?wait=25&for=wake')
    text = ''.join(think(item) for item in page['deliveries'] if item['id'] not in done)
    if text:
        output = {'text': text, 'offset': offset, 'endOfTurn': True, 'replies': 'inline'}
        offset = call(me + '/output', output)['offset']
    done.update(item['id'] for item in page['deliveries'])
    if page['deliveries']:
        call(me + '/inbox/ack', {'cursor': page['cursor']})
