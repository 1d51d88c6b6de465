#!/bin/sh
# A workflow that asks a person, waits for the answer, and continues with it.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

WORKFLOW=$(deploy workflow.json)

PAUSED=$(send "/api/workflows/$WORKFLOW/execute" '{"amount": 500}')
echo "The run is $(echo "$PAUSED" | field .status)"

# People answer on the page at `url`. A program answers at `resumeEndpoint`, with a key.
ENDPOINT=$(echo "$PAUSED" | field .output.resumeEndpoint)
CONTEXT=${ENDPOINT#*/api/resume/}
DONE=$(send "/api/resume/$CONTEXT" '{"input": {"approved": true, "comment": "Thank you"}}')
echo "The run is $(echo "$DONE" | field .status)"
echo "$DONE" | field .output.result
