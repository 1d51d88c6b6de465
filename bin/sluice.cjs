#!/usr/bin/env node
/**
 * The `sluice` command. Whatever Node the machine has may run this; the server and its commands run on the one that npm install
 * brought along, where there is one.
 */
const { spawn } = require('node:child_process');
const { existsSync, realpathSync } = require('node:fs');
const { constants } = require('node:os');
const { join } = require('node:path');

const root = join(realpathSync(__dirname), '..');
const packaged = join(root, 'node_modules/.bin/node');
const node = existsSync(packaged) ? packaged : process.execPath;
const options = ['--max-semi-space-size=16', '--require', join(root, 'tools/preflight.cjs')];
const child = spawn(node, [...options, join(root, 'dist/src/main.js'), ...process.argv.slice(2)], { stdio: 'inherit' });

// A terminal sends Ctrl-C to both; other senders reach this process alone.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  process.stderr.write(`${node} cannot be started: ${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
