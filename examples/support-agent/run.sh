#!/bin/sh
# An agent that searches a handbook, asks a person before it refunds an order, and streams its answer.
# With --slowly it waits for Enter at two places, at which the server can be killed and started again.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

MODEL=${SUPPORT_MODEL:-fake/tool-then-text:50}
MESSAGE='My lamp arrived broken. Please refund order number: 1815, amount: 49.50'

pause() {
  [ "${SLOWLY:-}" = '' ] || { echo "$1 Then press Enter."; read -r _; }
}
SLOWLY=
[ "${1:-}" != --slowly ] || SLOWLY=yes

# With this header the text of an agent with tools is sent while it is written.
LIVE="X-Sim-Stream-Protocol: agent-events-v1"

# stream EXECUTION [options of curl]: the rest of a streamed run.
stream() {
  execution=$1
  shift
  api "/api/workflows/$AGENT/executions/$execution/stream?selectedOutputs=agent.content" -N -H "$LIVE" "$@"
}

# texts: the pieces of the answer in a stream, one after the other.
texts() {
  node -e '
    for (const [, json] of fs.readFileSync(0, "utf8").matchAll(/^data: (\{.*\})$/gm)) {
      const { chunk } = JSON.parse(json);
      if (chunk !== undefined) process.stdout.write(chunk);
    }
    console.log();
  '
}

# calls EXECUTION: what a run has called, each with its outcome.
calls() {
  api "/api/v1/logs/executions/$1/effects" |
    field '.data.map(({ kind, target, outcome }) => `${kind} ${target.replace(/[0-9a-f-]{36}/, "…")}: ${outcome}`).join("\n")'
}

echo 'A handbook'
BASE=$(send /api/v1/knowledge "{\"workspaceId\": \"$WORKSPACE\", \"name\": \"Support $NOW\"}" | field .data.knowledgeBase.id)
for page in ../answer-a-customer/handbook/*.md; do
  DOCUMENT=$(api "/api/v1/knowledge/$BASE/documents" -F "workspaceId=$WORKSPACE" -F "file=@$page" | field .data.document.id)
  until [ "$(api "/api/v1/knowledge/$BASE/documents/$DOCUMENT?workspaceId=$WORKSPACE" | field .data.document.processingStatus)" = completed ]; do
    sleep 0.2
  done
done
AGENT=$(deploy workflow.json "KNOWLEDGE_BASE_ID=$BASE" "MODEL_NAME=$MODEL" 'MOST_DOLLARS=1')

echo 'A run that streams, until it asks'
RUN=$(node -p 'crypto.randomUUID()')
BEGINNING=$(send "/api/workflows/$AGENT/execute" \
  "{\"message\": \"$MESSAGE\", \"stream\": true, \"selectedOutputs\": [\"agent.content\"]}" -N -H "$LIVE" -H "X-Execution-Id: $RUN")
LAST=$(echo "$BEGINNING" | sed -n 's/^id: //p' | tail -n 1)
QUESTION=$(api "/api/v1/pauses?workspaceId=$WORKSPACE" | field ".data.find(({ workflowId }) => workflowId === '$AGENT')")
echo "$QUESTION" | field '.form.find(({ name }) => name === "arguments").value'
pause 'The question is on disk: stop the server now, with kill -9 if you like, and start it again.'

echo 'The refund is approved, and the answer read to its end'
CONTEXT=$(echo "$QUESTION" | field .apiUrl)
send "/api/resume/${CONTEXT#*/api/resume/}" '{"input": {"approved": true}}' > /dev/null &
stream "$RUN" -H "Last-Event-ID: $LAST" > answer.txt
wait
texts < answer.txt
pause 'The answer is on disk as well: stop the server and start it again.'

echo 'The same answer, read again from its middle'
MIDDLE=$(sed -n 's/^id: //p' answer.txt | awk '{ ids[NR] = $0 } END { print ids[int(NR / 2)] }')
stream "$RUN" -H "Last-Event-ID: $MIDDLE" | texts
rm answer.txt

echo 'Its calls'
calls "$RUN"

echo 'Its cost in the log, in dollars, and in the list of its calls'
tries=0
until COST=$(api "/api/v1/logs/executions/$RUN" | field .executionMetadata.cost.total 2> /dev/null); do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { echo 'The log has no cost after 30 s'; exit 1; }
  sleep 0.5
done
echo "$COST"
api "/api/v1/logs/executions/$RUN/effects" |
  field '.data.reduce((sum, { kind, cost }) => sum + (kind === "model" ? Math.round(cost * 1e9) : 0), 0) / 1e9'

echo 'The same with a limit of one cent'
AGENT=$(deploy workflow.json "KNOWLEDGE_BASE_ID=$BASE" "MODEL_NAME=$MODEL" 'MOST_DOLLARS=0.01')
RUN=$(node -p 'crypto.randomUUID()')
(send "/api/workflows/$AGENT/execute" "{\"message\": \"$MESSAGE\"}" -H "X-Execution-Id: $RUN" 2> /dev/null || true) | field .error
calls "$RUN"
