import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';

const tries = 120;
const pauseMs = 250;

/**
 * Events of runs get the running digest of their stream. A column without a default rewrites no row. Servers of the former release continue to append
 * beside it, without a digest.
 */
export class RunEventDigest1763602357000 implements MigrationInterface {
  name = 'RunEventDigest1763602357000';

  async up(runner: QueryRunner): Promise<void> {
    await lockOut(runner);
    await runner.query('alter table run_event add column digest text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}

/** A long query can hold the lock back: the attempt then ends, so that appends behind it proceed, and is retried. */
async function lockOut(runner: QueryRunner): Promise<void> {
  await runner.query(`set local lock_timeout = '500ms'`);
  for (let attempt = 1; ; attempt += 1) {
    await runner.query('savepoint unlocked');
    try {
      await runner.query('lock table run_event in access exclusive mode');
      return void (await runner.query('set local lock_timeout to default'));
    } catch (error) {
      if (!hasState(error, sqlState.lockNotAvailable) || attempt >= tries) throw error;
      await runner.query('rollback to savepoint unlocked');
      await pause(pauseMs);
    }
  }
}
