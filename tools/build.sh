#!/bin/sh
# The server and the console, side by side: most machines have two processors.
cd "$(dirname "$0")/.." || exit 1
npm run build:console &
console=$!
nest build
server=$?
wait "$console" && exit "$server"
