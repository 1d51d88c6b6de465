#!/bin/sh
# A run that is watched while it goes on: what its blocks say comes as soon as they have said it.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

WORKFLOW=$(deploy workflow.json)
send "/api/workflows/$WORKFLOW/execute" \
  '{"words": ["Hello", "world"], "stream": true, "selectedOutputs": ["count.result", "join.result"]}' -N |
  sed -n 's/^data: //p' |
  sed 's/^{"blockId":"[^"]*",/{/'
