import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { feedStart, isAtOrAfter, type FeedPosition } from '#ledger/projections/event-feed.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { ReadView, Replica, ReplicaState } from './replica.js';

/** The connections for a query: *search* for those among very many rows, *plain* for others. */
export type ReadKind = 'plain' | 'search';

/** The view of a projection, in the version of this release: a replica that has not replayed its rebuild has another one. */
export function viewOf({ name, version }: Pick<Projection, 'name' | 'version'>): ReadView {
  const text = 'select tx, pos from projection_checkpoint where name = $1 and version = $2';
  return { name, place: { text, values: [name, version] } };
}

/**
 * Sends queries of a view to replicas. A replica answers if its own copy of the view has reached every place that a reader of this process was
 * promised; otherwise, and whenever it fails, the primary answers. So callers find what they have just done.
 */
export class ReadReplicas {
  readonly #required = new Map<string, FeedPosition>();
  #turn = 0;
  readonly #answered = { replica: 0, primary: 0 };

  constructor(
    private readonly primary: Readonly<Record<ReadKind, Pool>>,
    private readonly replicas: readonly Replica[] = [],
  ) {}

  /** The replicas with what they do at the moment. */
  get states(): readonly { readonly address: string; readonly state: ReplicaState }[] {
    return this.replicas.map(({ address, state }) => ({ address, state }));
  }

  /** Queries of views that each kind of server has answered, since the start; undefined without replicas. */
  get answered(): Readonly<Record<'replica' | 'primary', number>> | undefined {
    return this.replicas.length === 0 ? undefined : this.#answered;
  }

  /** From now on queries of a view find at least what the primary has at this place. */
  require({ name }: ReadView, position: FeedPosition): void {
    if (this.replicas.length > 0 && !isAtOrAfter(this.#requiredOf(name), position)) this.#required.set(name, position);
  }

  /** Asks a replica, or the primary. */
  async query<Row extends QueryResultRow>(view: ReadView, kind: ReadKind, query: QueryConfig): Promise<Row[]> {
    const replica = await this.#replicaFor(view);
    if (replica !== undefined) {
      try {
        const { rows } = await replica.pools[kind].query<Row>(query);
        this.#answered.replica += 1;
        return rows;
      } catch {
        // It is away, or has tables or rights of another moment. If the fault is in the query, the primary says so.
      }
    }
    this.#answered.primary += 1;
    return (await this.primary[kind].query<Row>(query)).rows;
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  /** The first one in turn that has reached the place. */
  async #replicaFor(view: ReadView): Promise<Replica | undefined> {
    const required = this.#requiredOf(view.name);
    this.#turn += 1;
    for (let tried = 0; tried < this.replicas.length; tried += 1) {
      const replica = this.replicas[(this.#turn + tried) % this.replicas.length];
      if (replica !== undefined && (await replica.has(view, required))) return replica;
    }
    return undefined;
  }

  #requiredOf(name: string): FeedPosition {
    return this.#required.get(name) ?? feedStart;
  }
}
