import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { atOnce } from '#host/loop/turn.js';
import { inclusionSteps, MerkleTree, rootFromPath } from './merkle-tree.js';

const sizes = [1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 33, 100];

const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const hashes = (count: number): string[] => Array.from({ length: count }, (_, n) => sha(Buffer.from(`entry ${n}`)).toString('base64url'));

/** RFC 6962 section 2.1, word by word: split at the largest power of two below the count. A leaf is the hash of an entry. */
function rootByTheBook(leaves: readonly string[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return Buffer.from(only, 'base64url');
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha(Buffer.of(1), rootByTheBook(leaves.slice(0, split)), rootByTheBook(leaves.slice(split)));
}

function grown(leaves: readonly string[]): MerkleTree {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree;
}

describe('a Merkle tree', () => {
  it.each(sizes)('of %d leaves has the root that RFC 6962 gives them', (size) => {
    expect(grown(hashes(size)).root()).toBe(rootByTheBook(hashes(size)).toString('base64url'));
  });

  it('continues where it stopped', () => {
    const leaves = hashes(100);
    const first = grown(leaves.slice(0, 37));
    const rest = new MerkleTree(first.count, first.peaks);
    for (const leaf of leaves.slice(37)) rest.add(leaf);
    expect(rest.root()).toBe(grown(leaves).root());
  });

  it.each(sizes)('of %d leaves can show each of them', (size) => {
    const leaves = hashes(size);
    const roots = leaves.map((leaf, index) => rootFromPath(leaf, { index, size, path: atOnce(inclusionSteps(leaves, index)) }));
    expect(new Set(roots)).toEqual(new Set([grown(leaves).root()]));
  });

  it('shows a leaf of a large tree in many short steps', () => {
    expect([...inclusionSteps(hashes(10_000), 5)].length).toBeGreaterThan(70);
  });

  it('shows no leaf at another place, with another path or in a tree of another size', () => {
    const leaves = hashes(11);
    const root = grown(leaves).root();
    const path = atOnce(inclusionSteps(leaves, 4));
    const [leaf = '', other = ''] = leaves.slice(4);
    const tries = [
      rootFromPath(other, { index: 4, size: 11, path }),
      rootFromPath(leaf, { index: 5, size: 11, path }),
      rootFromPath(leaf, { index: 4, size: 11, path: path.slice(1) }),
      rootFromPath(leaf, { index: 4, size: 11, path: [...path, other] }),
      rootFromPath(leaf, { index: 4, size: 4, path }),
      rootFromPath(leaf, { index: -1, size: 11, path }),
    ];
    expect(tries).not.toContain(root);
  });
});
