import { composition } from '#app/composition.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { Clock } from '#kernel/clock.js';
import { builtInPlans, PlanCatalogue } from '#kernel/plan/plan.js';
import { StorageAllowance, type StorageAccount } from '#ledger/objects/storage-allowance.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import { WorkspaceKeeping } from '#modules/identity/index.js';
import { Conversations } from '#modules/conversations/queries/conversations.js';
import { ConversationRows } from '#modules/conversations/store/conversation-rows.js';
import { ConversationWriter } from '#modules/conversations/store/conversation-writer.js';
import { MemoryUpkeep } from '#modules/conversations/store/memory-upkeep.js';
import { conversationsWiring } from '#modules/conversations/wiring.js';
import { RetentionRules } from '#modules/retention/index.js';
import { RunMemory } from '#modules/runs/blocks/data/run-memory.js';
import type { ConversationMemory } from '../../../src/blocks/ports/memory.js';
import { openTestStore, type TestStore } from '../open-store.js';

/** The system clock, some days ahead. */
class In extends Clock {
  constructor(private readonly days: number) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.days * 86_400_000);
  }
}

class SameForAll extends StorageAllowance {
  limitBytes: number | null = null;

  of(): StorageAccount {
    throw new Error('Runs ask by their account');
  }

  ofAccount(accountId: string): Promise<StorageAccount> {
    return Promise.resolve({ accountId, limitBytes: this.limitBytes });
  }
}

/** Conversations on a separate database, used like by runs. */
export class ConversationWorld {
  readonly ids = new SystemIds();
  readonly accountId = this.ids.next();
  readonly allowance = new SameForAll();

  private constructor(readonly store: TestStore) {}

  static async open(): Promise<ConversationWorld> {
    return new ConversationWorld(await openTestStore(conversationsWiring));
  }

  /** The memory of a run, in a workspace and at a time. */
  memory(workspaceId: string, { inDays = 0 } = {}): ConversationMemory {
    const { store, pool } = this.store;
    const clock = inDays === 0 ? new SystemClock() : new In(inDays);
    const rows = this.#rows(clock, null);
    const writer = new ConversationWriter(store, pool, rows, new StorageRoom(pool), this.allowance, clock, this.ids);
    const executionId = this.ids.next();
    const run = { workspaceId, executionId, workflowId: executionId, callChain: [], userId: this.ids.next(), accountId: this.accountId };
    return new RunMemory(new Conversations(rows, writer)).of(run);
  }

  /** The upkeep of a server on which every plan keeps runs for some days. */
  upkeep(inDays: number, retentionDays: number | null = null): MemoryUpkeep {
    const { store, pool } = this.store;
    const clock = new In(inDays);
    return new MemoryUpkeep(pool, store, this.#rows(clock, retentionDays), this.#rules(clock, retentionDays), clock);
  }

  async count(table: string): Promise<number> {
    return (await this.store.pool.query(`select from ${table}`)).rowCount ?? 0;
  }

  /** Bytes that count for the account. */
  used(): Promise<number> {
    return new StorageRoom(this.store.pool).used(this.accountId);
  }

  #rows(clock: Clock, retentionDays: number | null): ConversationRows {
    return new ConversationRows(this.store.pool, this.#rules(clock, retentionDays), clock);
  }

  #rules(clock: Clock, retentionDays: number | null): RetentionRules {
    const { pool } = this.store;
    const [plan] = builtInPlans;
    if (plan === undefined) throw new Error('There are built-in plans');
    const plans = new PlanCatalogue([{ ...plan, name: 'own', retentionDays }], 'own');
    return new RetentionRules(pool, new WorkspaceKeeping(pool), plans, clock, composition.runs);
  }
}
