#!/usr/bin/env node
/**
 * The `sluice` command. Whatever Node the machine has may run this; the server and its commands run on the one that npm install
 * brought along, where there is one, else on that of the machine, or on one that npm fetches where that is too old.
 */
const { spawn, spawnSync } = require('node:child_process');
const { existsSync, realpathSync } = require('node:fs');
const { constants } = require('node:os');
const { dirname, join } = require('node:path');

const root = join(realpathSync(__dirname), '..');
const node = packagedNode() ?? (isNewEnough() ? undefined : fetchedNode()) ?? process.execPath;
const options = ['--max-semi-space-size=16', '--heap-growing-percent=40', '--require', join(root, 'tools/preflight.cjs')];
// A server that is being developed has no joined modules.
const [bundle, modules] = ['dist/bundle/main.js', 'dist/src/main.js'].map((path) => join(root, path));
const script = existsSync(bundle) ? bundle : modules;
const child = spawn(node, [...options, script, ...process.argv.slice(2)], { stdio: 'inherit' });

/** The Node of the package for this platform, wherever npm put it, if it runs here. */
function packagedNode() {
  const linked = join(root, 'node_modules/.bin/node');
  if (existsSync(linked)) return linked;
  try {
    const binary = join(dirname(require.resolve(`node-${process.platform}-${process.arch}/package.json`)), 'bin/node');
    return spawnSync(binary, ['--version']).status === 0 ? binary : undefined;
  } catch {
    return undefined;
  }
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 15);
}

/** A published package has no Node in it. npm keeps the one that it fetches in its cache. */
function fetchedNode() {
  const version = require('../package.json').config?.node;
  if (version === undefined || process.platform !== 'linux') return undefined;
  const name = `node-${process.platform}-${process.arch}@${version}`;
  process.stderr.write(
    `This is Node ${process.versions.node}, and Sluice runs on Node 24.15 or newer: npm fetches ${name} unless it is in its cache\n`,
  );
  const print = ['exec', '--yes', '--prefer-offline', `--package=${name}`, '--', 'node', '--print', 'process.execPath'];
  const { status, stdout } = spawnSync('npm', print, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return status === 0 ? stdout.trim() : undefined;
}

// A terminal sends Ctrl-C to both, and the server counts the two as one; other senders reach this process alone.
process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGHUP'));
child.on('error', (error) => {
  process.stderr.write(`${node} cannot be started: ${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
