import { fail } from './cli/failure.js';
import { createProgram } from './cli/program.js';
import { addStart } from './cli/start.command.js';
import { endWithReader } from './cli/terminal.js';

const given = process.argv.slice(2);
const wanted = given.length === 0 ? ['start'] : given;
const isStart = wanted.length === 1 && wanted[0] === 'start';
// A server loads no other command: reading their modules would make each start longer.
const commands = isStart ? [addStart] : (await import('./cli/all-commands.js')).allCommands;
if (!isStart) endWithReader();
await createProgram(commands, given).parseAsync(wanted, { from: 'user' }).catch(fail);
