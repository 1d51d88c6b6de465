import type { FetchAnswer } from './fetch-record.js';
import type { SandboxCall } from '../sandbox-call.js';
import type { SandboxFetchRequest } from '../sandbox.js';

type Deliver = (id: string, request: number, answer: FetchAnswer, call: SandboxCall) => void;
type GuestRequest = SandboxFetchRequest & { readonly id: number };

const messageChars = 1_000;
const answerChars = 16 * 1024 * 1024;

/** Passes requests of guests to the `fetch` of their call, and the responses back. */
export class FetchBridge {
  constructor(private readonly deliver: Deliver) {}

  /** @throws Error when the text is not a request of an intact guest */
  forward(id: string, call: SandboxCall, text: string): void {
    for (const request of JSON.parse(text) as unknown[]) {
      if (!isGuestRequest(request)) throw new Error('An invalid request of a guest');
      void this.#forward(id, call, request);
    }
  }

  async #forward(id: string, call: SandboxCall, { id: number, url, method, headers, body }: GuestRequest): Promise<void> {
    const request = { url, method, headers, body };
    // Read now: what waits for its turn is sent although the code has ended meanwhile, unless it was ended from outside.
    const { signal } = call;
    const answer = call.fetches.answerTo(number, JSON.stringify(request), async () => {
      await call.turns.enter(number);
      return ask(call, request, signal);
    });
    // The repeated run made another request: the effects of the first run cannot be undone.
    if (answer === undefined) call.fail('crashed');
    else this.deliver(id, number, await answer, call);
  }
}

async function ask({ request: { fetch } }: SandboxCall, request: SandboxFetchRequest, signal: AbortSignal): Promise<FetchAnswer> {
  try {
    signal.throwIfAborted();
    const answer = await fetch?.(request, signal);
    if (answer === undefined) throw new Error('fetch is not available to this code');
    const text = JSON.stringify(answer);
    if (text.length > answerChars) throw new Error('The response is too large for this code');
    return { isOk: true, text };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The request failed';
    return { isOk: false, text: message.slice(0, messageChars) };
  }
}

function isGuestRequest(value: unknown): value is GuestRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { id, url, method, headers, body } = value as Partial<Record<keyof GuestRequest, unknown>>;
  return typeof id === 'number' && typeof url === 'string' && typeof method === 'string' && isText(body) && isHeaders(headers);
}

function isText(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function isHeaders(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((header) => typeof header === 'string');
}
