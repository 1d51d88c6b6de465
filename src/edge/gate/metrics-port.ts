import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Config } from '#host/config/config.js';
import { StartRefused } from '#host/start-refused.js';

type Place = Pick<Config, 'metricsPort' | 'host'>;

/** @throws StartRefused */
export async function openMetricsPort(server: Server, { metricsPort, host }: Place): Promise<void> {
  try {
    await once(server.listen(metricsPort, host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = `SLUICE_METRICS_PORT ${metricsPort}: cannot listen on ${host} (${code}). Set another port`;
    throw new StartRefused(problem, 'machine', { cause: error });
  }
}

/** For a start that has created nothing yet. @throws StartRefused if `SLUICE_METRICS_PORT` is set and taken */
export async function requireMetricsPort(place: Place): Promise<void> {
  if (place.metricsPort === undefined) return;
  const probe = createServer((socket) => socket.destroy());
  await openMetricsPort(probe, place);
  probe.close();
  await once(probe, 'close');
}
