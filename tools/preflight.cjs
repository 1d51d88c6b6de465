/**
 * Loaded before the server, by whatever Node is there: turns the two ways in which a start fails at once into a sentence, and sets the size of the pool of threads.
 * Plain CommonJS, so that a Node that is too old to run the server can still run this.
 */
const { existsSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const needed = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);

function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  const isPackaged = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  refuse(
    `Sluice needs Node ${needed.join('.')} or newer, and this is Node ${process.versions.node} (${process.execPath}).\n${
      isPackaged
        ? 'npm install installs Node 24, unless optional packages are omitted. Start with npm start.'
        : `No bundled Node exists for ${process.platform} ${process.arch}: install Node 24 from https://nodejs.org`
    }`,
  );
}

// Half of the threads of Node's pool look up host names, each for as long as a name server is silent. The pool reads this at its first use.
process.env.UV_THREADPOOL_SIZE ??= '16';

// A thread of the server has this file as well, and not the arguments of the program.
if (isMainThread && !existsSync(process.argv[1])) {
  refuse('Sluice is not built yet: npm run build');
}
