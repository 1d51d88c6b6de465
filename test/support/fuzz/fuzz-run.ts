import supertest from 'supertest';
import type { Owned } from '../issue-key.js';
import { startServerProcess, testKey, type ServerProcess } from '../server-process.js';
import { answerProblems, isAboutNames, toldIn } from './answer-problems.js';
import { plantCanary, type Canary } from './canary.js';
import { curlOf, type FuzzRequest } from './fuzz-request.js';
import type { FuzzWorld } from './fuzz-world.js';
import { draftOf, requestOf } from './generate.js';
import { logProblems } from './log-problems.js';
import { settleWorld } from './settled-world.js';
import { Wire } from './wire.js';

export interface FuzzOptions {
  readonly seed: number;
  /** The number of the first request. */
  readonly from?: number;
  readonly requests: number;
  /** How the server is to be started. */
  readonly env: Readonly<Record<string, string>>;
  readonly onProblem?: (text: string) => void;
  /** How many requests have been made. */
  readonly onProgress?: (requests: number) => void;
}

export interface FuzzReport {
  /** Each with the command that reproduces it. Equal problems are reported once. */
  readonly problems: readonly string[];
  /** How often each operation answered with each status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** Number of requests that use one set of objects before a new set is created. */
const roundSize = 500;
const wires = 6;
const secret = 'fuzz-secret-91b2c7';
const encryptionKey = '7e'.repeat(32);

/** Starts a server, sends it malformed and hostile requests, and checks that it still works as described. */
export async function fuzz({ seed, from = 0, requests, env, onProblem, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const child = await startServerProcess({ SLUICE_ENCRYPTION_KEY: encryptionKey, SLUICE_LOG_LEVEL: 'debug', ...env });
  const run = new FuzzRun(seed, child, onProblem);
  try {
    await run.begin();
    for (let first = from; first < from + requests && run.isAlive; first += roundSize) {
      await run.round(first, Math.min(first + roundSize, from + requests));
      onProgress?.(Math.min(first + roundSize - from, requests));
    }
    await run.end();
  } catch (error) {
    run.judgeError(error);
  } finally {
    run.judgeEnd(await child.kill('SIGTERM'));
  }
  run.judgeLog();
  return run.report;
}

class FuzzRun {
  readonly #server: Owned;
  readonly #problems = new Map<string, number>();
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #secrets = [testKey, secret, encryptionKey];
  #canary: Canary | undefined;
  #logBegins = 0;
  #before: Readonly<Record<string, string>> = {};

  constructor(
    private readonly seed: number,
    private readonly child: ServerProcess,
    private readonly onProblem: ((text: string) => void) | undefined,
  ) {
    const as: Owned['as'] = (key) => (key === undefined ? supertest.agent(child.url) : supertest.agent(child.url).set('X-API-Key', key));
    this.#server = { as, first: { apiKey: testKey } };
  }

  get report(): FuzzReport {
    return {
      problems: [...this.#problems].map(([problem, count]) => (count === 1 ? problem : `${problem}\n  (${count} times)`)),
      statuses: this.#statuses,
    };
  }

  get isAlive(): boolean {
    return this.child.child.exitCode === null && this.child.child.signalCode === null;
  }

  async begin(): Promise<void> {
    // The output during startup is a message to the user, not part of the log.
    this.#logBegins = this.child.output().length;
    this.#canary = await plantCanary(this.#server);
    this.#before = await this.#canary.look();
  }

  /** Requests of these numbers, with things that are made for them. */
  async round(first: number, end: number): Promise<void> {
    const { ids = ['none'] } = this.#canary ?? {};
    const world = await settleWorld(this.#server, ids as FuzzWorld['foreign']);
    this.#secrets.push(...Object.values(world.keys));
    const variables = { FUZZ_SECRET: secret };
    await this.#server
      .as(world.keys.owner)
      .put(`/api/v1/workspaces/${world.things['workspaceId']}/environment`)
      .send({ variables })
      .expect(200);
    let next = first;
    const work = async (): Promise<void> => {
      const wire = new Wire(new URL(this.child.url));
      while (next < end && this.isAlive) {
        const number = next++;
        await this.#try(number, world, wire);
      }
      wire.close();
    };
    await Promise.all(Array.from({ length: wires }, work));
  }

  /** After all that the server has to be as good as before, and what belongs to others as it was. */
  async end(): Promise<void> {
    if (!this.isAlive) return this.#tell('the end', `The process has ended by itself: ${this.child.output().slice(-3_000)}`);
    await settleWorld(this.#server, ['none']);
    const after = (await this.#canary?.look()) ?? {};
    for (const [address, text] of Object.entries(this.#before)) {
      if (after[address] !== text) this.#tell('the canary', `${address} was\n${text}\nand is\n${after[address]}`);
    }
  }

  /** What ought to work whatever was sent before did not. */
  judgeError(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#tell('an error', `The server does not answer as before: ${text}`);
  }

  judgeEnd({ code, signal }: { readonly code: number | null; readonly signal: string | null }): void {
    if (code !== 0) this.#tell('the end', `The process has ended with ${code ?? signal}: ${this.child.output().slice(-3_000)}`);
  }

  judgeLog(): void {
    for (const problem of logProblems(this.child.output().slice(this.#logBegins), this.#secrets)) this.#tell(problem, problem);
  }

  async #try(number: number, world: FuzzWorld, wire: Wire): Promise<void> {
    const request = requestOf(this.seed, number, world);
    for (const problem of await this.#problemsOf(request, wire)) {
      if (isAboutNames(problem) && (await this.#isRefusedAnyway(draftOf(this.seed, number, world), problem, wire))) continue;
      const told = [
        `${request.operation}: ${problem}`,
        `  request ${number} of seed ${this.seed} (${request.notes.join('; ') || 'as it should be'})`,
        `  ${curlOf(request, this.child.url).slice(0, 2_000)}`,
      ];
      this.#tell(`${request.operation}: ${problem}`, told.join('\n'));
    }
  }

  async #problemsOf(request: FuzzRequest, wire: Wire): Promise<readonly string[]> {
    try {
      const answer = await wire.send(request);
      this.#count(request.operation, answer?.status ?? 0);
      return answerProblems(request, answer, this.#canary?.marks ?? []);
    } catch (error) {
      return [String(error)];
    }
  }

  /** Whether the draft is refused for the same reason: two of its fields may contradict each other before anything is changed. */
  async #isRefusedAnyway(draft: FuzzRequest, problem: string, wire: Wire): Promise<boolean> {
    const answer = await wire.send(draft).catch(() => undefined);
    const told = toldIn(problem);
    return answer?.status === 400 && told !== '' && answer.body.toString().includes(told);
  }

  #count(operation: string, status: number): void {
    const counts = this.#statuses.get(operation) ?? new Map<number, number>();
    this.#statuses.set(operation, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  #told = new Map<string, string>();

  #tell(key: string, text: string): void {
    const first = this.#told.get(key) ?? text;
    if (!this.#told.has(key)) this.onProblem?.(text);
    this.#told.set(key, first);
    this.#problems.set(first, (this.#problems.get(first) ?? 0) + 1);
  }
}
