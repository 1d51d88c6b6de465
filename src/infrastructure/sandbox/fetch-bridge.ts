import type { SandboxCall } from './sandbox-call.js';
import type { SandboxFetchRequest } from './sandbox.js';

type Deliver = (id: string, request: number, isOk: boolean, text: string) => void;
type GuestRequest = SandboxFetchRequest & { readonly id: number };

const MESSAGE_CHARS = 1_000;
const ANSWER_CHARS = 16 * 1024 * 1024;

/** Hands the requests of guests to the `fetch` of their call, and the answers back. */
export class FetchBridge {
  constructor(private readonly deliver: Deliver) {}

  /** @throws Error when the text is not what an intact guest sends. */
  forward(id: string, call: SandboxCall, text: string): void {
    for (const request of JSON.parse(text) as unknown[]) {
      if (!isGuestRequest(request)) throw new Error('A request that no guest makes');
      void this.#fetch(id, call, request);
    }
  }

  async #fetch(id: string, call: SandboxCall, { id: request, url, method, headers, body }: GuestRequest): Promise<void> {
    call.hasFetched = true;
    try {
      const answer = await call.request.fetch?.({ url, method, headers, body });
      if (answer === undefined) throw new Error('fetch is not available to this code');
      const text = JSON.stringify(answer);
      if (text.length > ANSWER_CHARS) throw new Error('The response is too large for this code');
      this.deliver(id, request, true, text);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The request failed';
      this.deliver(id, request, false, message.slice(0, MESSAGE_CHARS));
    }
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
