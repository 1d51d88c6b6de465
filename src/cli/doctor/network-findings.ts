import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '#host/config/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether a server of ours answers at the port, or one could. */
export async function portFinding({ port, host }: Pick<Config, 'port' | 'host'>): Promise<Finding> {
  const check = 'port';
  if (port === 0) return ok(check, 'any free one is taken');
  const answer = await healthAt(host === '0.0.0.0' || host === '::' ? 'localhost' : host, port);
  if (answer === 'sluice') return ok(check, `a server answers at ${port}`);
  const problem = await listenProblem(port, host);
  if (problem === undefined) return ok(check, `${port} is free`);
  const message = problem === 'EADDRINUSE' ? `${port} is taken by another program` : `${host}:${port} cannot be listened at (${problem})`;
  return fail(check, message, 'Choose another PORT or SLUICE_HOST, or stop what uses it.');
}

/** What workflows may reach. */
export function outboundFinding(allowed: readonly string[]): Finding {
  const check = 'outbound';
  const refused = 'workflows reach public addresses only; private ones, this machine and clouds’ metadata are refused';
  if (allowed.length === 0) return ok(check, refused);
  const all = allowed.filter((entry) => /\/0(:\d+)?$/.test(entry) || entry === '*');
  if (all.length === 0) return ok(check, `${refused}, except ${allowed.join(', ')}`);
  return warn(check, `workflows may reach every address (${all.join(', ')})`, 'Name in SLUICE_OUTBOUND_ALLOW only what workflows need.');
}

async function healthAt(host: string, port: number): Promise<'sluice' | 'other' | undefined> {
  try {
    const response = await fetch(`http://${host}:${port}/health/live`, { signal: AbortSignal.timeout(2000) });
    const body = (await response.json()) as { status?: unknown };
    return typeof body.status === 'string' ? 'sluice' : 'other';
  } catch {
    return undefined;
  }
}

async function listenProblem(port: number, host: string): Promise<string | undefined> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
    return undefined;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    probe.close();
  }
}
