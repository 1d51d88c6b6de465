#!/bin/sh
# A workflow that looks up a customer in a table, finds the answer in a knowledge base, and stores the letter as a file.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

echo 'A table of customers'
TABLE=$(send /api/v1/tables "{\"workspaceId\": \"$WORKSPACE\", \"name\": \"customers_$NOW\", \"schema\": {\"columns\": [
  {\"name\": \"email\", \"type\": \"string\", \"unique\": true, \"required\": true},
  {\"name\": \"name\", \"type\": \"string\"},
  {\"name\": \"number\", \"type\": \"number\"}]}}" | field .data.table.id)
send "/api/v1/tables/$TABLE/rows" "{\"workspaceId\": \"$WORKSPACE\", \"rows\": [
  {\"email\": \"ada@example.com\", \"name\": \"Ada\", \"number\": 1815},
  {\"email\": \"charles@example.com\", \"name\": \"Charles\", \"number\": 1791}]}" > /dev/null

echo 'A knowledge base with a handbook'
BASE=$(send /api/v1/knowledge "{\"workspaceId\": \"$WORKSPACE\", \"name\": \"Handbook $NOW\"}" | field .data.knowledgeBase.id)
for page in handbook/*.md; do
  DOCUMENT=$(api "/api/v1/knowledge/$BASE/documents" -F "workspaceId=$WORKSPACE" -F "file=@$page" | field .data.document.id)
  until [ "$(api "/api/v1/knowledge/$BASE/documents/$DOCUMENT?workspaceId=$WORKSPACE" | field .data.document.processingStatus)" = completed ]; do
    sleep 0.2
  done
done

echo 'The workflow, deployed'
WORKFLOW=$(deploy workflow.json "TABLE_ID=$TABLE" "KNOWLEDGE_BASE_ID=$BASE")

echo 'A run'
ANSWER=$(send "/api/workflows/$WORKFLOW/execute" '{"email": "ada@example.com", "question": "How long does a refund take?"}')
echo "To $(echo "$ANSWER" | field .to), from $(echo "$ANSWER" | field .source)"

echo 'The file that it has kept'
api "/api/v1/files/$(echo "$ANSWER" | field .fileId)?workspaceId=$WORKSPACE"
