import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { SecretBox } from '#host/secrets/secret-box.js';
import { KeyLookup } from '#modules/identity/gate/keys/key-lookup.js';
import type { KeyVerdict } from '#modules/identity/gate/keys/key-verdict.js';
import { WorkspaceAccounts, WorkspaceKeeping } from '#modules/identity/index.js';
import {
  membershipWorld,
  plainAccount,
  plainVerdict,
  type MembershipWorld,
  type PlainVerdict,
} from '../../support/access/membership-world.js';
import { Random } from '../../support/simulation/random.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const world = membershipWorld(new Random('memberships'), 1500);
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.connectionString, max: 2 });
  await insertAll(world);
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function insertAll({
  organization,
  user_account,
  organization_member,
  workspace,
  workspace_member,
  api_key,
}: MembershipWorld): Promise<void> {
  const at = '2031-01-01T00:00:00Z';
  const born = { created_at: at, updated_at: at };
  await insert('organization', organization, born);
  await insert('user_account', user_account, born);
  await insert('organization_member', organization_member);
  await insert('workspace', workspace, born);
  await insert(
    'workspace_terms',
    workspace.map(({ id, organization_id, owner_id }) => ({ workspace_id: id, organization_id, owner_id })),
  );
  await insert('workspace_member', workspace_member);
  await insert('api_key', api_key, { display_key: 'sk-sluice-…', allowed_ips: [], created_at: at });
  await insert(
    'api_key_secret',
    api_key.map(({ id }) => ({ id, key_id: id, digest: `digest of ${id}` })),
    { ciphertext: 'x', has_checksum: true },
  );
}

async function insert(table: string, rows: readonly object[], more: object = {}): Promise<void> {
  const json = JSON.stringify(rows.map((row) => ({ ...row, ...more })));
  await pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [json]);
}

/** What the server makes of a key, as far as the tables decide it. */
function factsOf(verdict: KeyVerdict): PlainVerdict {
  if ('refusal' in verdict) return { refusal: verdict.refusal } as PlainVerdict;
  const { account, isOperator, organizations, workspaces } = verdict.caller;
  return { account, isOperator, organizations: [...organizations], workspaces: Object.fromEntries(workspaces) };
}

describe('what the database says about a key', () => {
  it('is what a plain look through all rows says, for 1,500 random keys', async () => {
    const lookup = new KeyLookup(pool, new SecretBox('0'.repeat(64)));
    const differing: unknown[] = [];
    const seen = new Map<string, number>();
    for (const key of world.api_key) {
      const expected = plainVerdict(world, key);
      const outcome =
        'refusal' in expected ? expected.refusal : expected.account.organizationId === null ? 'pays alone' : 'organization pays';
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      const found = factsOf(await lookup.find({ digest: `digest of ${key.id}`, formerDigests: [] }));
      try {
        expect(found).toEqual(expected);
      } catch {
        differing.push({ key, found, expected });
      }
    }
    expect(differing.slice(0, 2)).toEqual([]);
    expect([...seen.keys()].toSorted()).toEqual(['organization pays', 'pays alone', 'revoked', 'suspended', 'workspace-deleted']);
    expect(Math.min(...seen.values())).toBeGreaterThan(20);
  }, 60_000);

  it('agrees on the payer of a workspace with the lookups that use no key', async () => {
    const [accounts, keeping] = [new WorkspaceAccounts(pool), new WorkspaceKeeping(pool)];
    for (const { id, owner_id: ownerId, organization_id: organizationId } of world.workspace) {
      const account = plainAccount(world, ownerId, organizationId);
      const isSuspended = account.organizationId === null && world.user_account.some((user) => user.id === ownerId && user.suspended);
      expect(await accounts.of(id)).toEqual({ account, isSuspended });
      expect(await keeping.of(id)).toMatchObject({ plan: account.plan });
    }
  });
});
