import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { SystemIds } from '#host/system-ids.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import { livingProcesses } from '#ledger/vitals/living-processes.js';
import { answered, asked, type ProcessAnswer, type RollAnswer } from './process-roll.js';

const patienceMs = 3_000;
const pollMs = 50;

/**
 * Asks the processes that are connected to the database which encryption keys they have.
 * @returns those that do not have the one with this id, or do not say so, as an operator knows them
 */
export async function processesWithoutKey(pool: Pool, keyId: string): Promise<readonly string[]> {
  const owners = await livingProcesses(pool);
  if (owners.length === 0) return [];
  const answers = await answersOf(pool, owners);
  return owners.filter((owner) => answers.get(owner)?.keyIds?.includes(keyId) !== true).map((owner) => nameOf(owner, answers.get(owner)));
}

async function answersOf(pool: Pool, owners: readonly number[]): Promise<ReadonlyMap<number, ProcessAnswer>> {
  const signals = new Signals(new PostgresCarrier(pool));
  const question = new SystemIds().next();
  const answers = new Map<number, ProcessAnswer>();
  signals.onMessage(answered, (text) => {
    const { question: of, answer } = JSON.parse(text) as RollAnswer;
    if (of === question) answers.set(answer.owner, answer);
  });
  await signals.start();
  try {
    signals.sendMessage(asked, question);
    for (let ms = 0; ms < patienceMs && owners.some((owner) => !answers.has(owner)); ms += pollMs) await pause(pollMs);
  } finally {
    signals.stop();
  }
  return answers;
}

function nameOf(owner: number, answer: ProcessAnswer | undefined): string {
  if (answer === undefined) return `process ${owner} (it does not answer)`;
  const { label, host, pid, role } = answer;
  return `${label ?? role} (${host}, pid ${pid})`;
}
