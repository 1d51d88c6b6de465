import { createPublicKey } from 'node:crypto';
import { composition } from '#app/composition.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '#ledger/database/connect.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemTimers } from '#host/system-timers.js';
import { Clock } from '#kernel/clock.js';
import { AuditArchive, rotateSigningKey } from '#modules/audit/index.js';
import { instanceChain } from '#modules/audit/domain/audit-entry.js';
import { verifyInclusion } from '#modules/audit/proof/inclusion-proof.js';
import { verifyFile, type Verified } from '#modules/audit/proof/verify-file.js';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, testEncryptionKey, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow } from '../../support/workflow-api.js';

/** A clock that can be put forward. */
class WaitingClock extends Clock {
  aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

let server: TestApp;
let archive: AuditArchive;
const rotated: string[] = [];
let folder: string;
const clock = new WaitingClock();
const box = new SecretBox(testEncryptionKey);
const owner = () => server.as(server.first.apiKey);

beforeAll(async () => {
  server = await startTestApp({ clock });
  archive = await AuditArchive.open({ lines: composition.auditLines, pool: server.database.pool, box, clock, timers: new SystemTimers() });
  folder = await mkdtemp(join(tmpdir(), 'sluice-audit-'));
  await writeFile(join(folder, 'key.pem'), archive.publicKeys.join(''));
  const workflowId = await deployedWorkflow(server, 'Audited');
  for (let run = 0; run < 5; run += 1) await owner().post(`/api/workflows/${workflowId}/execute`).send({ run }).expect(200);
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function query<Row extends object = object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.database.pool.query<Row>(text, values)).rows;
}

const caughtUp = (): Promise<void> => auditCaughtUp(server);

async function exported(organization: string | null = null): Promise<string> {
  await caughtUp();
  return textOf(archive.export(organization));
}

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const lines of chunks) text += lines;
  return text;
}

