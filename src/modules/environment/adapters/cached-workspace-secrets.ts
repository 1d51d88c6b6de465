import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Changes } from '#ledger/projections/changes.js';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { Logger } from '#host/logging/logger.js';
import { EnvironmentChanged } from '../domain/environment.events.js';
import { WorkspaceSecrets, type OpenedSecrets } from '../ports/workspace-secrets.js';
import { SealedVariables } from '../store/sealed-variables.js';

type Secrets = ReadonlyMap<string, string>;

const mostWorkspaces = 5_000;
/** Twice the size of the largest environment. */
const mostCharacters = 64 * 1024 * 1024;
const remindAfterMs = 60 * 60_000;
const decisive = [EnvironmentChanged.type, 'workspace.deleted'];

/** Caches the secrets of workspaces, because every run reads them. */
@Injectable()
export class CachedWorkspaceSecrets extends WorkspaceSecrets implements OnModuleDestroy {
  readonly #kept = new FreshCache<OpenedSecrets>({
    maxEntries: mostWorkspaces,
    size: { max: mostCharacters, of: ({ values }) => charactersOf(values) },
  });
  /** The last reported problem of each workspace, so that a changed encryption key does not flood the log. */
  readonly #reported = new LRUCache<string, string>({ max: mostWorkspaces, ttl: remindAfterMs });
  readonly #stopListening: () => void;

  constructor(
    private readonly variables: SealedVariables,
    private readonly logger: Logger,
    changes: Changes,
  ) {
    super();
    this.#stopListening = changes.on(decisive, ({ workspaceId }) => this.forget(String(workspaceId)));
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  opened(workspaceId: string): Promise<OpenedSecrets> {
    return this.#kept.get(workspaceId, () => this.#open(workspaceId));
  }

  forget(workspaceId: string): void {
    this.#kept.forget(workspaceId);
  }

  setSince(workspaceId: string, since: string): Promise<ReadonlySet<string>> {
    return this.variables.setSince(workspaceId, since);
  }

  async #open(workspaceId: string): Promise<OpenedSecrets> {
    const { values, isDeleted, unreadable } = await this.variables.open(workspaceId);
    this.#report(workspaceId, unreadable);
    return { values, isDeleted };
  }

  #report(workspaceId: string, unreadable: ReadonlyMap<string, string>): void {
    const variables = [...unreadable].map(([name, reason]) => ({ name, reason }));
    const complaint = JSON.stringify(variables);
    if (variables.length === 0) this.#reported.delete(workspaceId);
    else if (this.#reported.get(workspaceId) !== complaint) {
      this.#reported.set(workspaceId, complaint);
      const event = 'environment.unreadable';
      this.logger.error({ channel: 'sec', event, workspaceId, variables }, 'variables cannot be opened and count as absent');
    }
  }
}

function charactersOf(secrets: Secrets): number {
  return [...secrets].reduce((sum, [name, value]) => sum + name.length + value.length, 1);
}
