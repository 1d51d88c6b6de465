import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyFor, fixedAnswer } from '#edge/answer/error-answer.js';
import { requestIdOf, securityHeaders } from '#edge/request/request-context.js';
import { StartRefused } from '#host/start-refused.js';

interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * The port of this process before the application exists. A process that cannot have its port creates nothing, above all no key that it could
 * not show. Until `handOver`, requests are answered with 503, and `/health/live` with 200.
 */
export class ReservedPort {
  #isHeld = true;

  private constructor(private readonly server: Server) {}

  /** @throws StartRefused */
  static async listen(address: Address): Promise<ReservedPort> {
    const server = createServer(answerAsStarting);
    try {
      await once(server.listen(address.port, address.host), 'listening');
    } catch (error) {
      throw inWords(error as NodeJS.ErrnoException, address);
    }
    return new ReservedPort(server);
  }

  /** The number of the port, also if any free port was asked for. */
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** New connections go to `server` from now on, without a moment in which the port is closed. */
  async handOver(server: Server): Promise<void> {
    this.#isHeld = false;
    await once(server.listen(this.server), 'listening');
  }

  /** Frees the port. After `handOver` the other server does so. */
  close(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.server.close();
    this.server.closeAllConnections();
  }
}

const ordinaryPort = 3000;
const highestPort = 65_535;

/** In words for the operator who starts the server. */
function inWords(cause: NodeJS.ErrnoException, { port, host }: Address): Error {
  const refused = (problem: string): StartRefused => new StartRefused(problem, 'machine', { cause });
  const example = (other: number): string => `Set PORT, for example PORT=${other}`;
  switch (cause.code) {
    case 'EADDRINUSE':
      return refused(`Port ${port} is already in use. ${example(port < highestPort ? port + 1 : ordinaryPort)}`);
    case 'EACCES':
      return refused(`This user may not listen on port ${port}. ${example(ordinaryPort)}`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return refused(`SLUICE_HOST ${host} is not an address of this machine. The default is 0.0.0.0`);
    default:
      return cause;
  }
}

function answerAsStarting({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const isAlive = url === '/health/live';
  const { status, body, retryAfterSeconds } = fixedAnswer(503);
  const error = 'The server is starting. Please retry shortly.';
  const text = JSON.stringify(isAlive ? { status: 'alive' } : bodyFor(url, { status, body: { ...body, error } }));
  const retry = isAlive ? [] : ['Retry-After', String(retryAfterSeconds)];
  const own = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text)), ...retry];
  // The next request of the client opens a new connection, which the application accepts.
  own.push('Connection', 'close', 'X-Request-Id', requestIdOf(headers), ...[...securityHeaders].flat());
  response.writeHead(isAlive ? 200 : 503, own).end(text);
}
