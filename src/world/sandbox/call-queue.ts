import type { SandboxCall } from './sandbox-call.js';

interface Line {
  readonly calls: Set<SandboxCall>;
  chars: number;
}

/** Calls that wait for a process. First come, first served within a tenant; tenants take turns. */
export class CallQueue {
  /** Calls that had begun and were moved away from a process. */
  readonly #returned = new Set<SandboxCall>();
  readonly #lines = new Map<string, Line>();
  #size = 0;
  #chars = 0;

  get size(): number {
    return this.#size;
  }

  /** The total size of the inputs of waiting calls. */
  get chars(): number {
    return this.#chars;
  }

  /** The number of waiting calls of this tenant, and the size of their inputs. */
  loadOf(tenant: string): { readonly calls: number; readonly chars: number } {
    const line = this.#lines.get(tenant);
    return { calls: line?.calls.size ?? 0, chars: line?.chars ?? 0 };
  }

  add(call: SandboxCall): void {
    const { tenant } = call.request;
    let line = this.#lines.get(tenant);
    if (line === undefined) this.#lines.set(tenant, (line = { calls: new Set(), chars: 0 }));
    line.calls.add(call);
    line.chars += call.bindings.length;
    this.#chars += call.bindings.length;
    this.#size += 1;
  }

  giveBack(call: SandboxCall): void {
    this.#returned.add(call);
    this.#size += 1;
  }

  /**
   * The next calls: those that were moved, then the first one of each tenant. When one of them is removed meanwhile, the
   * next one of its tenant follows after those of the others.
   */
  *heads(): Generator<SandboxCall> {
    yield* this.#returned;
    for (const { calls } of this.#lines.values()) {
      const [call] = calls;
      if (call !== undefined) yield call;
    }
  }

  /** Removes the call from any position; its tenant moves to the end of the order. */
  remove(call: SandboxCall): void {
    if (this.#returned.delete(call)) {
      this.#size -= 1;
      return;
    }
    const { tenant } = call.request;
    const line = this.#lines.get(tenant);
    if (line?.calls.delete(call) !== true) return;
    line.chars -= call.bindings.length;
    this.#chars -= call.bindings.length;
    this.#size -= 1;
    this.#lines.delete(tenant);
    if (line.calls.size > 0) this.#lines.set(tenant, line);
  }

  all(): SandboxCall[] {
    return [...this.#returned, ...[...this.#lines.values()].flatMap(({ calls }) => [...calls])];
  }
}
