import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local proxy in front of several processes, as a load balancer: requests go to processes that are ready. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

const probeEveryMs = 100;

export async function startBalancer(backends: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>(backends);
  let turn = 0;
  const probe = async (url: string): Promise<void> => {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (response?.status === 200) ready.add(url);
    else ready.delete(url);
    await response?.body?.cancel();
  };
  let probing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    probing = Promise.all(backends.map(probe));
  }, probeEveryMs);
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const candidates = [...ready];
    const backend = candidates[(turn += 1) % Math.max(1, candidates.length)];
    if (backend === undefined) refuse(outgoing, 'no process is ready');
    else forward(backend, agent, incoming, outgoing);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      clearInterval(timer);
      await probing;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(backend: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = '/' } = incoming;
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'connection'));
  const sent = request(`${backend}${url}`, { method, headers: own, agent }, (response) => {
    // The connection behind the proxy is not the one before it.
    const { connection: _, 'keep-alive': __, ...rest } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, rest);
    response.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  sent.on('error', (error) => (outgoing.headersSent ? outgoing.destroy() : refuse(outgoing, error.message)));
  outgoing.on('close', () => sent.destroy());
  incoming.on('error', () => sent.destroy()).pipe(sent);
}

function refuse(outgoing: ServerResponse, reason: string): void {
  outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(reason);
}
