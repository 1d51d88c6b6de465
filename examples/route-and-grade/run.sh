#!/bin/sh
# A model chooses a route for a message, and another call measures the message.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

WORKFLOW=$(deploy workflow.json "MODEL_NAME=${SUPPORT_MODEL:-fake/schema-ok}")
send "/api/workflows/$WORKFLOW/execute" '{"message": "I forgot my password. Urgency: 4, politeness: 5"}' | field ''
send "/api/workflows/$WORKFLOW/execute" '{"message": "I want a refund! Urgency: 5, politeness: 2"}' | field ''
