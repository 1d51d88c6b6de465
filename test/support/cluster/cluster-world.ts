import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '#kernel/json.js';
import { startEffectSink, type EffectSink } from '../effect-sink.js';
import { eventually } from '../eventually.js';
import { jumpingClock } from '../jumping-clock.js';
import { ReplicatedServer } from '../postgres/replicated-server.js';
import { blockWith, inARow } from '../run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../server-process.js';
import { startSmallServer, type SignalsServer } from '../signals-server.js';
import { runSluice, type EndedCommand } from '../sluice-command.js';
import { Callers, type Sent } from './callers.js';
import { Host, servicesAddress } from './host.js';
import { Link } from './link.js';

type Role = 'api' | 'worker' | 'follower';

/** A process of the cluster. It keeps its place when it is started again. */
export interface Member {
  readonly role: Role;
  readonly env: Readonly<Record<string, string>>;
  process: ServerProcess;
}

/** A host with its processes, and its ways to the services. */
export interface ClusterHost {
  readonly host: Host;
  readonly members: readonly Member[];
  /** To the primary and to the standby. */
  readonly database: readonly Link[];
  readonly signals: Link;
}

const layout: readonly (readonly Role[])[] = [['api', 'worker'], ['api', 'worker'], ['follower']];
/** Tables that are made from events alone. */
const views = ['execution_log', 'usage_entry', 'usage_day', 'usage_call', 'usage_call_day', 'usage_period'];
const projections = ['execution-log', 'usage-ledger'];
const encryptionKey = '0'.repeat(64);

/** Two API processes, two workers and a follower on three hosts, a primary with a synchronous standby, and a signals server. */
export class ClusterWorld {
  readonly #started = new AsyncDisposableStack();
  readonly hosts: ClusterHost[] = [];

  private constructor(
    readonly primary: ReplicatedServer,
    readonly standby: ReplicatedServer,
    readonly signals: SignalsServer,
    private readonly sink: EffectSink,
  ) {}

  /** When a step fails, what the steps before have started is stopped. */
  static async start(): Promise<ClusterWorld> {
    const started = new AsyncDisposableStack();
    try {
      Host.openServices();
      started.defer(() => Host.closeServices());
      const primary = started.adopt(await ReplicatedServer.primary(), (server) => server.remove());
      const standby = started.adopt(await primary.standby('b'), (server) => server.remove());
      await primary.waitFor('b');
      const signals = started.adopt(await startSmallServer(), (server) => server.close());
      const sink = started.adopt(await startEffectSink(() => Math.random() * 20), (server) => server.close());
      const world = new ClusterWorld(primary, standby, signals, sink);
      world.#started.use(started.move());
      await world.#addHosts();
      return world;
    } catch (error) {
      await started.disposeAsync();
      throw error;
    }
  }

  get members(): readonly Member[] {
    return this.hosts.flatMap(({ members }) => members);
  }

  async start(member: Member, prefix: readonly string[]): Promise<void> {
    member.process = await startServerProcess(member.env, [...prefix, process.execPath, 'dist/bundle/main.js']);
  }

  /** Callers of all API processes, with a workflow that calls a service outside. */
  async callers(): Promise<Callers> {
    const link = await Link.open(servicesAddress, { host: '127.0.0.1', port: Number(new URL(this.sink.url).port) });
    this.#started.defer(() => link.close());
    const call: JsonObject = { url: `http://${servicesAddress}:${link.port}`, method: 'POST', body: '{"n": <start.n>}' };
    const state = inARow(blockWith('tell', 'api', call), blockWith('done', 'response', { dataMode: 'json', data: '{"n": <start.n>}' }));
    const workflow = { version: '1.0', state: { ...state, metadata: { name: 'Effect' } } };
    const apis = this.members.filter(({ role }) => role === 'api');
    const [first] = apis;
    if (first === undefined) throw new Error('The cluster has no API process');
    const { body: workspaces } = await first.process.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    const workspaceId = workspaces.data[0]?.id ?? '';
    const { body } = await first.process.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
    await first.process.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
    return new Callers(() => apis.map(({ process }) => process), `/api/workflows/${body.data.id}/execute`);
  }

  /** Waits until all that was answered has ended. @returns what is wrong: runs that are lost, and effects that are doubled or differ */
  async findings(answered: readonly Sent[]): Promise<readonly string[]> {
    const ends = await this.#ends(answered);
    const lost = answered
      .filter(({ executionId }) => ends.get(executionId) !== 'execution.completed')
      .map(({ n, executionId }) => `run ${executionId} of request ${n} ended with ${ends.get(executionId) ?? 'nothing'}`);
    const keys = new Map<number, Set<string>>();
    const differing: string[] = [];
    for (const [key, bodies] of this.sink.seen) {
      if (new Set(bodies).size > 1) differing.push(`effect ${key} came with several values`);
      const n = Number(/n\W+(\d+)/.exec(bodies[0] ?? '')?.[1]);
      keys.set(n, (keys.get(n) ?? new Set()).add(key));
    }
    const doubled = [...keys].filter(([, { size }]) => size > 1).map(([n, { size }]) => `request ${n} had ${size} effects`);
    const missing = answered.filter(({ n }) => !keys.has(n)).map(({ n }) => `request ${n} had no effect`);
    return [...lost, ...doubled, ...missing, ...differing];
  }

