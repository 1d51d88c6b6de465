# What all examples have in common: reads the settings, and makes requests short to write.

: "${SLUICE_KEY:?Put the API key that the server printed at its first start into SLUICE_KEY}"
SLUICE_URL=${SLUICE_URL:-http://localhost:3000}

# api PATH [options of curl]: a request, which fails with what the server says.
api() {
  path=$1
  shift
  curl -sS --fail-with-body -H "X-API-Key: $SLUICE_KEY" "$SLUICE_URL$path" "$@"
}

# send PATH JSON [options of curl]: the same with a body.
send() {
  path=$1
  body=$2
  shift 2
  api "$path" -H 'Content-Type: application/json' -d "$body" "$@"
}

# field .a.b: a field of the JSON that comes in.
field() {
  node -p "const value = JSON.parse(require('fs').readFileSync(0, 'utf8'))$1; typeof value === 'string' ? value : JSON.stringify(value)"
}

# deploy FILE [NAME=VALUE...]: imports a document, every NAME in it replaced, and deploys it. Prints its id.
deploy() {
  document=$(cat "$1")
  shift
  for pair in "$@"; do
    document=$(printf '%s' "$document" | sed "s|${pair%%=*}|${pair#*=}|g")
  done
  workflow=$(send /api/v1/workflows/import "{\"workspaceId\": \"$WORKSPACE\", \"workflow\": $document}" | field .data.id)
  api "/api/v1/workflows/$workflow/deploy" -X POST > /dev/null
  printf '%s\n' "$workflow"
}

WORKSPACE=$(api /api/v1/workspaces | field '.data[0].id')

# Names are free to take only once; with this one in them the examples run as often as you like.
NOW=$(date +%s)
