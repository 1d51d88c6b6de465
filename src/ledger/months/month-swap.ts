import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';

/** Shorter than the deadlock timeout of the server, so that appends and reads are never cancelled. */
const lockPatience = '500ms';
const tries = 120;
const pauseMs = 250;

/** A partition of a table, by name. */
export interface Part {
  readonly table: string;
  readonly part: string;
  /** How it is refilled; without a refill, the whole partition is dropped. */
  readonly refill?: Refill;
}

/** How a partition is refilled. Both members return SQL that writes into the table of the given name. */
interface Refill {
  /** Copies the remaining rows, while others read and write. */
  readonly copy: (copy: string) => readonly string[];
  /** Copies the changes since then, while readers and writers are locked out. */
  readonly catchUp: (copy: string) => readonly string[];
}

/** What happens in the transaction that puts parts in their places. */
export interface SwapSteps {
  /** A table that does not change while readers and writers are locked out. */
  readonly steady: string;
  /** Runs before the lock. */
  readonly before: () => Promise<unknown>;
  /** Decides, while readers and writers are locked out, whether the swap may happen. */
  readonly mayGo: () => Promise<boolean>;
  /** Runs after the swap, in its transaction. */
  readonly after: () => Promise<unknown>;
}

const copyOf = (part: string): string => `${part}__kept`;

/** Makes a copy of what stays of a partition, with its indexes. The partition itself is left alone. */
export async function copyPart(client: ClientBase, { part, refill }: Part): Promise<void> {
  const { rule, options } = await describe(client, part);
  const kept = copyOf(part);
  await client.query(`drop table if exists "${kept}"`);
  await client.query(`create table "${kept}" (like "${part}" including all)${options === null ? '' : ` with (${options.join(', ')})`}`);
  // With this check, attaching the partition does not scan its rows.
  await client.query(`alter table "${kept}" add constraint kept_rule check (${rule})`);
  for (const sql of refill?.copy(kept) ?? []) await client.query(sql);
  await client.query(`analyze "${kept}"`);
}

/** Drops unused copies. */
export async function dropCopies(client: ClientBase, parts: readonly Part[]): Promise<void> {
  for (const { part } of parts) await client.query(`drop table if exists "${copyOf(part)}"`);
}

/**
 * Detaches partitions from their tables, replaces those that have a copy with the copy, and frees the disk of the former ones. All
 * of it is one transaction, together with what `after` notes: a kill at any moment leaves either the former state or the new one.
 * @returns whether it was done
 */
export async function swapParts(client: ClientBase, parts: readonly Part[], { steady, before, mayGo, after }: SwapSteps): Promise<boolean> {
  await client.query('begin');
  try {
    await before();
    await lockOut(client, parts, steady);
    if (!(await mayGo())) {
      await client.query('rollback');
      return false;
    }
    for (const part of parts) await (part.refill === undefined ? dropPart(client, part) : replacePart(client, part));
    await after();
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** A long query can block the lock: the attempt then ends, so that others proceed, and is retried. */
async function lockOut(client: ClientBase, parts: readonly Part[], steady: string): Promise<void> {
  await client.query(`set local lock_timeout = '${lockPatience}'`);
  await client.query('savepoint unlocked');
  const names = parts.map(({ table, part }) => `only "${table}", "${part}"`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`lock table "${steady}" in share mode`);
      return void (await client.query(`lock table ${names.join(', ')} in access exclusive mode`));
    } catch (error) {
      if (!hasState(error, sqlState.lockNotAvailable) || attempt >= tries) throw error;
      await client.query('rollback to savepoint unlocked');
      await pause(pauseMs);
    }
  }
}

async function dropPart(client: ClientBase, { table, part }: Part): Promise<void> {
  await client.query(`alter table "${table}" detach partition "${part}"`);
  await client.query(`drop table "${part}"`);
}

async function replacePart(client: ClientBase, { table, part, refill }: Part): Promise<void> {
  const kept = copyOf(part);
  const { bound } = await describe(client, part);
  for (const sql of refill?.catchUp(kept) ?? []) await client.query(sql);
  await dropPart(client, { table, part });
  await client.query(`alter table "${kept}" rename to "${part}"`);
  await client.query(`alter table "${table}" attach partition "${part}" ${bound}`);
  await client.query(`alter table "${part}" drop constraint kept_rule`);
}

interface Description {
  readonly bound: string;
  readonly rule: string;
  readonly options: readonly string[] | null;
}

async function describe(client: ClientBase, part: string): Promise<Description> {
  const { rows } = await client.query<Description>(
    `select pg_get_expr(relpartbound, oid) as bound, pg_get_partition_constraintdef(oid) as rule, reloptions as options
     from pg_class where oid = to_regclass($1) and relispartition`,
    [`"${part}"`],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`There is no partition ${part}`);
  return found;
}
