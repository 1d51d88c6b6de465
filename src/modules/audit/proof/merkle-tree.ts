import { hash } from 'node:crypto';

/*
 * The trees of RFC 6962, with the hashes of entries as leaves. What is hashed for an entry never begins with the byte with which a node does,
 * so neither passes for the other. Hashes are base64url outside and bytes inside.
 */
const nodeMark = 1;
const hashBytes = 32;

function leafOf(entryHash: string): Buffer {
  return Buffer.from(entryHash, 'base64url');
}

function nodeOf(left: Buffer, right: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(1 + 2 * hashBytes);
  bytes[0] = nodeMark;
  left.copy(bytes, 1);
  right.copy(bytes, 1 + hashBytes);
  return hash('sha256', bytes, 'buffer');
}

/** A Merkle tree that grows. It keeps only the roots of complete subtrees, at most one of each height. */
export class MerkleTree {
  #count: number;
  readonly #peaks: Buffer[];

  /** Continues a tree with these `peaks`. */
  constructor(count = 0, peaks: readonly string[] = []) {
    this.#count = count;
    this.#peaks = peaks.map((peak) => Buffer.from(peak, 'base64url'));
  }

  get count(): number {
    return this.#count;
  }

  get peaks(): readonly string[] {
    return this.#peaks.map((peak) => peak.toString('base64url'));
  }

  add(entryHash: string): void {
    let peak = leafOf(entryHash);
    // Each bit of the count that is set is a complete tree of that height.
    for (let trees = this.#count; trees % 2 === 1; trees = (trees - 1) / 2) peak = nodeOf(this.#peaks.pop() ?? peak, peak);
    this.#peaks.push(peak);
    this.#count += 1;
  }

  /** Of a tree with at least one leaf. */
  root(): string {
    return this.#peaks.reduceRight((right, left) => nodeOf(left, right)).toString('base64url');
  }
}

/** The hashes that lead from a leaf to the root: the roots of the sibling subtrees, from the leaf upwards. */
export function inclusionPath(hashes: readonly string[], index: number): string[] {
  return pathIn(hashes, index).map((node) => node.toString('base64url'));
}

/** The root that follows from a leaf at `index` of `size` and its path; undefined when the path has not the right length. */
export function rootFromPath(
  entryHash: string,
  { index, size, path }: { index: number; size: number; path: readonly string[] },
): string | undefined {
  const rest = path.map((node) => Buffer.from(node, 'base64url'));
  let node = leafOf(entryHash);
  let [position, last] = [index, size - 1];
  if (index < 0 || index > last) return undefined;
  for (; last > 0; position = Math.floor(position / 2), last = Math.floor(last / 2)) {
    // The rightmost node of a level without a neighbour goes up as it is.
    if (position === last && position % 2 === 0) continue;
    const sibling = rest.shift();
    if (sibling === undefined) return undefined;
    node = position % 2 === 1 ? nodeOf(sibling, node) : nodeOf(node, sibling);
  }
  return rest.length === 0 ? node.toString('base64url') : undefined;
}

function pathIn(hashes: readonly string[], index: number): Buffer[] {
  let level = hashes.map(leafOf);
  const path: Buffer[] = [];
  for (let position = index; level.length > 1; position = Math.floor(position / 2)) {
    const sibling = level[position % 2 === 1 ? position - 1 : position + 1];
    if (sibling !== undefined) path.push(sibling);
    level = levelAbove(level);
  }
  return path;
}

function levelAbove(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]];
    if (left !== undefined) above.push(right === undefined ? left : nodeOf(left, right));
  }
  return above;
}
