import { createPublicKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atOnce } from '#host/loop/turn.js';
import { anEntry, chainId, newKey, sampleChain, sampleExport, signedCheckpoint } from '../../../../test/support/audit-log.js';
import type { Json } from '#kernel/json.js';
import { canonicalJson } from './canonical-json.js';
import { chainStart, entryHash, entryLine, entryText } from './entry-chain.js';
import { inclusionSteps } from './merkle-tree.js';
import { ProofBroken } from './proof-broken.js';
import { verifyFile } from './verify-file.js';

const key = newKey();
const first = sampleChain(key, { chain: chainId(1), entries: 20, rootEvery: 6 });
const second = sampleChain(key, { chain: chainId(2), entries: 10, rootEvery: 6 });
const sound = sampleExport(key, [first, second]);
/** The lines of the first chain. */
const firstLines = sound.slice(1, 1 + [...first.lines()].length);
const entryLines = sound.flatMap((line, index) => (line.startsWith('{"entry"') ? [index] : []));
const rootLines = sound.flatMap((line, index) => (line.startsWith('{"root"') ? [index] : []));

let folder: string;
let publicKeyFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-audit-'));
  publicKeyFile = join(folder, 'key.pem');
  await writeFile(
    publicKeyFile,
    createPublicKey(key.publicKey.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'pem' }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Roll = (sides: number) => number;
const oneOf = (roll: Roll, indexes: readonly number[]): number => indexes[roll(indexes.length)] ?? 0;
const text = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);
const edited = (roll: Roll, from: RegExp, to: string): Buffer => {
  const index = oneOf(roll, entryLines);
  return text(sound.with(index, (sound[index] ?? '').replace(from, to)));
};

/** An entry of another export that is as sound as ours, at the place of ours. */
function transplanted(roll: Roll): Buffer {
  const at = oneOf(roll, entryLines);
  const from = oneOf(
    roll,
    entryLines.filter((index) => index !== at),
  );
  return text(sound.with(at, sound[from] ?? ''));
}

/** Hashes everything after a change again, as an attacker can who has the database but not the key. */
function rewritten(roll: Roll): Buffer {
  const from = 1 + roll(20);
  let hash = chainStart;
  const lines = firstLines.map((line) => {
    const { entry } = JSON.parse(line) as { entry?: ReturnType<typeof anEntry> };
    if (entry === undefined) return line;
    const kept = entryText(entry.seq < from ? entry : { ...entry, actorName: 'Eve' });
    hash = entryHash(hash, kept);
    return entryLine(kept, hash);
  });
  return text([sound[0] ?? '', ...lines, ...sound.slice(1 + lines.length)]);
}

