import type { JsonObject } from '#kernel/json.js';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { startEffectSink, type EffectSink } from '../effect-sink.js';
import { eventually } from '../eventually.js';
import { blockWith, inARow } from '../run-api.js';
import { freePort, serverEnv, startServerProcess, type ServerProcess } from '../server-process.js';
import { ReplicatedServer } from './replicated-server.js';

interface Answered {
  readonly n: number;
  readonly executionId: string;
  /** Of an asynchronous run. */
  readonly jobId: string | undefined;
  readonly at: number;
}

interface List {
  readonly data: readonly { readonly executionId: string; readonly level: string; readonly endedAt: string | null }[];
  readonly nextCursor: string | null;
}

/** What became of the runs that callers started while the primary was killed. */
export interface FailedOver {
  /** Runs whose start was answered with 200 or 202. */
  readonly answered: number;
  /** Those of them that are not in the log as completed. */
  readonly lost: readonly string[];
  /** Effects that came with more than one key or one value, and answered runs without an effect. */
  readonly wrongEffects: readonly string[];
  /** Statuses of all other answers. */
  readonly refusals: ReadonlySet<number>;
  /** From the kill to the first run that was answered later, and from the end of the promotion to it. */
  readonly withoutRunsMs: number;
  readonly afterPromotionMs: number;
}

const callers = 8;
const atLeast = 100;

/** An API process and a worker on a primary with a synchronous standby. */
export class FailoverWorld {
  private constructor(
    readonly primary: ReplicatedServer,
    readonly standby: ReplicatedServer,
    readonly api: ServerProcess,
    private readonly worker: ServerProcess,
    private readonly sink: EffectSink,
    private readonly workspaceId: string,
    private readonly workflowId: string,
  ) {}

  /** When a step fails, what the steps before have started is stopped. */
  static async start(): Promise<FailoverWorld> {
    const started = new AsyncDisposableStack();
    try {
      return await FailoverWorld.#start(started);
    } catch (error) {
      await started.disposeAsync();
      throw error;
    }
  }

  static async #start(started: AsyncDisposableStack): Promise<FailoverWorld> {
    const primary = started.adopt(await ReplicatedServer.primary(), (server) => server.remove());
    const standby = started.adopt(await primary.standby('b'), (server) => server.remove());
    await primary.waitFor('b');
    const sink = started.adopt(await startEffectSink(() => Math.random() * 20), (server) => server.close());
    const env = await serverEnv({ connectionString: ReplicatedServer.urlOf(primary, standby) });
    const process = async (settings: Record<string, string>): Promise<ServerProcess> =>
      started.adopt(await startServerProcess({ ...env, ...settings }), async (server) => void (await server.kill('SIGKILL')));
    const api = await process({ SLUICE_ROLE: 'api' });
    const worker = await process({ SLUICE_ROLE: 'worker', PORT: String(await freePort()) });
    const workspaces = await api.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    const workspaceId = workspaces.body.data[0]?.id ?? '';
    const call: JsonObject = { url: sink.url, method: 'POST', body: '{"n": <start.n>}' };
    const state = inARow(blockWith('tell', 'api', call), blockWith('done', 'response', { dataMode: 'json', data: '{"n": <start.n>}' }));
    const workflow = { version: '1.0', state: { ...state, metadata: { name: 'Effect' } } };
    const { body } = await api.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
    await api.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
    return new FailoverWorld(primary, standby, api, worker, sink, workspaceId, body.data.id);
  }

  /** Starts a run. */
  execute(n: number, headers: Record<string, string> = {}): ReturnType<typeof this.api.call<{ jobId?: string }>> {
    return this.api.call<{ jobId?: string }>('POST', `/api/workflows/${this.workflowId}/execute`, { n }, headers);
  }

  /** Kills the primary under load, promotes the standby, and looks at what was answered. */
  async failOver(): Promise<FailedOver> {
    const answered: Answered[] = [];
    const refusals = new Set<number>();
    let [last, isOver] = [0, false];
    const call = async (isAsync: boolean): Promise<void> => {
      while (!isOver) {
        const n = (last += 1);
        const { status, body, headers } = await this.execute(n, isAsync ? { 'x-execution-mode': 'async' } : {});
        if (status >= 300) refusals.add(status);
        else answered.push({ n, executionId: headers.get('x-execution-id') ?? '', jobId: body.jobId, at: performance.now() });
      }
    };
    const beyond = (count: number): Promise<void> =>
      eventually(() => {
        if (answered.length <= count) throw new Error(`${answered.length} answered`);
      }, 60_000);
    const calling = Array.from({ length: callers }, (_, index) => call(index % 2 === 0));
    await beyond(atLeast);
    const killedAt = performance.now();
    await this.primary.kill();
    await this.standby.promote();
    const promotedAt = performance.now();
    await beyond(answered.length + atLeast);
    isOver = true;
    await Promise.all(calling);
    const first = answered.find(({ at }) => at > promotedAt)?.at ?? NaN;
    return {
      answered: answered.length,
      lost: await this.#lost(answered),
      wrongEffects: this.#wrongEffects(answered),
      refusals,
      withoutRunsMs: first - killedAt,
      afterPromotionMs: first - promotedAt,
    };
  }

  async finish(): Promise<void> {
    await Promise.all([this.api, this.worker].map((server) => server.kill('SIGKILL')));
    await this.sink.close();
    for (const server of [this.standby, this.primary]) await server.remove();
  }

  async #lost(answered: readonly Answered[]): Promise<readonly string[]> {
    for (const { jobId } of answered.filter((one) => one.jobId !== undefined)) {
      await eventually(async () => {
        const { body } = await this.api.call<JobResponse>('GET', `/api/jobs/${jobId}`);
        if (body.status !== 'completed') throw new Error(`Job ${jobId} is ${JSON.stringify(body)}`);
      }, 60_000);
    }
    return eventually(async () => {
      const completed = await this.#completed();
      const lost = answered.filter(({ executionId }) => !completed.has(executionId)).map(({ executionId }) => executionId);
      if (lost.length > 0) throw new Error(`Lost: ${lost.join(', ')}`);
      return lost;
    }, 60_000);
  }

  /** The runs that the log shows as completed. */
  async #completed(): Promise<ReadonlySet<string>> {
    const completed = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await this.api.call<List>('GET', `/api/v1/logs?workspaceId=${this.workspaceId}&limit=100${more}`);
      for (const { executionId, level, endedAt } of body.data) if (level === 'info' && endedAt !== null) completed.add(executionId);
      cursor = body.nextCursor;
    }
    return completed;
  }

  #wrongEffects(answered: readonly Answered[]): readonly string[] {
    const differing = [...this.sink.seen].filter(([, bodies]) => new Set(bodies).size > 1).map(([key]) => `${key} has several values`);
    const keys = new Map<number, number>();
    for (const [body = ''] of this.sink.seen.values()) {
      const n = Number(/n\W+(\d+)/.exec(body)?.[1]);
      keys.set(n, (keys.get(n) ?? 0) + 1);
    }
    const doubled = [...keys].filter(([, count]) => count > 1).map(([n, count]) => `${n} has ${count} keys`);
    const missing = answered.filter(({ n }) => !keys.has(n)).map(({ n }) => `${n} has no effect`);
    return [...differing, ...doubled, ...missing];
  }
}
