#!/bin/sh
# A streamed run: the outputs of its blocks arrive as they complete.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

WORKFLOW=$(deploy workflow.json)
send "/api/workflows/$WORKFLOW/execute" \
  '{"words": ["Hello", "world"], "stream": true, "selectedOutputs": ["count.result", "join.result"]}' -N |
  sed -n 's/^data: //p' |
  sed 's/^{"blockId":"[^"]*",/{/'
