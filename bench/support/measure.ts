import type { Subject } from './bed.js';
import { drive, type Load, type LoadResult } from './load.js';
import { usageOf } from './processes.js';

export interface Measure extends LoadResult {
  /** CPU time of all processes of the kind, per request. */
  readonly nodeUs: number;
  readonly postgresUs: number;
}

/** Drives a server, and tells what that cost it and the database. */
export async function measure({ pid }: Pick<Subject, 'pid'>, load: Load, postgresPid: number): Promise<Measure> {
  const before = [usageOf(pid), usageOf(postgresPid)];
  const result = await drive(load);
  const after = [usageOf(pid), usageOf(postgresPid)];
  const perRequest = (index: number): number => (((after[index]?.cpuMs ?? 0) - (before[index]?.cpuMs ?? 0)) * 1000) / result.requests;
  return { ...result, nodeUs: perRequest(0), postgresUs: perRequest(1) };
}
