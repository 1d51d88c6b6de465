import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { Link } from '../support/cluster/link.js';
import { TestMembers } from '../support/cluster/test-members.js';
import { ReplicatedServer } from '../support/postgres/replicated-server.js';
import { signalsServers } from '../support/signals-server.js';

/**
 * The tests of the API on a primary with a synchronous standby, served by two API processes, two workers and a follower on three hosts where
 * network namespaces can be made. While they run, a signals server is added, wiped and removed, and the primary is killed. What fails meanwhile is
 * run once more on what is left. `--only` selects files by a pattern of their path; `--calm` leaves out all faults.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, workers: { type: 'string', default: '2' }, calm: { type: 'boolean', default: false } },
});
if (filesOf(values.only) === 0) {
  console.error(`No file of the tests of the API has a path like ${values.only}`);
  process.exit(64);
}
const folder = mkdtempSync(join(tmpdir(), 'sluice-api-suite-'));
const [settingsFile, resultFile] = [join(folder, 'settings.json'), join(folder, 'result.json')];
const primary = await ReplicatedServer.primary();
const standby = await primary.standby('b');
await primary.waitFor('b');
const writer = { host: '127.0.0.1', port: primary.port };
const link = await Link.open('127.0.0.1', writer);
const address = new URL(primary.url);
address.port = String(link.port);
const signals = await signalsServers.at(-1)?.[1]();
const members = await TestMembers.start(Number(values.workers));
if (members === undefined) console.log('Network namespaces with iptables cannot be made here: each test runs in one process');

const useSignals = (isUsed: boolean): Promise<void> =>
  writeFile(settingsFile, JSON.stringify(isUsed ? { SLUICE_SIGNALS_URL: signals?.address } : {}));

/** What happens when so many of a hundred files have ended. */
const events: [share: number, name: string, happen: () => Promise<void> | undefined][] = [
  [15, 'a signals server is added', () => useSignals(true)],
  [35, 'the signals server is wiped', () => signals?.wipe()],
  [
    50,
    'the primary is killed and the standby promoted',
    async () => {
      await primary.kill();
      writer.port = standby.port;
      await standby.promote();
    },
  ],
  [65, 'the signals server is wiped', () => signals?.wipe()],
  [80, 'the signals server is stopped, under servers that use it', () => signals?.stop()],
  [80, 'new servers are without it', () => useSignals(false)],
];

class Stopped extends Error {}

interface Result {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function run(files: number, args: readonly string[]): Promise<Result> {
  const env = {
    ...process.env,
    SLUICE_TEST_DATABASE_URL: address.href,
    SLUICE_TEST_SETTINGS_FILE: settingsFile,
    ...(members === undefined ? {} : { SLUICE_TEST_MEMBERS: JSON.stringify(members.places) }),
  };
  // Not by npm, which would leave Jest behind when a signal ends it.
  const jest = [...process.execArgv, '--experimental-vm-modules', '--no-warnings', 'tools/jest.js'];
  const all = [...jest, 'api', `--maxWorkers=${values.workers}`, '--json', `--outputFile=${resultFile}`, ...args];
  const child = spawn(process.execPath, all, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  // A signal ends the tests, and then what the script has started is removed.
  let stoppedBy: string | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill((stoppedBy = signal)));
  let done = 0;
  for await (const line of createInterface(child.stderr)) {
    if (!/^\S*(PASS|FAIL) /.test(line)) continue;
    done += 1;
    if (line.includes('FAIL')) console.log(`${done} of ${files} files: ${line.replace(/^.*?(?=test\/)/, '')} failed`);
    while (!values.calm && events[0] !== undefined && (done / files) * 100 >= events[0][0]) {
      const [, name, happen] = events.shift() ?? [0, '', (): undefined => undefined];
      console.log(`${done} of ${files} files: ${name}`);
      await happen();
    }
  }
  await ended;
  if (stoppedBy !== undefined) throw new Stopped(stoppedBy);
  return JSON.parse(readFileSync(resultFile, 'utf8')) as Result;
}

function report(title: string, { numPassedTests, numFailedTests, testResults }: Result): readonly string[] {
  console.log(`${title}: ${numPassedTests} tests passed, ${numFailedTests} failed`);
  const failed = testResults.filter(({ status }) => status === 'failed');
  for (const { name, assertionResults, message } of failed) {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    console.log(`  ${relative('.', name)}${tests.length === 0 ? `: ${message.slice(0, 500)}` : ''}`);
    for (const { fullName, failureMessages } of tests.slice(0, mostLines)) console.log(`    ${fullName}: ${oneLine(failureMessages[0])}`);
    if (tests.length > mostLines) console.log(`    and ${tests.length - mostLines} more`);
  }
  return failed.map(({ name }) => name);
}

/** What fails in one file has mostly one reason. */
const mostLines = 10;

function oneLine(message = ''): string {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 300);
}

function filesOf(pattern: string): number {
  return globSync('test/api/**/*.api-spec.ts').filter((path) => new RegExp(pattern).test(path)).length;
}

let isWrong = true;
try {
  await useSignals(false);
  const first = report(
    'With the failover',
    await run(filesOf(values.only), values.only === '' ? [] : [`--testPathPatterns=${values.only}`]),
  );
  isWrong = first.length > 0 && report('What failed, again', await run(first.length, ['--runTestsByPath', ...first])).length > 0;
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
  console.log(`Stopped by ${error.message}`);
} finally {
  await members?.close();
  await signals?.close();
  await link.close();
  for (const server of [standby, primary]) await server.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isWrong ? 1 : 0);
