import { Sandbox, SandboxFailure, type SandboxRequest, type SandboxResult } from '#world/sandbox/sandbox.js';
import type { Json } from '#kernel/json.js';

const AsyncFunction = (async () => {}).constructor as new (...source: string[]) => (...values: unknown[]) => Promise<unknown>;

/** Runs code of our own specs right here, without any protection. */
export class InProcessSandbox extends Sandbox {
  readonly requests: SandboxRequest[] = [];

  async run(request: SandboxRequest): Promise<SandboxResult> {
    this.requests.push(request);
    const lines: string[] = [];
    const console = { log: (...values: unknown[]) => lines.push(values.join(' ')) };
    const globals = { console, fetch: request.fetch, ...(structuredClone(request.bindings) as Record<string, unknown>) };
    try {
      const result = await new AsyncFunction(...Object.keys(globals), request.code)(...Object.values(globals));
      return { result: (result ?? null) as Json, stdout: lines.join('\n') };
    } catch (error) {
      throw new SandboxFailure('error', error instanceof Error ? `${error.name}: ${error.message}` : String(error), lines.join('\n'));
    }
  }
}

/** Fails the way a sandbox does when it ends code. */
export class FailingSandbox extends Sandbox {
  constructor(private readonly failure: SandboxFailure) {
    super();
  }

  run(): Promise<SandboxResult> {
    return Promise.reject(this.failure);
  }
}