const deeds: readonly (readonly [name: string, deed: (roll: Roll) => Buffer])[] = [
  [
    'a bit flipped',
    (roll) => {
      const bytes = text(sound);
      const at = roll(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << roll(8));
      return bytes;
    },
  ],
  ['the file cut', (roll) => text(sound).subarray(0, roll(text(sound).length))],
  ['lines cut from the end', (roll) => text(sound.slice(0, roll(sound.length)))],
  ['a line deleted', (roll) => text(sound.toSpliced(roll(sound.length), 1))],
  ['a line twice', (roll) => text(sound.toSpliced(roll(sound.length), 0, sound[roll(sound.length)] ?? ''))],
  ['an entry made up', (roll) => text(sound.toSpliced(oneOf(roll, entryLines), 0, entryLine(entryText(anEntry(roll(20) + 1)), 'made-up')))],
  [
    'two lines swapped',
    (roll) => {
      const [one, other] = [roll(sound.length - 1), roll(sound.length - 1)];
      const another = one === other ? one + 1 : other;
      return text(sound.with(one, sound[another] ?? '').with(another, sound[one] ?? ''));
    },
  ],
  ['another time', (roll) => edited(roll, /"createdAt":"2030-(..)/, '"createdAt":"2029-$1')],
  ['another actor', (roll) => edited(roll, /"actorEmail":"ada/, '"actorEmail":"eve')],
  ['rows of two places exchanged', transplanted],
  ['a root deleted', (roll) => text(sound.toSpliced(oneOf(roll, rootLines), 1))],
  ['all hashed again', rewritten],
];

/** That the second entry is under the first root. */
function soundProof(): string {
  const sealed = firstLines.slice(0, 6).map((line) => JSON.parse(line) as { entry: ReturnType<typeof anEntry>; hash: string });
  const hashes = sealed.map(({ hash }) => hash);
  const { root, signature } = JSON.parse(firstLines[6] ?? '') as { root: Json; signature: string };
  const proof = { entry: sealed[1]?.entry, previous: hashes[0], path: atOnce(inclusionSteps(hashes, 1)), root, signature };
  return canonicalJson({ proof } as never);
}

async function isRefuted(bytes: Buffer, checkpointFile?: string): Promise<boolean> {
  const file = join(folder, 'tampered.jsonl');
  await writeFile(file, bytes);
  const options = { file, publicKeyFiles: [publicKeyFile], ...(checkpointFile === undefined ? {} : { checkpointFile }) };
  return verifyFile(options).then(
    () => false,
    (error: unknown) => {
      if (error instanceof ProofBroken) return true;
      throw error;
    },
  );
}

describe('tampering with an export', () => {
  it.each(deeds.map(([name, deed], number) => ({ name, deed, number })))(
    'is found out in 100 of 100 tries: $name',
    async ({ deed, number }) => {
      const roll = dice(number + 1);
      let missed = 0;
      for (let attempt = 0; attempt < 100; attempt += 1) if (!(await isRefuted(deed(roll)))) missed += 1;
      expect(missed).toBe(0);
    },
    30_000,
  );

  it('of a database by someone who has the key as well is found out with a checkpoint alone', async () => {
    const forged = sampleChain(key, { chain: chainId(1), entries: 15, rootEvery: 6 });
    const bytes = text(sampleExport(key, [forged, second]));
    const checkpointFile = join(folder, 'checkpoint.json');
    await writeFile(checkpointFile, `${signedCheckpoint(key, [first.head, second.head])}\n`);
    expect(await isRefuted(bytes)).toBe(false);
    expect(await isRefuted(bytes, checkpointFile)).toBe(true);
  });

  it('is not overlooked where the checkpoint is about another chain, so that nothing was compared', async () => {
    const bytes = text(sampleExport(key, [first], { organization: chainId(1) }));
    const checkpointFile = join(folder, 'other.json');
    await writeFile(checkpointFile, `${signedCheckpoint(key, [second.head])}\n`);
    expect(await isRefuted(bytes)).toBe(false);
    expect(await isRefuted(bytes, checkpointFile)).toBe(true);
  });

  it('cannot hide behind a proof: a file that begins with one has nothing else, and no checkpoint speaks of it', async () => {
    const checkpointFile = join(folder, 'unused.json');
    await writeFile(checkpointFile, `${signedCheckpoint(key, [first.head])}\n`);
    const proof = soundProof();
    expect(await isRefuted(text([proof]))).toBe(false);
    expect(await isRefuted(text([proof, ...sound]))).toBe(true);
    expect(await isRefuted(text([proof, '']))).toBe(true);
    expect(await isRefuted(text([proof]), checkpointFile)).toBe(true);
  });

  it('that did not happen is not found: a long log is sound', async () => {
    const file = join(folder, 'long.jsonl');
    const long = sampleChain(key, { chain: chainId(1), entries: 5_000, rootEvery: 250 });
    await writeFile(file, text(sampleExport(key, [long])));
    expect(await verifyFile({ file, publicKeyFiles: [publicKeyFile] })).toMatchObject({
      kind: 'export',
      found: { entries: 5_000, roots: 20 },
    });
  }, 30_000);
});
