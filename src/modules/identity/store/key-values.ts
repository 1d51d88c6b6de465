import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Write } from '#infrastructure/projections/read-model.js';
import { apiKeySecret } from './api-key-secret.entity.js';

/** The values that a key has, or had until lately. */
@Injectable()
export class KeyValues {
  constructor(private readonly pool: Pool) {}

  /** Ends those that count now at `until`; one that would end sooner still does. */
  async retired(keyId: string, until: string): Promise<readonly Write[]> {
    const { rows } = await this.pool.query<{ digest: string }>({
      text: 'select digest from api_key_secret where key_id = $1 and (retires_at is null or retires_at > $2)',
      values: [keyId, until],
    });
    return rows.map(({ digest }) => apiKeySecret.patch({ digest, retiresAt: until }));
  }
}
