import { eventually } from '../eventually.js';
import type { ServerProcess } from '../server-process.js';

/** A request that was answered. */
export interface Sent {
  readonly n: number;
  readonly executionId: string;
}

const callers = 8;
const patienceMs = 10_000;
/** A request that was begun is repeated with its key until it is answered. */
const mostPatienceMs = 120_000;

/** Clients that start runs at all API processes, half of them asynchronous, and repeat what was not answered. */
export class Callers {
  readonly answered: Sent[] = [];
  #last = 0;

  constructor(
    private readonly apis: () => readonly ServerProcess[],
    private readonly path: string,
  ) {}

  /** All of them call without pause while `during` happens. */
  async calling(during: () => Promise<void>): Promise<void> {
    let isOver = false;
    const work = async (isAsync: boolean): Promise<void> => {
      while (!isOver) await this.#call((this.#last += 1), isAsync);
    };
    const all = Array.from({ length: callers }, (_, index) => work(index % 2 === 0));
    await during().finally(() => (isOver = true));
    await Promise.all(all);
  }

  /** Waits until so many more requests are answered. */
  async progress(more = 50): Promise<void> {
    const until = this.answered.length + more;
    await eventually(() => {
      if (this.answered.length < until) throw new Error(`${this.answered.length} of ${until} answered`);
    }, mostPatienceMs);
  }

  async #call(n: number, isAsync: boolean): Promise<void> {
    let attempt = n;
    const headers = { 'idempotency-key': `request-${n}`, ...(isAsync ? { 'x-execution-mode': 'async' } : {}) };
    await eventually(async () => {
      const apis = this.apis();
      const api = apis[(attempt += 1) % apis.length];
      if (api === undefined) throw new Error('There is no API process');
      const answer = await within(patienceMs, api.call<{ readonly success?: boolean }>('POST', this.path, { n }, headers));
      // A run that has failed is an answer, which its repetition does not change.
      const isAnswer = answer.status < 300 || answer.body.success === false;
      if (!isAnswer) throw new Error(`Request ${n} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
      this.answered.push({ n, executionId: answer.headers.get('x-execution-id') ?? '' });
    }, mostPatienceMs);
  }
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer in ${ms} ms`)), ms);
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
