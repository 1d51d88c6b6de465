#!/bin/sh
# The server and the console, side by side: most machines have two processors.
cd "$(dirname "$0")/.." || exit 1
PATH="$PWD/node_modules/.bin:$PATH"
npm run build:console &
console=$!
rm -rf dist && node node_modules/typescript7/bin/tsc -p tsconfig.build.json && node tools/join-modules.js
server=$?
wait "$console" && exit "$server"
