import type { Json } from '../../../src/kernel/json.js';
import { leftOutOf, type LoadedPart, type LoadPart } from '../parts/show/left-out-value.js';
import { memberPath } from '../parts/show/member-path.js';

const mostOfPart = 65_536;

/**
 * A value of an event with all that the event leaves out.
 * @throws Error when that has more bytes than `most`
 */
export function wholeValue(value: unknown, load: LoadPart, most: number): Promise<Json> {
  return new WholeReader(load, most).read(value, '', false);
}

class WholeReader {
  #bytes = 0;

  constructor(
    private readonly load: LoadPart,
    private readonly most: number,
  ) {}

  /** @param isCounted whether the size of what is around it includes its size */
  async read(value: unknown, path: string, isCounted: boolean): Promise<Json> {
    const leftOut = leftOutOf(value);
    if (leftOut !== undefined) {
      if (!isCounted) this.#bytes += leftOut.bytes;
      if (this.#bytes > this.most) throw new Error(`It has more than ${Math.floor(this.most / 1024)} KB.`);
      return this.#leftOut(path);
    }
    if (Array.isArray(value)) return this.#list(value, path, 0, isCounted);
    return typeof value === 'object' && value !== null ? this.#members(value, path, isCounted) : (value as Json);
  }

  async #leftOut(path: string): Promise<Json> {
    const parts: LoadedPart[] = [];
    for (let offset: number | null = 0; offset !== null; offset = parts.at(-1)?.nextOffset ?? null) {
      parts.push(await this.load(path, offset, mostOfPart));
    }
    const [first] = parts;
    if (first?.kind === 'text') return parts.map(({ part }) => String(part)).join('');
    if (first?.kind === 'list') {
      const lists: Json[][] = [];
      for (const { part, offset } of parts) lists.push(await this.#list(part as readonly unknown[], path, offset, true));
      return lists.flat();
    }
    if (first?.kind !== 'object') return (first?.part ?? null) as Json;
    const objects: Readonly<Record<string, Json>>[] = [];
    for (const { part } of parts) objects.push(await this.#members(part as object, path, true));
    return Object.fromEntries(objects.flatMap(Object.entries)) as Json;
  }

  async #list(values: readonly unknown[], path: string, from: number, isCounted: boolean): Promise<Json[]> {
    const read: Json[] = [];
    for (const [index, member] of values.entries())
      read.push(await this.read(member, memberPath(path, String(from + index), true), isCounted));
    return read;
  }

  async #members(value: object, path: string, isCounted: boolean): Promise<Readonly<Record<string, Json>>> {
    const read: [string, Json][] = [];
    for (const [name, member] of Object.entries(value))
      read.push([name, await this.read(member, memberPath(path, name, false), isCounted)]);
    return Object.fromEntries(read);
  }
}
