# Shared by all examples: reads the settings, and defines short commands for requests. Works in sh, bash and zsh.

: "${SLUICE_API_KEY:?Put the API key that the server printed at its first start into SLUICE_API_KEY}"
export SLUICE_API_KEY
export SLUICE_URL="${SLUICE_URL:-http://localhost:3000}"

# api PATH [options of curl]: a request, which fails with the error of the server.
api() {
  route=$1
  shift
  curl -sS --fail-with-body -H "X-API-Key: $SLUICE_API_KEY" "$SLUICE_URL$route" "$@"
}

# send PATH JSON [options of curl]: the same with a body.
send() {
  route=$1
  body=$2
  shift 2
  api "$route" -H 'Content-Type: application/json' -d "$body" "$@"
}

# field .a.b: extracts a field from the JSON on standard input.
field() {
  node -e '
    const [path] = process.argv.slice(1);
    const text = fs.readFileSync(0, "utf8").trim();
    let value;
    try {
      value = new Function("value", `return value${path}`)(JSON.parse(text));
    } catch {}
    if (value === undefined) {
      console.error(`The response has no ${path}: ${text.slice(0, 300) || "it is empty"}`);
      process.exit(1);
    }
    console.log(typeof value === "string" ? value : JSON.stringify(value));
  ' "$1"
}

# deploy FILE [NAME=VALUE...]: imports a document, every NAME in it replaced, and deploys it. Prints its id.
deploy() {
  document=$(cat "$1")
  shift
  for pair in "$@"; do
    document=$(printf '%s' "$document" | sed "s|${pair%%=*}|${pair#*=}|g")
  done
  imported=$(send /api/v1/workflows/import "{\"workspaceId\": \"$WORKSPACE\", \"workflow\": $document}" | field .data.id)
  api "/api/v1/workflows/$imported/deploy" -X POST > /dev/null
  printf '%s\n' "$imported"
}

# Your first workspace, and the workflow that the first start deployed in it.
WORKSPACE=$(api /api/v1/workspaces | field '.data[0].id')
WORKFLOW=$(api "/api/v1/workflows?workspaceId=$WORKSPACE&limit=100" | field ".data.find(({ name }) => name === 'Fee gate')?.id ?? ''")
export WORKSPACE WORKFLOW

# Names are unique; with this suffix the examples can run repeatedly.
NOW=$(date +%s)
