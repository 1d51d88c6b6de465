import type { Agent } from 'undici';

/** Longer than an idle connection is kept. */
const idleMs = 15_000;

interface Kept {
  readonly agent: Agent;
  active: number;
  idle?: NodeJS.Timeout;
}

/** The connections of each tenant, so that no tenant can use up the connections to a server, or the number of servers, of another one. */
export class TenantAgents {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly create: (tenant: string) => Agent) {}

  /** Does something with the connections of a tenant. They are closed some time after the last use. */
  async use<Value>(tenant: string, send: (agent: Agent) => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(tenant) ?? { agent: this.create(tenant), active: 0 };
    this.#kept.set(tenant, kept);
    clearTimeout(kept.idle);
    kept.active += 1;
    try {
      return await send(kept.agent);
    } finally {
      kept.active -= 1;
      if (kept.active === 0) kept.idle = setTimeout(() => this.#close(tenant, kept), idleMs).unref();
    }
  }

  /** Closes every connection, also those in use. */
  async closeAll(): Promise<void> {
    const agents = [...this.#kept.values()];
    this.#kept.clear();
    for (const { idle } of agents) clearTimeout(idle);
    await Promise.all(agents.map(({ agent }) => agent.destroy()));
  }

  #close(tenant: string, kept: Kept): void {
    if (this.#kept.get(tenant) === kept) this.#kept.delete(tenant);
    void kept.agent.destroy();
  }
}
