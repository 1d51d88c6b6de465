import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { Changes } from '#ledger/projections/changes.js';
import type { Provider } from '../domain/provider.js';
import { modelProviderEvents } from '../domain/model-provider.events.js';
import { ModelProviderRows, type ModelProviderRow } from '../queries/model-provider-rows.js';

const mostWorkspaces = 5_000;
const concurrency = 64;
const decisive: ReadonlySet<string> = new Set(modelProviderEvents.map(({ type }) => type));

/** The providers of workspaces, the oldest first. Changes by another process are visible after at most 750 ms. */
@Injectable()
export class WorkspaceProviders implements OnModuleDestroy {
  readonly #kept = new FreshCache<readonly Provider[]>({ maxEntries: mostWorkspaces });
  readonly #stopListening: () => void;

  constructor(
    private readonly rows: ModelProviderRows,
    changes: Changes,
  ) {
    this.#stopListening = changes.on(decisive, ({ workspaceId }) => this.#kept.forget(String(workspaceId)));
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  of(workspaceId: string): Promise<readonly Provider[]> {
    return this.#kept.get(workspaceId, () => this.#read(workspaceId));
  }

  async #read(workspaceId: string): Promise<readonly Provider[]> {
    return (await this.rows.of(workspaceId)).map(providerOf);
  }
}

export function providerOf(row: ModelProviderRow): Provider {
  const { id, name, kind, baseUrl, secret, headers, idleTimeoutMs, models, lacks } = row;
  const settings = { id, name, kind, baseUrl, headers, idleTimeoutMs, lacks, models: models ?? [], anyModel: models === null };
  return { ...settings, source: 'workspace', keyName: secret ?? undefined, allowsPrivate: false, concurrency };
}
