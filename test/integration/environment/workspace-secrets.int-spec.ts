import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import { Composition } from '#ledger/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { createLogger } from '#host/logging/logger.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { CachedWorkspaceSecrets } from '#modules/environment/adapters/cached-workspace-secrets.js';
import { EnvironmentChanged, environmentStream } from '#modules/environment/domain/environment.events.js';
import { environmentStreamId } from '#modules/environment/domain/environment-stream.js';
import { endedEnvironment } from '#modules/environment/projections/ended-environment.projection.js';
import { SealedVariables } from '#modules/environment/store/sealed-variables.js';
import { environmentWiring } from '#modules/environment/wiring.js';
import { WorkspaceDeleted } from '#modules/identity/domain/workspaces/workspace.events.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';
import { staleFor } from '../../support/stale-for.js';
import { statementsDuring } from '../../support/statements-during.js';

const ids = new SystemIds();
const at = '2031-03-04T05:06:07.000Z';
const wiring = { ...environmentWiring, events: [...environmentWiring.events, WorkspaceDeleted] };
const [ourKey, anotherKey] = [new SecretBox('5a'.repeat(32)), new SecretBox('a5'.repeat(32))];

let here: TestStore;
/** Another process on the same database. Its appends send no notification to this one. */
let there: Database;
let secrets: CachedWorkspaceSecrets;
let log: Record<string, unknown>[];
let workspaceId: string;

beforeAll(async () => {
  here = await openTestStore(wiring);
  const { connectionString } = here;
  const options = { connectionString, poolSize: 4, clock: new SystemClock(), onError: (error: unknown) => void error };
  there = await openDatabase({ ...options, composition: new Composition([wiring]) });
}, 60_000);
afterAll(async () => {
  await there.close();
  await here.finish();
});

beforeEach(() => {
  log = [];
  workspaceId = ids.next();
  secrets = secretsOpenedBy(ourKey);
});
afterEach(() => secrets.onModuleDestroy());

function secretsOpenedBy(box: SecretBox, pool: Pool = here.pool): CachedWorkspaceSecrets {
  const logger = createLogger({ logLevel: 'debug' }, { write: (line) => void log.push(JSON.parse(line) as Record<string, unknown>) });
  return new CachedWorkspaceSecrets(new SealedVariables(pool, box), logger, here.changes);
}

/** Sets one variable like a process. */
async function set(database: Database, name: string, value: string, box = ourKey): Promise<void> {
  const streamId = environmentStreamId(workspaceId);
  const expected = (await database.store.read(environmentStream, streamId)).length;
  const events = [EnvironmentChanged({ set: [name], removed: [] })];
  const write = new SealedVariables(database.pool, box).sealed({ workspaceId, name, value }, at);
  await database.store.append({ streams: [{ streamId, lifetime: 'ledger', workspaceId, expected, events, meta: {} }], writes: [write] });
}

async function deleteWorkspace(database: Database): Promise<void> {
  const events = [WorkspaceDeleted({})];
  const stream = { streamId: workspaceId, lifetime: 'ledger', workspaceId, expected: 0, events, meta: {} } as const;
  await database.store.append({ streams: [stream] });
}

