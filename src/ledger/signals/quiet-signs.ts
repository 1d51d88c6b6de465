import type { Pool } from 'pg';

/** What loops follow, as SQL expressions that are read once a second in quiet times. All of them cost little. */
export interface QuietSign {
  /** A text that changes with what the loops follow. */
  readonly sign?: string;
  /** Whether something waits that may become ready without a change. */
  readonly isWaiting?: string;
  /** In how many ms something is due; null if nothing is. */
  readonly dueMs?: string;
}

interface Found {
  readonly sign: string;
  readonly isWaiting: boolean;
  readonly dueMs: number | null;
}

/** The signs of all loops of this process. Each loop adds its own before it starts. */
export class QuietSigns {
  readonly #signs: QuietSign[] = [];

  constructor(private readonly pool: Pool) {}

  add(sign: QuietSign): void {
    this.#signs.push(sign);
  }

  /** Reads all with one statement. */
  async read(): Promise<Found | undefined> {
    const { rows } = await this.pool.query<Found>({ name: `quiet_look_${this.#signs.length}`, text: this.#text() });
    return rows[0];
  }

  #text(): string {
    const those = (of: keyof QuietSign): string[] => this.#signs.flatMap(({ [of]: expression }) => expression ?? []);
    return `select concat_ws('|', ${['null', ...those('sign')].join(', ')}) as sign, (${['false', ...those('isWaiting')].join(' or ')}) as "isWaiting",
              least(${['null', ...those('dueMs')].join(', ')})::float8 as "dueMs"`;
  }
}