/** Runs `work` while another connection holds the lock of the audit log. */
async function whileOthersWrite<Result>(work: (release: () => Promise<void>) => Promise<Result>): Promise<Result> {
  const client = await server.database.pool.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('audit'))`);
    return await work(async () => {
      await client.query(`select pg_advisory_unlock(hashtext('audit'))`);
    });
  } finally {
    client.release(true);
  }
}

async function verified(text: string, checkpoint?: string): Promise<Verified> {
  const file = join(folder, 'export.jsonl');
  await writeFile(file, text);
  const options = { file, publicKeyFiles: [join(folder, 'key.pem')] };
  if (checkpoint === undefined) return verifyFile(options);
  await writeFile(join(folder, 'checkpoint.json'), checkpoint);
  return verifyFile({ ...options, checkpointFile: join(folder, 'checkpoint.json') });
}

/** Tampers with rows, and restores them. */
async function whileChanged<Result>(change: string, work: () => Promise<Result>): Promise<Result> {
  await query('create table kept_entry as table audit_entry');
  await query(change, [server.first.organizationId]);
  try {
    return await work();
  } finally {
    await query('truncate audit_entry');
    await query('insert into audit_entry select * from kept_entry');
    await query('drop table kept_entry');
  }
}

describe('an export of the audit log', () => {
  it('contains every entry and is valid', async () => {
    const { found } = await verified(await exported());
    const [{ n } = { n: 0 }] = await query<{ n: number }>('select count(*)::int as n from audit_entry');
    expect(found).toMatchObject({ chains: 2, entries: n });
    expect(n).toBeGreaterThan(10);
  });

  it('of one organization contains only its chain', async () => {
    const text = await exported(server.first.organizationId);
    expect(await verified(text)).toMatchObject({ found: { chains: 1 } });
    expect(text).not.toContain(`"chain":"${instanceChain}"`);
  });

  it('is identical except for its first line, and only grows', async () => {
    const [before, later] = [await exported(), await exported()];
    expect(later.slice(later.indexOf('\n'))).toBe(before.slice(before.indexOf('\n')));
  });

  it('waits for entries that a server has yet to record: it contains everything from before', async () => {
    await whileOthersWrite(async (release) => {
      const { email } = await createUser(server);
      const [lines, checkpoint] = [textOf(archive.export(null)), archive.checkpoint(null)];
      const first = await Promise.race([lines, checkpoint, query('select pg_sleep(0.2)')]);
      expect(first).toBeInstanceOf(Array);
      await release();
      expect(await lines).toContain(email);
      await expect(verified(await lines, await checkpoint)).resolves.toMatchObject({ kind: 'export' });
    });
  });

  it('reaches a slow reader completely, who meanwhile holds no connection', async () => {
    const pool = createPool(server.connectionString, 1);
    const slow = await AuditArchive.open({ lines: composition.auditLines, pool, box, clock, timers: new SystemTimers() });
    let text = '';
    for await (const lines of slow.export(null)) {
      text += lines;
      await pool.query('select 1');
    }
    await pool.end();
    await expect(verified(text)).resolves.toMatchObject({ kind: 'export' });
  });

  it('has signed roots over entries of past hours', async () => {
    clock.aheadMs += 3_600_000;
    await eventually(async () => expect(await query('select 1 from audit_chain where open_count > 0')).toEqual([]));
    expect(await verified(await exported())).toMatchObject({ found: { roots: 2 } });
    await createUser(server);
    expect(await verified(await exported())).toMatchObject({ found: { roots: 2 } });
  });

  it.each([
    ['a changed row', `update audit_entry set actor_name = 'Eve' where chain = $1 and seq = 3`],
    ['a changed time', `update audit_entry set created_at = created_at + interval '1 second' where chain = $1 and seq = 3`],
    ['a changed detail', `update audit_entry set metadata = '{}' where chain = $1 and seq = 3`],
    ['a row that is gone', 'delete from audit_entry where chain = $1 and seq = 3'],
    ['rows that changed places', 'update audit_entry set id = gen_random_uuid() where chain = $1 and seq in (3, 4)'],
    ['an end that is gone', 'delete from audit_entry where chain = $1 and seq > 3'],
  ])('shows %s', async (_, change) => {
    await whileChanged(change, async () => {
      await expect(verified(await exported())).rejects.toThrow(/Line \d+ is|ends with entry/);
    });
    await expect(verified(await exported())).resolves.toMatchObject({ kind: 'export' });
  });
});

describe('a proof of one entry', () => {
  it('holds without any other entry, and for no other entry', async () => {
    const publicKey = createPublicKey(archive.publicKeys.join(''));
    for (const { id } of await query<{ id: string }>(
      'select e.id from audit_entry e join audit_root r on r.chain = e.chain and e.seq between r.first and r.last',
    )) {
      const proof = await archive.prove(id);
      expect(verifyInclusion(proof ?? '', [publicKey]).id).toBe(id);
      expect(() => verifyInclusion(proof?.replace(/"action":"[^"]+"/, '"action":"nothing.happened"') ?? '', [publicKey])).toThrow(
        'The entry is not under the root',
      );
    }
  });

  it('has to wait for the signature of its hour', async () => {
    await createUser(server);
    await caughtUp();
    const [latest] = await query<{ id: string }>('select id from audit_entry order by created_at desc limit 1');
    expect(await archive.prove(latest?.id ?? '')).toBeUndefined();
  });

  it('of what is not there is refused', async () => {
    await expect(archive.prove('nothing')).rejects.toThrow('Audit log not found');
  });
});

describe('another signing key', () => {
  const key = async (): Promise<string> => (await owner().get('/api/v1/audit-logs/public-key').expect(200)).body.data.publicKey as string;

  it('signs from now on, and who trusts the former one can verify everything', async () => {
    const former = await key();
    const { publicKey } = await rotateSigningKey(server.database.pool, box, { now: clock.now(), formerIsLost: false });
    rotated.push(publicKey);
    expect(await key()).not.toBe(former);
    const checkpoint = await archive.checkpoint(null);
    await createUser(server);
    await caughtUp();
    clock.aheadMs += 3_600_000;
    await eventually(async () => expect(await query('select 1 from audit_chain where open_count > 0')).toEqual([]));
    expect((await query('select distinct key_id from audit_root')).length).toBe(2);
    await expect(verified(await exported(), checkpoint)).resolves.toMatchObject({ kind: 'export' });
    const [latest] = await query<{ id: string }>('select id from audit_entry order by place desc limit 1');
    expect(verifyInclusion((await archive.prove(latest?.id ?? '')) ?? '', [createPublicKey(former)]).id).toBe(latest?.id);
  });

  it('leaves nothing behind that could sign in the place of the former one', async () => {
    expect(await query('select 1 from audit_signing_key where sealed_key is not null')).toHaveLength(1);
  });

  it('is not taken where the present one is not lost', async () => {
    const rotated = rotateSigningKey(server.database.pool, box, { now: clock.now(), formerIsLost: true });
    await expect(rotated).rejects.toThrow('The signing key exists');
  });
});

// These last, since what they take away is missing afterwards.
describe('a signing key that is gone', () => {
  it('is not replaced silently: entries are recorded, and health reports the missing key', async () => {
    await query('delete from audit_signing_key where sealed_key is not null');
    await owner().get('/api/v1/audit-logs/public-key').expect(503);
    await expect(archive.checkpoint(null)).rejects.toThrow('The signing key of the audit log is gone');
    await createUser(server);
    await caughtUp();
    // The clock of this server is ahead of that of the database by now, so it is not ready.
    const { body } = await server.as().get('/health/ready').expect(503);
    expect(body.checks).toMatchObject({ clock: { status: 'failing' }, audit: { status: 'slow', signingKey: 'missing' } });
    expect(await query('select 1 from audit_signing_key where sealed_key is not null')).toEqual([]);
    await query('delete from audit_signing_key');
    await owner().get('/api/v1/audit-logs/public-key').expect(503);
  });

  it('is followed by a new one when its owner says that it is lost, and both are needed to verify', async () => {
    await rotateSigningKey(server.database.pool, box, { now: clock.now(), formerIsLost: true });
    const text = await exported();
    await expect(verified(text)).rejects.toThrow('of another key');
    const { publicKeys } = await AuditArchive.open({
      lines: composition.auditLines,
      pool: server.database.pool,
      box,
      clock,
      timers: new SystemTimers(),
    });
    await writeFile(join(folder, 'key.pem'), [...archive.publicKeys, ...rotated, ...publicKeys].join(''));
    await expect(verified(text)).resolves.toMatchObject({ kind: 'export' });
  });
});

describe('an export of a log whose end is gone', () => {
  it('shows with a checkpoint that entries and their book-keeping are gone', async () => {
    await createUser(server);
    await caughtUp();
    const checkpoint = await archive.checkpoint(null);
    await expect(verified(await exported(), checkpoint)).resolves.toMatchObject({ kind: 'export' });
    const [chain] = await query<{ seq: string; hash: string }>('select seq, hash from audit_chain where id = $1', [instanceChain]);
    const [former] = await query<{ hash: string }>('select hash from audit_entry where chain = $1 and seq = $2', [
      instanceChain,
      Number(chain?.seq) - 1,
    ]);
    await query('update audit_chain set seq = seq - 1, hash = $2 where id = $1', [instanceChain, former?.hash]);
    await query('delete from audit_entry where chain = $1 and seq = $2', [instanceChain, chain?.seq]);
    const text = await textOf(archive.export(null));
    await expect(verified(text)).resolves.toMatchObject({ kind: 'export' });
    await expect(verified(text, checkpoint)).rejects.toThrow('its end was cut off');
  });
});
