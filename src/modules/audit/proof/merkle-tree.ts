import { base64urlOf, bytesOf, digestOfBytes } from '#proof-cryptography';

/*
 * The trees of RFC 6962, with the hashes of entries as leaves. What is hashed for an entry never begins with the byte with which a node does,
 * so neither passes for the other. Hashes are base64url outside and bytes inside.
 */
const nodeMark = 1;
const hashBytes = 32;
/** So many nodes take well under a millisecond. */
const nodesOfStep = 128;

function nodeOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * hashBytes);
  bytes[0] = nodeMark;
  bytes.set(left, 1);
  bytes.set(right, 1 + hashBytes);
  return digestOfBytes(bytes);
}

/** A Merkle tree that grows. It keeps only the roots of complete subtrees, at most one of each height. */
export class MerkleTree {
  #count: number;
  readonly #peaks: Uint8Array[];

  /** Continues a tree with these `peaks`. */
  constructor(count = 0, peaks: readonly string[] = []) {
    this.#count = count;
    this.#peaks = peaks.map(bytesOf);
  }

  get count(): number {
    return this.#count;
  }

  get peaks(): readonly string[] {
    return this.#peaks.map(base64urlOf);
  }

  add(entryHash: string): void {
    let peak = bytesOf(entryHash);
    // Each bit of the count that is set is a complete tree of that height.
    for (let trees = this.#count; trees % 2 === 1; trees = (trees - 1) / 2) peak = nodeOf(this.#peaks.pop() ?? peak, peak);
    this.#peaks.push(peak);
    this.#count += 1;
  }

  /** Of a tree with at least one leaf. */
  root(): string {
    return base64urlOf(this.#peaks.reduceRight((right, left) => nodeOf(left, right)));
  }
}

/** The hashes that lead from a leaf to the root: the roots of the sibling subtrees, from the leaf upwards. A tree may have 131,072 leaves. */
export function* inclusionSteps(hashes: readonly string[], index: number): Generator<void, string[]> {
  let level = hashes.map(bytesOf);
  yield;
  const path: Uint8Array[] = [];
  for (let position = index; level.length > 1; position = Math.floor(position / 2)) {
    const sibling = level[position % 2 === 1 ? position - 1 : position + 1];
    if (sibling !== undefined) path.push(sibling);
    level = yield* levelAbove(level);
  }
  return path.map(base64urlOf);
}

/** The root that follows from a leaf at `index` of `size` and its path; undefined when the path has not the right length. */
export function rootFromPath(
  entryHash: string,
  { index, size, path }: { index: number; size: number; path: readonly string[] },
): string | undefined {
  const rest = path.map(bytesOf);
  let node = bytesOf(entryHash);
  let [position, last] = [index, size - 1];
  if (index < 0 || index > last) return undefined;
  for (; last > 0; position = Math.floor(position / 2), last = Math.floor(last / 2)) {
    // The rightmost node of a level without a neighbour goes up as it is.
    if (position === last && position % 2 === 0) continue;
    const sibling = rest.shift();
    if (sibling === undefined) return undefined;
    node = position % 2 === 1 ? nodeOf(sibling, node) : nodeOf(node, sibling);
  }
  return rest.length === 0 ? base64urlOf(node) : undefined;
}

function* levelAbove(level: readonly Uint8Array[]): Generator<void, Uint8Array[]> {
  const above: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]];
    if (left !== undefined) above.push(right === undefined ? left : nodeOf(left, right));
    if (above.length % nodesOfStep === 0) yield;
  }
  return above;
}
