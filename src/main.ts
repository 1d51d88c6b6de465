import { fail } from './cli/failure.js';
import { createProgram } from './cli/program.js';

const wanted = process.argv.slice(2);
await createProgram()
  .parseAsync(wanted.length === 0 ? ['start'] : wanted, { from: 'user' })
  .catch(fail);
