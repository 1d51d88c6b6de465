import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const readyWithinMs = 300_000;

/** Waits until a server answers 200. @throws when it ends before that, or not within five minutes */
export async function ready(url: string, isRunning: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (isRunning() && Date.now() < giveUpAt) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) return;
    await delay(250);
  }
  throw new Error(isRunning() ? `it is not ready within ${readyWithinMs / 1000} s` : 'it ended');
}

/** A port that no program uses at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
