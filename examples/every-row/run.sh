#!/bin/sh
# A loop over the rows of a table that changes each of them.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

TABLE=$(send /api/v1/tables "{\"workspaceId\": \"$WORKSPACE\", \"name\": \"invoices_$NOW\", \"schema\": {\"columns\": [
  {\"name\": \"customer\", \"type\": \"string\"},
  {\"name\": \"days\", \"type\": \"number\"},
  {\"name\": \"reminded\", \"type\": \"boolean\"}]}}" | field .data.table.id)
send "/api/v1/tables/$TABLE/rows" "{\"workspaceId\": \"$WORKSPACE\", \"rows\": [
  {\"customer\": \"Ada\", \"days\": 20},
  {\"customer\": \"Charles\", \"days\": 3},
  {\"customer\": \"Mary\", \"days\": 40}]}" > /dev/null

WORKFLOW=$(deploy workflow.json "TABLE_ID=$TABLE")

echo 'The first run'
send "/api/workflows/$WORKFLOW/execute" '{}' | field .output.result
echo 'The second run'
send "/api/workflows/$WORKFLOW/execute" '{}' | field .output.result
