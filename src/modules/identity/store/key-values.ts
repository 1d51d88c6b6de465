import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import { apiKeySecret } from './api-key-secret.entity.js';

/** So long the use of a key that has ended can be told from a guess. */
const keptMs = 30 * 86_400_000;

/** The values that a key has, or had until lately. */
@Injectable()
export class KeyValues implements OnModuleInit {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly housekeeper: Housekeeper,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.forgetEnded());
  }

  /** Ends those that count now at `until`; one that would end sooner still does. */
  async retired(keyId: string, until: string): Promise<readonly Write[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      text: 'select id from api_key_secret where key_id = $1 and (retires_at is null or retires_at > $2)',
      values: [keyId, until],
    });
    return rows.map(({ id }) => apiKeySecret.patch({ id, retiresAt: until }));
  }

  /** Deletes those that have been of no use for 30 days: replaced, revoked, expired, or of a workspace that is gone. */
  async forgetEnded(): Promise<void> {
    await this.pool.query(
      `delete from api_key_secret s using api_key k left join workspace_terms w on w.workspace_id = k.workspace_id
       where k.id = s.key_id and least(s.retires_at, k.revoked_at, k.expires_at, w.deleted_at) < $1`,
      [new Date(this.clock.now().getTime() - keptMs)],
    );
  }
}
