#!/bin/sh
# Decides which Node npm scripts find first: the one that came along, if it runs here, else that of the host. npm 10 loses the
# link when it leaves out the package of another platform; a C library that is not glibc cannot run the binary that it links.
cd "$(dirname "$0")/../node_modules/.bin" || exit 0
# npm links the commands of dependencies only: with this, npx sluice works here too.
ln -sf ../../bin/sluice.cjs sluice
# Headers for builds of native packages: a third of the package, and nothing is built here.
rm -rf ../node-*/include
for node in ../node-*/bin/node; do
  if "$node" --version >/dev/null 2>&1; then
    exec ln -sf "$node" node
  fi
done
rm -f node
