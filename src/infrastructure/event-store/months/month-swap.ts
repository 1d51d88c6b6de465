import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** Shorter than the server takes to look for deadlocks: whoever appends or reads never has to give way. */
const lockPatience = '500ms';
const tries = 120;
const pauseMs = 250;

/** How a partition is filled anew. Both answer SQL that writes into the table of the given name. */
export interface Refill {
  /** Copies what stays, while others go on reading and writing. */
  readonly copy: (copy: string) => readonly string[];
  /** Brings over what has changed since then, while nobody else reads or writes. */
  readonly catchUp: (copy: string) => readonly string[];
}

/** Takes partitions out of their tables and gives their disk back. Tables and partitions by name. */
export async function dropParts(client: ClientBase, parts: readonly (readonly [table: string, part: string])[]): Promise<void> {
  for (const [table, part] of parts) {
    await inLockedMoment(client, table, async () => {
      await client.query(`alter table "${table}" detach partition "${part}"`);
      await client.query(`drop table "${part}"`);
    });
  }
}

/** Replaces a partition by one with fewer rows, whose disk is given back. Killed at any moment it leaves the former one as it was. */
export async function replacePart(client: ClientBase, [table, part]: readonly [string, string], { copy, catchUp }: Refill): Promise<void> {
  const kept = `${part}__kept`;
  const { bound, rule, options } = await describe(client, part);
  await client.query(`drop table if exists "${kept}"`);
  await client.query(`create table "${kept}" (like "${part}" including all)${options === null ? '' : ` with (${options.join(', ')})`}`);
  // With it, nobody has to read the rows once more to see that they belong into the partition.
  await client.query(`alter table "${kept}" add constraint kept_rule check (${rule})`);
  for (const sql of copy(kept)) await client.query(sql);
  await client.query(`analyze "${kept}"`);
  await inLockedMoment(client, table, async () => {
    await client.query(`lock table "${part}" in access exclusive mode`);
    for (const sql of catchUp(kept)) await client.query(sql);
    await client.query(`alter table "${table}" detach partition "${part}"`);
    await client.query(`drop table "${part}"`);
    await client.query(`alter table "${kept}" rename to "${part}"`);
    await client.query(`alter table "${table}" attach partition "${part}" ${bound}`);
    await client.query(`alter table "${part}" drop constraint kept_rule`);
  });
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

/** A long query can stand in the way of the lock: then the others are let pass, and it is tried again. */
async function inLockedMoment(client: ClientBase, table: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${lockPatience}'`);
      await client.query(`lock table only "${table}" in access exclusive mode`);
      await work();
      return void (await client.query('commit'));
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: unknown }).code !== '55P03' || attempt >= tries) throw error;
      await pause(pauseMs);
    }
  }
}
