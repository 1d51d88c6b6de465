import type { SandboxCall } from './sandbox-call.js';

/** Calls that wait for a process. First come, first served within a tenant; tenants take turns. */
export class CallQueue {
  /** Calls that had begun and were moved away from a process. */
  readonly #returned = new Set<SandboxCall>();
  readonly #byTenant = new Map<string, Set<SandboxCall>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(call: SandboxCall): void {
    const { tenant } = call.request;
    const waiting = this.#byTenant.get(tenant);
    if (waiting === undefined) this.#byTenant.set(tenant, new Set([call]));
    else waiting.add(call);
    this.#size += 1;
  }

  giveBack(call: SandboxCall): void {
    this.#returned.add(call);
    this.#size += 1;
  }

  first(): SandboxCall | undefined {
    const [returned] = this.#returned;
    if (returned !== undefined) return returned;
    const [tenant] = this.#byTenant.values();
    if (tenant === undefined) return undefined;
    const [call] = tenant;
    return call;
  }

  /** Takes the call out, wherever it stands; its tenant goes to the end of the row. */
  remove(call: SandboxCall): void {
    if (this.#returned.delete(call)) {
      this.#size -= 1;
      return;
    }
    const { tenant } = call.request;
    const waiting = this.#byTenant.get(tenant);
    if (waiting?.delete(call) !== true) return;
    this.#size -= 1;
    this.#byTenant.delete(tenant);
    if (waiting.size > 0) this.#byTenant.set(tenant, waiting);
  }

  all(): SandboxCall[] {
    return [...this.#returned, ...[...this.#byTenant.values()].flatMap((calls) => [...calls])];
  }
}
