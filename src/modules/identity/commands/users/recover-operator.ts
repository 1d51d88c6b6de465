import type { Pool } from 'pg';
import type { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { KeyDigest } from '#host/secrets/key-digest.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import type { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import type { Ids } from '#kernel/ids.js';
import { apiKey } from '../../domain/keys/api-key.decider.js';
import { apiKeyStream } from '../../domain/keys/api-key.events.js';
import { KeyMint } from '../keys/key-mint.js';

/** What a key is made with where no application runs. */
interface RecoveryMeans {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly keyDigest: KeyDigest;
  readonly secretBox: SecretBox;
}

export interface RecoveredKey {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Known here for the only time. */
  readonly key: string;
}

/**
 * Makes a personal key without limits for an operator who has lost every key. The address may be left out where there is one operator.
 * It checks no permission: a person who can read the encryption key and write to the database has it.
 * @throws DomainError conflict that names the operators there are
 */
export async function recoverOperator(
  { store, pool, ids, clock, keyDigest, secretBox }: RecoveryMeans,
  email?: string,
): Promise<RecoveredKey> {
  const operator = await chosenOperator(pool, email?.toLowerCase());
  const [id, at] = [ids.next(), clock.now().toISOString()];
  const { value, displayKey, secret } = new KeyMint(keyDigest, secretBox, ids).mint(id);
  const name = `Recovery ${at}`;
  const limits = { expiresAt: null, scope: 'admin', areas: [], allowedIps: [] } as const;
  const command = { type: 'issue', kind: 'personal', name, userId: operator.id, workspaceId: null, displayKey, ...limits, at } as const;
  await decide(store, on(apiKeyStream.at(id), apiKey, command), { meta: { userAgent: 'sluice keys recover' }, writes: [secret] });
  return { id, name, email: operator.email, key: value };
}

interface Operator {
  readonly id: string;
  readonly email: string;
  readonly suspended: boolean;
}

async function chosenOperator(pool: Pool, email: string | undefined): Promise<Operator> {
  const { rows } = await pool.query<Operator>('select id, email, suspended from user_account where is_operator order by email');
  const active = rows.filter(({ suspended }) => !suspended);
  const [chosen, ...more] = active.filter((operator) => email === undefined || operator.email === email);
  if (chosen !== undefined && more.length === 0) return chosen;
  const problem =
    email === undefined
      ? active.length > 1
        ? 'There are several operators'
        : 'No operator is active'
      : `No active operator is called ${email}`;
  const list = rows.map((operator) => `${operator.email}${operator.suspended ? ' (suspended)' : ''}`).join(', ');
  throw conflict('CONFLICT', `${problem}; there are: ${list === '' ? 'none' : list}`);
}
