import { Readable } from 'node:stream';
import {
  OutboundFailure,
  OutboundHttp,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
  type OutboundStreamRequest,
} from '#world/outbound/outbound-http.js';
import type { Database } from './database.js';
import type { Faults } from './faults.js';
import type { Network, Sender } from './network.js';

interface Effect {
  readonly asked: string;
  readonly value: number;
}

/** The external systems: they carry out one effect for each idempotency key, and answer a repetition with the same value. */
export class Outside {
  readonly effects = new Map<string, Effect>();
  readonly problems: string[] = [];
  requests = 0;

  constructor(private readonly database: Database) {}

  receive({ headers, url, body }: OutboundRequest): Effect {
    this.requests += 1;
    const key = headers?.['Idempotency-Key'] ?? '';
    if (!this.database.intents.has(key)) this.problems.push(`An external system received ${url} before the intent was durable`);
    const asked = `${url} ${String(body)}`;
    const known = this.effects.get(key);
    if (known !== undefined && known.asked !== asked) {
      this.problems.push(`One key was used for two effects: ${known.asked}, then ${asked}`);
    }
    // The value depends on the key, not on the request: another key receives another value.
    const effect = known ?? { asked, value: this.effects.size + 1 };
    this.effects.set(key, effect);
    return effect;
  }
}

/** Outbound HTTP of one process. */
export class SimulatedHttp extends OutboundHttp {
  constructor(
    private readonly sender: Sender,
    private readonly parts: { readonly outside: Outside; readonly network: Network; readonly faults: Faults },
  ) {
    super();
  }

  send(request: OutboundRequest): Promise<OutboundResponse> {
    const { outside, network, faults } = this.parts;
    const answered = network.request(this.sender, `request to ${request.url}`, () => outside.receive(request), faults.fateOfRequest());
    const aborted = new Promise<never>((_, reject) => {
      const stop = (): void => reject(new OutboundFailure('aborted', 'the caller has aborted the request'));
      if (request.signal?.aborted === true) stop();
      else request.signal?.addEventListener('abort', stop, { once: true });
    });
    return Promise.race([answered, aborted]).then(
      ({ value }) => ({ url: request.url, status: 200, statusText: 'OK', headers: {}, body: new TextEncoder().encode(String(value)) }),
      (error: unknown) => {
        throw error instanceof OutboundFailure ? error : new OutboundFailure('network', 'no answer');
      },
    );
  }
  /** The answer in one piece. */
  async stream(request: OutboundStreamRequest): Promise<OutboundStream> {
    const { body, ...answer } = await this.send({ ...request, timeoutMs: request.timeouts?.totalMs ?? Number.POSITIVE_INFINITY });
    return { ...answer, body: Readable.from([body]) };
  }
}
