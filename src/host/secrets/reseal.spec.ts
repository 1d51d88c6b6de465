import { describe, expect, it } from '@jest/globals';
import { resealRows, type SealedRows } from './reseal.js';
import { SecretBox } from './secret-box.js';

interface Row {
  readonly id: number;
  readonly sealed: string;
}

const [former, present, lost] = ['0f', 'f0', 'aa'].map((digits) => digits.repeat(32)) as [string, string, string];
const box = new SecretBox(present, [former]);

/** A table in memory. `crashAfter` batches the storing fails. */
class Table implements SealedRows<Row> {
  readonly what = 'things';
  readonly rows = new Map<number, string>();
  batches = 0;
  constructor(count: number, keyOf: (id: number) => string = () => former) {
    for (let id = 0; id < count; id += 1) this.rows.set(id, new SecretBox(keyOf(id)).encrypt(`value ${id}`, String(id)));
  }
  crashAfter = Infinity;
  #left(): Row[] {
    return [...this.rows].filter(([, sealed]) => !sealed.startsWith(`${box.keyId}.`)).map(([id, sealed]) => ({ id, sealed }));
  }
  count = (): Promise<number> => Promise.resolve(this.#left().length);
  next = (after: Row | undefined, limit: number): Promise<Row[]> =>
    Promise.resolve(
      this.#left()
        .filter(({ id }) => id > (after?.id ?? -1))
        .slice(0, limit),
    );
  sealAnew = ({ id, sealed }: Row): Row => ({ id, sealed: box.encrypt(box.decrypt(sealed, String(id)), String(id)) });
  replace = (pairs: readonly (readonly [Row, Row])[]): Promise<void> => {
    if (this.batches >= this.crashAfter) return Promise.reject(new Error('crash'));
    this.batches += 1;
    for (const [old, { id, sealed }] of pairs) if (this.rows.get(id) === old.sealed) this.rows.set(id, sealed);
    return Promise.resolve();
  };
  nameOf = ({ id }: Row): string => `thing ${id}`;
}

function opened(table: Table): string[] {
  return [...table.rows].map(([id, sealed]) => new SecretBox(present).decrypt(sealed, String(id)));
}

const values = (count: number): string[] => Array.from({ length: count }, (_, id) => `value ${id}`);

describe('encrypting rows again', () => {
  it('leaves nothing that needs the former key, and reports progress', async () => {
    const table = new Table(1_200);
    const lines: string[] = [];
    expect(await resealRows(table, (line) => lines.push(line))).toEqual({ resealed: 1_200, unreadable: [] });
    expect(lines).toEqual(['things: 500 of 1200', 'things: 1000 of 1200', 'things: 1200 of 1200']);
    expect(opened(table)).toEqual(values(1_200));
  });

  it('continues after a crash where it stopped', async () => {
    const table = new Table(1_200);
    table.crashAfter = 1;
    await expect(resealRows(table, () => undefined)).rejects.toThrow('crash');
    table.crashAfter = Infinity;
    expect(await resealRows(table, () => undefined)).toEqual({ resealed: 700, unreadable: [] });
    expect(opened(table)).toEqual(values(1_200));
  });

  it('does nothing the second time', async () => {
    const table = new Table(3);
    await resealRows(table, () => undefined);
    const before = [...table.rows];
    expect(await resealRows(table, () => undefined)).toEqual({ resealed: 0, unreadable: [] });
    expect([...table.rows]).toEqual(before);
  });

  it('names rows that no known key decrypts, and does not change them', async () => {
    const table = new Table(600, (id) => (id === 7 ? lost : former));
    const kept = table.rows.get(7);
    const { resealed, unreadable } = await resealRows(table, () => undefined);
    expect({ resealed, unreadable }).toEqual({ resealed: 599, unreadable: ['thing 7: The value was sealed with another encryption key'] });
    expect(table.rows.get(7)).toBe(kept);
  });
});
