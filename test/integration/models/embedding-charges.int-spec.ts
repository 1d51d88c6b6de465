import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventStore, type Append } from '#ledger/events/event-store.js';
import { createLogger } from '#host/logging/logger.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { SystemTimers } from '#host/system-timers.js';
import { EmbeddingCharges } from '#modules/models/embeddings/embedding-charges.js';
import { modelsWiring } from '#modules/models/wiring.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore(modelsWiring);
});
afterAll(() => store.finish());

/** The first append fails, before or after it is durable. */
class BreakingOnce extends EventStore {
  #isBroken = false;

  constructor(private readonly when: 'before' | 'after') {
    super();
  }

  async append(append: Append): Promise<void> {
    const breaks = !this.#isBroken;
    this.#isBroken = true;
    if (!breaks || this.when === 'after') await store.store.append(append);
    if (breaks) throw new Error('Connection terminated unexpectedly');
  }

  readonly read: EventStore['read'] = (...place) => store.store.read(...place);
  readonly grown: EventStore['grown'] = (places) => store.store.grown(places);
  readonly onAppended: EventStore['onAppended'] = (listener) => store.store.onAppended(listener);
}

it.each(['before', 'after'] as const)('charges once when the connection breaks %s the charge is written', async (when) => {
  const ids = new SystemIds();
  const [workspaceId, accountId] = [ids.next(), ids.next()];
  const logger = createLogger({ logLevel: 'fatal' });
  const charges = new EmbeddingCharges(new BreakingOnce(when), ids, new SystemClock(), new SystemTimers(), logger);
  const small = { model: 'small', priceUsd: undefined, keyOf: 'operator' } as const;
  charges.note({ workspaceId, accountId, ...small, tokens: 5 });
  await charges.write();
  charges.note({ workspaceId, accountId, ...small, tokens: 2 });
  await charges.write();
  const { rows } = await store.pool.query<{ tokens: number }>(
    `select (data->>'tokens')::int as tokens from ledger_event where type = 'knowledge.embedded' and workspace_id = $1 order by pos`,
    [workspaceId],
  );
  expect(rows).toEqual([{ tokens: 5 }, { tokens: 2 }]);
});
