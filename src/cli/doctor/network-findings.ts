import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '#host/config/config.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether a Sluice server answers at the port, or the port is free. */
export async function portFinding({ port, host }: Pick<Config, 'port' | 'host'>): Promise<Finding> {
  const check = 'port';
  if (port === 0) return ok(check, 'any free port is used');
  const answer = await healthAt(reachable(host), port);
  if (answer === 'sluice') return ok(check, `a server answers at ${port}`);
  const problem = await listenProblem(port, host);
  if (problem === undefined) return ok(check, `${port} is free`);
  const message = problem === 'EADDRINUSE' ? `${port} is in use by another program` : `cannot listen on ${host}:${port} (${problem})`;
  return fail(check, message, 'Choose another PORT or SLUICE_HOST, or stop the program that uses it.');
}

/** What workflows may reach. */
export function outboundFinding(allowed: readonly string[]): Finding {
  const check = 'outbound';
  const refused = 'workflows reach public addresses only; private addresses, this machine and cloud metadata services are refused';
  if (allowed.length === 0) return ok(check, refused);
  const all = allowed.filter((entry) => /\/0(:\d+)?$/.test(entry) || entry === '*');
  if (all.length === 0) return ok(check, `${refused}, except ${allowed.join(', ')}`);
  return warn(
    check,
    `workflows may reach every address (${all.join(', ')})`,
    'List in SLUICE_OUTBOUND_ALLOW only the addresses that workflows need.',
  );
}

/** Who can read the metrics. */
export function metricsFinding({ port, metricsPort, metricsToken }: Pick<Config, 'port' | 'metricsPort' | 'metricsToken'>): Finding {
  const place = metricsPort === undefined ? `/metrics is at port ${port}` : `/metrics is at port ${metricsPort} only (SLUICE_METRICS_PORT)`;
  const who = metricsToken === undefined ? 'everybody who reaches the port can read it' : 'it requires the token of SLUICE_METRICS_TOKEN';
  const isOpen = metricsPort === undefined && metricsToken === undefined;
  return ok('metrics', `${place}; ${who}${isOpen ? ' (no SLUICE_METRICS_PORT, no SLUICE_METRICS_TOKEN)' : ''}`);
}

/** Where a server that listens on a host is reached from this machine, as it is written in an address. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
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
