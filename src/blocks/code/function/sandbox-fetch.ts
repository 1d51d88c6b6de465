import type { SandboxFetch } from '#world/sandbox/sandbox.js';
import { InfrastructureFault } from '#kernel/errors.js';
import type { BlockContext } from '../../block.js';
import { Http } from '../../ports/http.js';
import { effectTarget } from '../../http/effect-target.js';

const longestUrl = 8_192;
const largestRequestBytes = 256 * 1024;
const largestResponseBytes = 8 * 1024 * 1024;

/** A repetition of these changes nothing, so they need no key. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The network of sandboxed code. The first request makes the intent of the effect durable. Every request that may change something
 * carries an `Idempotency-Key`, which is the same whenever the block runs again. `onFault` is called for a fault of the infrastructure, which
 * the code sees as a failed request: the result of the code must not be used then.
 */
export function sandboxFetch(
  context: BlockContext<typeof Http>,
  timeoutMs: number,
  onFault: (fault: InfrastructureFault) => void,
): SandboxFetch {
  let effect: Promise<{ readonly key: string }> | undefined;
  let requests = 0;
  const send: SandboxFetch = async ({ url, method, headers, body }, signal) => {
    requests += 1;
    const number = requests;
    refuseOversize(url, headers, body);
    effect ??= context.beginEffect({ kind: 'http', target: effectTarget({ method, url }) });
    const { key } = await effect;
    const isKeyed = safeMethods.has(method.toUpperCase()) || Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
    const response = await context.use(Http).send({
      url,
      method,
      headers: isKeyed ? headers : { ...headers, 'Idempotency-Key': `${key}-${String(number)}` },
      body,
      timeoutMs: Math.min(timeoutMs, Math.max(1, context.remainingMs())),
      maxResponseBytes: largestResponseBytes,
      signal,
    });
    const { status, statusText } = response;
    return { url: response.url, status, statusText, headers: response.headers, body: new TextDecoder().decode(response.body) };
  };
  return async (request, signal) => {
    try {
      return await send(request, signal);
    } catch (error) {
      if (error instanceof InfrastructureFault) onFault(error);
      throw error;
    }
  };
}

function refuseOversize(url: string, headers: Readonly<Record<string, string>>, body: string | null): void {
  if (url.length > longestUrl) throw new TypeError(`fetch: the address is longer than ${String(longestUrl)} characters`);
  const bytes = Buffer.byteLength(JSON.stringify(headers)) + Buffer.byteLength(body ?? '');
  if (bytes > largestRequestBytes) throw new TypeError(`fetch: headers and body are larger than ${String(largestRequestBytes)} bytes`);
}
