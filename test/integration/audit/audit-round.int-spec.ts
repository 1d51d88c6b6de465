import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';
import { SystemIds } from '#host/system-ids.js';
import type { NewEvent } from '#kernel/event.js';
import { chainStart, entryHash, entryText } from '#modules/audit/proof/entry-chain.js';
import { AuditLines } from '#modules/audit/recording/audit-lines.js';
import { auditEntryColumns, sealedEntry, type FoundEntry } from '#modules/audit/store/audit-entry.entity.js';
import { auditRound } from '#modules/audit/recording/audit-round.js';
import { OrganizationCreated, OrganizationRenamed, WorkspaceCreated, WorkspaceRenamed } from '#modules/identity/index.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const events = [OrganizationCreated, OrganizationRenamed, WorkspaceCreated, WorkspaceRenamed];
const lines = new AuditLines(composition.auditLines);
const ids = new SystemIds();
const key = { privateKey: generateKeyPairSync('ed25519').privateKey, publicKey: '' };
let store: TestStore;

beforeEach(async () => {
  store = await openTestStore({ events, projections: [] });
});
afterEach(() => store.finish());

async function append(streamId: string, workspaceId: string | null, ...happened: NewEvent[]): Promise<void> {
  await store.store.append({ streams: [{ streamId, lifetime: 'ledger', workspaceId, expected: 0, events: happened, meta: {} }] });
}

async function organization(workspaces = 0): Promise<string> {
  const organizationId = ids.next();
  await append(organizationId, null, OrganizationCreated({ name: organizationId, plan: 'team' }));
  for (let count = 0; count < workspaces; count += 1) {
    const id = ids.next();
    await append(
      id,
      id,
      WorkspaceCreated({ name: `W${count}`, organizationId, ownerId: ids.next() }),
      WorkspaceRenamed({ name: `X${count}` }),
    );
  }
  return organizationId;
}

async function round(now = new Date(), limit = 100): Promise<number | undefined> {
  const client = await store.pool.connect();
  try {
    return await auditRound(client, { lines, key, now, limit });
  } finally {
    client.release();
  }
}

/** Rounds until all that is there is written down. */
async function recorded(count: number, now = new Date()): Promise<void> {
  await eventually(async () => {
    await round(now);
    expect(await entries()).toHaveLength(count);
  });
}

async function entries(chain?: string): Promise<ReturnType<typeof sealedEntry>[]> {
  const { rows } = await store.pool.query<FoundEntry>(
    `select ${auditEntryColumns} from audit_entry where $1::uuid is null or chain = $1 order by chain, seq`,
    [chain ?? null],
  );
  return rows.map(sealedEntry);
}

describe('a round of the audit log', () => {
  it('writes down each event once, in one chain for each organization, without gaps', async () => {
    const [one, other] = [await organization(3), await organization(2)];
    await recorded(12);
    expect((await entries(one)).map(({ entry }) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await entries(other)).map(({ entry }) => entry.seq)).toEqual([1, 2, 3, 4, 5]);
    await round();
    expect(await entries()).toHaveLength(12);
  });

  it('hashes what the rows say', async () => {
    const id = await organization(2);
    await recorded(5);
    let hash = chainStart;
    for (const { entry, hash: kept } of await entries(id)) expect(kept).toBe((hash = entryHash(hash, entryText(entry))));
  });

  it('is made by one process at a time: many at once write down nothing twice', async () => {
    await organization(10);
    await eventually(async () => {
      await Promise.all(Array.from({ length: 8 }, () => round(new Date(), 3)));
      expect(await entries()).toHaveLength(21);
    });
    expect(new Set((await entries()).map(({ entry }) => entry.id)).size).toBe(21);
  });

  it('comes to the same entries and hashes when it is made again from the beginning, in steps of any size', async () => {
    await organization(5);
    await recorded(11);
    const first = await entries();
    await store.pool.query(`truncate audit_entry, audit_chain, audit_subject, audit_affiliation; update audit_place set tx = '0', pos = 0`);
    await eventually(async () => {
      await round(new Date(), 2);
      expect(await entries()).toHaveLength(11);
    });
    expect(await entries()).toEqual(first);
  });

  it('writes nothing when it fails, and does it later', async () => {
    await organization(1);
    await store.pool.query('alter table audit_chain rename to gone');
    await expect(round()).rejects.toThrow('audit_chain');
    await store.pool.query('alter table gone rename to audit_chain');
    await recorded(3);
  });

  it('does not pass over an event that it cannot tell: it writes down that it happened', async () => {
    await organization();
    await store.pool.query(`update ledger_event set schema_version = 99`);
    await recorded(1);
    expect((await entries())[0]?.entry).toMatchObject({
      action: 'organization.created',
      metadata: { untold: expect.stringContaining('written by a newer release') },
    });
  });

  it('signs a root when the hour is over, also for a chain in which nothing happens any more', async () => {
    const id = await organization(1);
    await recorded(3, new Date('2031-03-04T05:10:00Z'));
    await round(new Date('2031-03-04T05:59:00Z'));
    expect((await store.pool.query('select 1 from audit_root')).rowCount).toBe(0);
    await round(new Date('2031-03-04T06:00:00Z'));
    const { rows } = await store.pool.query('select chain, number, first, last, head from audit_root');
    expect(rows).toEqual([{ chain: id, number: 1, first: '1', last: '3', head: (await entries(id)).at(-1)?.hash }]);
  });
});
