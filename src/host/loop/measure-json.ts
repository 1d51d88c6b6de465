import { deepestJson, jsonSize, notedJsonSize, noteJsonSize, type Json } from '#kernel/json.js';
import { Turn } from './turn.js';

/** Values that are measured at once, in bytes: below a millisecond. */
const pieceBytes = 64 * 1024;
/** Bytes between two looks at the clock. */
const lookEvery = 16 * 1024;

/**
 * Measures a large value in pieces, between which other work has its turn. Afterwards `jsonSize` knows its size, or for a value above the limit a
 * smaller one that is above the limit as well.
 */
export async function measureLarge(value: Json, limit: number): Promise<void> {
  const isMeasured = typeof value !== 'object' || value === null || notedJsonSize(value, deepestJson) !== undefined;
  if (isMeasured) return;
  const measuring = new Measuring(limit, await Turn.begin());
  await measuring.add(value, deepestJson);
  if (measuring.bytes > limit && measuring.bytes !== Infinity) noteJsonSize(value, measuring.bytes, deepestJson);
}

class Measuring {
  bytes = 0;
  #lookAt = lookEvery;

  constructor(
    private readonly limit: number,
    private readonly turn: Turn,
  ) {}

  async add(value: Json, deepest: number): Promise<void> {
    const before = this.bytes;
    this.bytes += 2;
    for (const [key, member] of membersOf(value)) {
      const bytes = jsonSize(member, pieceBytes, deepest - 1);
      const isLong = bytes > pieceBytes && bytes !== Infinity && typeof member === 'object' && member !== null;
      if (isLong && notedJsonSize(member, deepest - 1) === undefined) await this.add(member, deepest - 1);
      else this.bytes += bytes;
      this.bytes += typeof key === 'string' ? key.length + 4 : 1;
      if (this.bytes > this.limit) return;
      if (this.bytes < this.#lookAt) continue;
      this.#lookAt = this.bytes + lookEvery;
      if (this.turn.isOver) await this.turn.yield();
    }
    noteJsonSize(value, this.bytes - before, deepest);
  }
}

function* membersOf(value: Json): Generator<readonly [string | number, Json]> {
  if (Array.isArray(value)) return yield* (value as readonly Json[]).entries();
  const members = value as Readonly<Record<string, Json>>;
  // The list of all entries of an object with 100,000 keys takes four times as long as that of its keys.
  for (const key of Object.keys(members)) yield [key, members[key] ?? null];
}
