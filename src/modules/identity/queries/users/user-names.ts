import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { FreshCache } from '#host/caches/fresh-cache.js';

/** The names of users, for display. Checks no permissions. */
@Injectable()
export class UserNames {
  readonly #known = new FreshCache<string | undefined>({ maxEntries: 10_000 });

  constructor(private readonly pool: Pool) {}

  /** By id, without the users that are not known. */
  async ofAll(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(userIds)];
    const names = await Promise.all(ids.map((id) => this.of(id)));
    return new Map(ids.flatMap((id, index): [string, string][] => (names[index] === undefined ? [] : [[id, names[index]]])));
  }

  /** Undefined for a user that is not known. */
  of(userId: string): Promise<string | undefined> {
    return this.#known.get(userId, () => this.#load(userId));
  }

  async #load(userId: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ name: string }>({
      name: 'find_user_name',
      text: 'select name from user_account where id = $1',
      values: [userId],
    });
    return rows[0]?.name;
  }
}