  /** Rebuilds the views, and verifies the audit log. @returns what is wrong */
  async audited(): Promise<readonly string[]> {
    await eventually(async () => {
      const { out } = await this.#sluice('projections', 'status');
      for (const name of projections) if (!new RegExp(`${name} .* 0 ms behind`).test(out)) throw new Error(out);
    }, 120_000);
    const live = await this.#digests();
    for (const name of projections) {
      const { code, out, error } = await this.#sluice('projections', 'rebuild', name);
      if (code !== 0) return [`${name} was not rebuilt: ${out}${error}`];
    }
    const rebuilt = await this.#digests();
    const wrong = views.filter((view) => live.get(view) !== rebuilt.get(view)).map((view) => `${view} is not what a rebuild makes`);
    return [...wrong, ...(await this.#verified())];
  }

  async finish(): Promise<void> {
    await Promise.all(this.members.map(({ process }) => process.kill('SIGKILL')));
    await this.#started.disposeAsync();
  }

  async #addHosts(): Promise<void> {
    const password = new URL(this.primary.url).password;
    for (const [index, roles] of layout.entries()) {
      const host = Host.make(index + 1);
      this.#started.defer(() => host.remove());
      const open = async (port: number): Promise<Link> => {
        const link = await Link.open(servicesAddress, { host: '127.0.0.1', port });
        this.#started.defer(() => link.close());
        return link;
      };
      const database = [await open(this.primary.port), await open(this.standby.port)];
      const signals = await open(Number(new URL(this.signals.address).port));
      const places = database.map(({ port }) => `${servicesAddress}:${port}`).join(',');
      const signalsUrl = new URL(this.signals.address);
      Object.assign(signalsUrl, { hostname: servicesAddress, port: String(signals.port) });
      const settings = {
        SLUICE_ENCRYPTION_KEY: encryptionKey,
        SLUICE_HOST: host.address,
        SLUICE_OUTBOUND_ALLOW: servicesAddress,
        SLUICE_SIGNALS_URL: signalsUrl.href,
        ...jumpingClock(3),
      };
      const members: Member[] = [];
      for (const role of roles) {
        const connectionString = `postgresql://sluice:${password}@${places}/sluice`;
        const env = await serverEnv({ connectionString }, { ...settings, SLUICE_ROLE: role });
        members.push({ role, env, process: await startServerProcess(env, [...host.prefix, process.execPath, 'dist/bundle/main.js']) });
      }
      this.hosts.push({ host, members, database, signals });
    }
  }

  /** How runs ended, in the database that takes writes. */
  #ends(answered: readonly Sent[]): Promise<ReadonlyMap<string, string>> {
    const ids = answered.map(({ executionId }) => executionId);
    return eventually(async () => {
      const rows = await (
        await this.writer()
      ).query<{ id: string; type: string }>(
        `select stream_id as id, type from run_event where stream_id = any($1::uuid[]) and type in ('execution.completed', 'execution.failed', 'execution.cancelled')`,
        [ids],
      );
      if (rows.length < ids.length) throw new Error(`${ids.length - rows.length} of ${ids.length} runs have not ended`);
      return new Map(rows.map(({ id, type }) => [id, type]));
    }, 120_000);
  }

  /** The server that is no standby. */
  async writer(): Promise<ReplicatedServer> {
    for (const server of [this.standby, this.primary]) {
      const rows = await server.query<{ is: boolean }>('select pg_is_in_recovery() as is').catch(() => []);
      if (rows[0]?.is === false) return server;
    }
    throw new Error('No server takes writes');
  }

  async #digests(): Promise<ReadonlyMap<string, unknown>> {
    const writer = await this.writer();
    const of = async (view: string): Promise<string> =>
      (
        await writer.query<{ d: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as d from ${view} t`,
        )
      )[0]?.d ?? '';
    return new Map(await Promise.all(views.map(async (view) => [view, await of(view)] as const)));
  }

  async #verified(): Promise<readonly string[]> {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-cluster-'));
    const [file, key] = [join(folder, 'audit.jsonl'), join(folder, 'key.pem')];
    try {
      writeFileSync(key, (await this.#sluice('audit', 'public-key')).out);
      const exported = await this.#sluice('audit', 'export', '--out', file);
      if (exported.code !== 0) return [`The audit log was not exported: ${exported.error}`];
      const { code, out, error } = await this.#sluice('audit', 'verify', file, '--public-key', key, '--runs');
      return code === 0 ? [] : [`The audit log is not valid: ${out}${error}`];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #sluice(...words: readonly string[]): Promise<EndedCommand> {
    const { url } = await this.writer();
    return runSluice(words, { DATABASE_URL: url, SLUICE_ENCRYPTION_KEY: encryptionKey });
  }
}