describe('the secrets of a workspace', () => {
  it('are queried once for concurrent callers, and not again while they are fresh', async () => {
    await set(here, 'TOKEN', 'abc');
    const all = () => Promise.all(Array.from({ length: 50 }, () => secrets.of(workspaceId)));
    expect(await statementsDuring(here.pool, all)).toBe(1);
    expect(await statementsDuring(here.pool, all)).toBe(0);
    expect(await secrets.of(workspaceId)).toEqual(new Map([['TOKEN', 'abc']]));
  });

  it('changed by this process are visible at once', async () => {
    await set(here, 'TOKEN', 'before');
    await secrets.of(workspaceId);
    await set(here, 'TOKEN', 'after');
    expect((await secrets.of(workspaceId)).get('TOKEN')).toBe('after');
  });

  it('are read again after a change, even while an older query is still running', async () => {
    await set(here, 'TOKEN', 'before');
    const gate = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const slow = {
      query: async (question: QueryConfig) => {
        const answer = await here.pool.query(question);
        read.resolve();
        await gate.promise;
        return answer;
      },
    };
    secrets.onModuleDestroy();
    secrets = secretsOpenedBy(ourKey, slow as never);
    const early = secrets.of(workspaceId);
    await read.promise;
    await set(here, 'TOKEN', 'after');
    gate.resolve();
    expect((await early).get('TOKEN')).toBe('before');
    expect((await secrets.of(workspaceId)).get('TOKEN')).toBe('after');
  });

  it('changed by another process are visible within a second', async () => {
    await set(there, 'TOKEN', 'before');
    await secrets.of(workspaceId);
    await set(there, 'TOKEN', 'after');
    expect(await staleFor(async () => (await secrets.of(workspaceId)).get('TOKEN') === 'after')).toBeLessThan(1000);
  });

  it('disappear within a second after another process deleted the workspace', async () => {
    await set(there, 'TOKEN', 'abc');
    await secrets.of(workspaceId);
    await deleteWorkspace(there);
    expect(await staleFor(async () => (await secrets.of(workspaceId)).size === 0)).toBeLessThan(1000);
  });

  it('are deleted with their workspace, including those set too late, and no others', async () => {
    const kept = workspaceId;
    await set(here, 'TOKEN', 'abc');
    workspaceId = ids.next();
    await deleteWorkspace(here);
    await set(there, 'LATE', 'abc');
    expect(await secrets.of(workspaceId)).toEqual(new Map());
    await new SealedVariables(here.pool, ourKey).forgetEnded();
    const { rows } = await here.pool.query('select workspace_id from environment_variable where workspace_id in ($1, $2)', [
      kept,
      workspaceId,
    ]);
    expect(rows).toEqual([{ workspace_id: kept }]);
  });

  it('survive a rebuild of the view of deleted workspaces', async () => {
    await set(here, 'TOKEN', 'abc');
    const kept = workspaceId;
    workspaceId = ids.next();
    await deleteWorkspace(here);
    const ended = () => here.pool.query('select * from ended_environment order by workspace_id');
    const before = (await ended()).rows;
    expect(before).toContainEqual({ workspace_id: workspaceId });
    await rebuild(endedEnvironment, { pool: here.pool, decode: (row) => here.store.recorded(row) });
    expect((await ended()).rows).toEqual(before);
    expect((await secrets.of(kept)).get('TOKEN')).toBe('abc');
  });

  it('are not cached when the database fails', async () => {
    await set(here, 'TOKEN', 'abc');
    const failing = { query: () => Promise.reject(new Error('down')) };
    const broken = secretsOpenedBy(ourKey, failing as never);
    await expect(broken.of(workspaceId)).rejects.toThrow('down');
    failing.query = () => Promise.resolve({ rows: [] }) as never;
    expect(await broken.of(workspaceId)).toEqual(new Map());
    broken.onModuleDestroy();
  });
});

describe('a value that cannot be decrypted', () => {
  it('counts as absent, and its name is logged once', async () => {
    await set(here, 'MINE', 'abc');
    await set(here, 'THEIRS', 'do-not-tell', anotherKey);
    expect(await secrets.of(workspaceId)).toEqual(new Map([['MINE', 'abc']]));
    await set(here, 'MINE', 'abcd');
    expect(await secrets.of(workspaceId)).toEqual(new Map([['MINE', 'abcd']]));
    expect(log).toEqual([
      expect.objectContaining({
        level: 50,
        event: 'environment.unreadable',
        workspaceId,
        variables: [{ name: 'THEIRS', reason: 'The value was sealed with another encryption key' }],
      }),
    ]);
    expect(JSON.stringify(log)).not.toContain('do-not-tell');
  });

  it('can be set again', async () => {
    await set(here, 'TOKEN', 'abc', anotherKey);
    expect((await secrets.of(workspaceId)).size).toBe(0);
    await set(here, 'TOKEN', 'def');
    expect((await secrets.of(workspaceId)).get('TOKEN')).toBe('def');
  });

  it('includes one that was moved to another variable or workspace', async () => {
    await set(here, 'CHEAP', 'abc');
    await set(here, 'DEAR', 'def');
    await here.pool.query(
      `update environment_variable set ciphertext = (select ciphertext from environment_variable where workspace_id = $1 and name = 'DEAR')
       where workspace_id = $1 and name = 'CHEAP'`,
      [workspaceId],
    );
    expect(await secrets.of(workspaceId)).toEqual(new Map([['DEAR', 'def']]));
    expect(log).toMatchObject([{ variables: [{ name: 'CHEAP', reason: 'The sealed value was changed or belongs to another place' }] }]);
  });
});
