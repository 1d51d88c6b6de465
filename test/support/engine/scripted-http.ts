import { OutboundHttp, type OutboundRequest, type OutboundResponse } from '#world/outbound/outbound-http.js';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An outside that gives the answers of a script, one after the other and the last one for ever, and remembers what it was asked. */
export class ScriptedHttp extends OutboundHttp {
  readonly requests: OutboundRequest[] = [];
  readonly #script: readonly (ScriptedAnswer | Error)[];

  constructor(...script: readonly (ScriptedAnswer | Error)[]) {
    super();
    this.#script = script;
  }

  send(request: OutboundRequest): Promise<OutboundResponse> {
    const answer = this.#script[Math.min(this.requests.length, this.#script.length - 1)] ?? {};
    this.requests.push(request);
    if (answer instanceof Error) return Promise.reject(answer);
    const { status = 200, statusText = 'OK', headers = {}, body = '' } = answer;
    return Promise.resolve({ url: request.url, status, statusText, headers, body: new TextEncoder().encode(body) });
  }
}
