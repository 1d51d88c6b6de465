import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly clients: number;
  readonly seconds: number;
  /** Ends after this many requests instead. */
  readonly amount?: number;
  /** Requests a second of all clients; without it as many as they can. */
  readonly rate?: number;
  /** Each request has another text where the body says `[<id>]`. */
  readonly differs?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** A closed loop: each client sends its next request when it has its answer. */
export async function drive({ url, headers, body, clients, seconds, amount, rate, differs = false }: Load): Promise<LoadResult> {
  const startedAt = performance.now();
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    connections: clients,
    idReplacement: differs,
    ...(rate === undefined ? {} : { overallRate: rate }),
    ...(amount === undefined ? { duration: seconds } : { amount }),
  });
  const elapsed = (performance.now() - startedAt) / 1000;
  const requests = result['2xx'] + result.non2xx;
  return {
    requests,
    perSecond: requests / (amount === undefined ? result.duration : elapsed),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}
