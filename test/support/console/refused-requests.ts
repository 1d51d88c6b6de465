import type { Page, Route } from 'playwright-core';

/** Requests of a page that are refused in place of the server. */
export interface Refused {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The end of the path of its address. */
  readonly path: RegExp;
}

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>;

/** A refusal, and what a person reads of it. */
export interface Refusal {
  readonly text: string;
  /** Absent: the connection is lost. */
  readonly answer?: Answer;
}

const ofServer = (status: number, code: string): Refusal => {
  const text = `Refused by the server with ${status}`;
  // The client repeats what was refused for a time: at once.
  return { text, answer: { status, headers: { 'Retry-After': '0' }, json: { error: text, code } } };
};

const ofProxy = (status: number): Refusal => {
  const body = `<html><head><title>${status}</title></head><body><h1>Refused by a proxy</h1></body></html>`;
  return { text: `HTTP ${status}`, answer: { status, headers: { 'Retry-After': '0' }, contentType: 'text/html', body } };
};

/** The refusals that each action may meet. */
export const refusals: readonly Refusal[] = [
  ofServer(403, 'FORBIDDEN'),
  ofServer(404, 'NOT_FOUND'),
  ofServer(409, 'CONFLICT'),
  ofProxy(413),
  ofServer(429, 'RATE_LIMIT_EXCEEDED'),
  ofServer(503, 'UNAVAILABLE'),
  ofProxy(502),
  { text: /cannot be reached|connection was lost/.source },
];

/** Refuses from now on. @returns what lets the requests through again */
export async function refuse(page: Page, { method, path }: Refused, { answer }: Refusal): Promise<() => Promise<void>> {
  const isMeant = (address: URL): boolean => path.test(address.pathname);
  const handle = (route: Route): Promise<void> => {
    if (route.request().method() !== method) return route.fallback();
    return answer === undefined ? route.abort() : route.fulfill(answer);
  };
  await page.route(isMeant, handle);
  return () => page.unroute(isMeant, handle);
}

/** Lets the next requests reach the server, and loses its answers, as a proxy does that gives up. */
export async function loseAnswers(page: Page, path: RegExp, count: number): Promise<Sent> {
  const sent = { keys: [] as string[], executionIds: [] as string[] };
  await page.route(
    (address) => path.test(address.pathname),
    async (route) => {
      const answer = await route.fetch();
      sent.keys.push((await route.request().headerValue('idempotency-key')) ?? 'none');
      const { data, executionId = data?.executionId ?? 'none' } = (await answer.json()) as StartedRun;
      sent.executionIds.push(executionId);
      await (sent.keys.length <= count
        ? route.fulfill({ status: 504, headers: { 'Retry-After': '0' }, contentType: 'text/html', body: '<h1>Gateway timeout</h1>' })
        : route.fulfill({ response: answer }));
    },
  );
  return sent;
}

interface StartedRun {
  readonly executionId?: string;
  readonly data?: { readonly executionId: string };
}

/** The starts that were sent, in order: their `Idempotency-Key`, and the run of each. */
export interface Sent {
  readonly keys: readonly string[];
  readonly executionIds: readonly string[];
}
