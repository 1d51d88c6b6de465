import { run } from 'jest';

/** `npm run jest -- unit,api [arguments of Jest]`: the tests of one kind or of several. The kinds are the projects of jest.config.js. */
const [kinds = '', ...more] = process.argv.slice(2);
await run(['--selectProjects', ...kinds.split(','), '--config', 'jest.config.js', ...more]);
