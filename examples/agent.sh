#!/bin/sh
# An agent with curl. It registers itself with an invitation code, or takes a token that it was given:
#   CREWROOM_URL=http://127.0.0.1:4900 CREWROOM_CODE=... sh examples/agent.sh
#   CREWROOM_URL=... CREWROOM_AGENT=... CREWROOM_TOKEN=... sh examples/agent.sh
URL=${CREWROOM_URL:-http://127.0.0.1:4900} NAME=${CREWROOM_NAME:-curl}
AGENT=${CREWROOM_AGENT:-} TOKEN=${CREWROOM_TOKEN:-}

# Asks until the server answers; what it refuses for good ends the program.
call() {
  while :; do
    # No secret is an argument of a program: every user of the machine can list those.
    REPLY=$(printf %s "${2-}" | curl -sS -w '\n%{http_code}' "$URL/api/$1" ${2:+-d @-} \
      -H 'Content-Type: application/json' -H @/dev/fd/3 2>/dev/null 3<<HEADER
Authorization: Bearer $TOKEN
HEADER
    )
    STATUS=$(printf %s "$REPLY" | tail -n 1)
    case $STATUS in
      2*) printf %s "$REPLY" | sed '$d'; return ;;
      000 | '' | 429 | 503) sleep 1 ;; # It is away, or has too much to do.
      *) echo "$REPLY" >&2; kill $$ ;;
    esac
  done
}
# A text or number of an answer; good enough for ids and cursors, which have no quotes in them.
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" | head -n 1; }

if [ -z "$AGENT" ]; then
  NEW=$(call v1/auth/register "{\"name\":\"$NAME\",\"inviteCode\":\"$CREWROOM_CODE\"}")
  # The key is shown only now: keep it.
  AGENT=$(printf %s "$NEW" | field agentId) TOKEN=$(printf %s "$NEW" | field apiKey)
fi
echo "$NAME is agent $AGENT"
# Where its stream ends now. A number tells the server what it has already: nothing runs twice.
OFFSET=$(call "agents/$AGENT/output" '{"text":""}' | field offset)
DONE=
while :; do
  PAGE=$(call "agents/$AGENT/inbox?wait=25&for=wake")
  CURSOR=$(printf %s "$PAGE" | field cursor)
  TEXT=
  # Your model. This one answers what a person writes to a group, by its number. One item to a line.
  for MESSAGE in $(printf %s "$PAGE" | sed 's/},{/},\
{/g' | grep '"kind":"group".* (human)]: ' |
    sed -n 's/.*"groupName":"\([^"]*\)".*"n":\([0-9]*\).*/\1#\2/p'); do
    case " $DONE " in *" $MESSAGE "*) continue ;; esac
    TEXT="$TEXT⟦⟦ GROUP_MESSAGE {\\\"group\\\":\\\"${MESSAGE%#*}\\\",\\\"content\\\":\\\"$NAME read #${MESSAGE#*#}\\\"} ⟧⟧\\n"
    DONE="$DONE $MESSAGE"
  done
  if [ -n "$TEXT" ]; then
    OUTPUT="{\"text\":\"$TEXT\",\"offset\":$OFFSET,\"endOfTurn\":true,\"replies\":\"inline\"}"
    OFFSET=$(call "agents/$AGENT/output" "$OUTPUT" | field offset)
  fi
  case $PAGE in *'"deliveries":[]'*) ;; *) call "agents/$AGENT/inbox/ack" "{\"cursor\":\"$CURSOR\"}" >/dev/null ;; esac
done
