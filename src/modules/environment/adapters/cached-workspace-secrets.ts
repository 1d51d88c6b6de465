import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { EnvironmentChanged } from '../domain/environment.events.js';
import { WorkspaceSecrets } from '../ports/workspace-secrets.js';
import { SealedVariables, type OpenedVariables } from '../store/sealed-variables.js';

type Secrets = ReadonlyMap<string, string>;

type Opened = Pick<OpenedVariables, 'values' | 'isDeleted'>;

interface Entry {
  readonly opened: Promise<Opened>;
}

const oldestMs = 750;
const mostWorkspaces = 5_000;
/** Twice the size of the largest environment. */
const mostCharacters = 64 * 1024 * 1024;
const remindAfterMs = 60 * 60_000;
const decisive = new Set([EnvironmentChanged.type, 'workspace.deleted']);

/** Caches the secrets of workspaces, because every run reads them. */
@Injectable()
export class CachedWorkspaceSecrets extends WorkspaceSecrets implements OnModuleDestroy {
  readonly #kept = new LRUCache<string, Entry>({ max: mostWorkspaces, maxSize: mostCharacters, ttl: oldestMs });
  /** The last reported problem of each workspace, so that a changed encryption key does not flood the log. */
  readonly #reported = new LRUCache<string, string>({ max: mostWorkspaces, ttl: remindAfterMs });
  readonly #stopListening: () => void;

  constructor(
    private readonly variables: SealedVariables,
    private readonly logger: Logger,
    store: EventStore,
  ) {
    super();
    this.#stopListening = store.onAppended((streams) => {
      for (const stream of streams) if (isDecisive(stream)) this.#kept.delete(String(stream.workspaceId));
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  async of(workspaceId: string): Promise<Secrets> {
    return (await this.#opened(workspaceId)).values;
  }

  async isDeleted(workspaceId: string): Promise<boolean> {
    return (await this.#opened(workspaceId)).isDeleted;
  }

  #opened(workspaceId: string): Promise<Opened> {
    const known = this.#kept.get(workspaceId);
    if (known !== undefined) return known.opened;
    // The promise is cached, so that concurrent callers share one query. Its age counts from the start of the query.
    const entry = { opened: this.#open(workspaceId) };
    this.#kept.set(workspaceId, entry, { size: 1 });
    entry.opened.then(
      ({ values }) => this.#weigh(workspaceId, entry, values),
      () => this.#kept.peek(workspaceId) === entry && this.#kept.delete(workspaceId),
    );
    return entry.opened;
  }

  /** The size of an entry is known only after it has been opened. */
  #weigh(workspaceId: string, entry: Entry, secrets: Secrets): void {
    if (this.#kept.peek(workspaceId) !== entry) return;
    this.#kept.set(workspaceId, { ...entry }, { size: charactersOf(secrets), noUpdateTTL: true });
  }

  async #open(workspaceId: string): Promise<Opened> {
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

function isDecisive({ lifetime, events }: StreamAppend): boolean {
  return lifetime === 'ledger' && events.some(({ type }) => decisive.has(type));
}

function charactersOf(secrets: Secrets): number {
  return [...secrets].reduce((sum, [name, value]) => sum + name.length + value.length, 1);
}
