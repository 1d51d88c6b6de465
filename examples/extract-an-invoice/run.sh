#!/bin/sh
# Reads fields out of a mail, as JSON that fits a schema. The model answers wrongly first, and is asked once more.
set -eu
cd "$(dirname "$0")"
. ../setup.sh

MAIL='Dear Ada,\n\nplease find attached our invoice.\nInvoice number: R-1815\nTotal: 49.50 EUR\n'
WORKFLOW=$(deploy workflow.json "MODEL_NAME=${SUPPORT_MODEL:-fake/schema-wrong:1}")
send "/api/workflows/$WORKFLOW/execute" "{\"mail\": \"$MAIL\"}" | field ''
