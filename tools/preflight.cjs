/**
 * Loaded before the server, by whatever Node is there: turns the two ways in which a start fails at once into a sentence.
 * Plain CommonJS, so that a Node that is too old to run the server can still run this.
 */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const needed = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);

function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  refuse(
    `Sluice needs Node ${needed.join('.')} or newer, and this is Node ${process.versions.node} (${process.execPath}).\n` +
      'On Linux (x64, arm64) npm install brings Node 24 along: start with npm start, and install without --omit=optional.\n' +
      `There is none for ${process.platform} ${process.arch}? Then install Node 24 yourself: https://nodejs.org`,
  );
}

if (!existsSync(join(__dirname, '../dist/src/main.js'))) {
  refuse('Sluice is not built yet: npm run build');
}
