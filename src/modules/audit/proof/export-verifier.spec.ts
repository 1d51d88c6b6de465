import { describe, expect, it } from '@jest/globals';
import {
  chainId,
  newKey,
  sampleChain,
  sampleExport,
  signedCheckpoint,
  voucher,
  type InstanceKey,
} from '../../../../test/support/audit-log.js';
import { ExportVerifier, type VerifiedExport } from './export-verifier.js';
import { ProofBroken } from './proof-broken.js';
import { keyIdOf } from './cryptography.js';

const key = newKey();
const first = sampleChain(key, { chain: chainId(1), entries: 50, rootEvery: 8 });
const second = sampleChain(key, { chain: chainId(2), entries: 20, rootEvery: 8 });
const sound = sampleExport(key, [first, second]);

function verify(lines: readonly string[], { publicKey }: Pick<InstanceKey, 'publicKey'> = key, checkpoint?: string): VerifiedExport {
  const verifier = new ExportVerifier([publicKey], checkpoint);
  for (const line of lines) verifier.take(line);
  return verifier.finish();
}

const line = (text: string): number => sound.findIndex((each) => each.includes(text));
const changed = (index: number, from: string, to: string): string[] =>
  sound.map((each, place) => (place === index ? each.replace(from, to) : each));

describe('an export', () => {
  it('is sound as the server wrote it', () => {
    expect(verify(sound)).toEqual({ at: '2031-03-04T05:06:07.000Z', chains: 2, entries: 70, roots: 8 });
  });

  it('without any chain is sound', () => {
    expect(verify([signedCheckpoint(key, [])])).toMatchObject({ chains: 0, entries: 0 });
  });

  it.each([
    ['its time', '"createdAt":"2030-', '"createdAt":"2031-'],
    ['its actor', 'ada@', 'eve@'],
    ['what it says more', '"version":12', '"version":13'],
  ])('detects an entry with a changed %s', (_, from, to) => {
    expect(() => verify(changed(line('"seq":12,'), from, to))).toThrow(/^Line 14 is entry 12 of chain .*1, and was changed/);
  });

  it('shows that an entry is missing, was put in, or changed places', () => {
    const at = line('"seq":12,');
    expect(() => verify(sound.toSpliced(at, 1))).toThrow('Line 14 is entry 13 of chain');
    expect(() => verify(sound.toSpliced(at, 0, sound[at] ?? ''))).toThrow('Line 15 is entry 12 of chain');
    expect(() => verify(sound.with(at, sound[at + 1] ?? '').with(at + 1, sound[at] ?? ''))).toThrow('Line 14 is entry 13 of chain');
  });

  it('shows that a root is missing, or is another one', () => {
    const at = line('"number":2,');
    expect(() => verify(sound.toSpliced(at, 1))).toThrow('is root 3 of chain');
    expect(() => verify(changed(at, '"first":9', '"first":8'))).toThrow('signature is wrong');
  });

  it('shows that the end is missing, wherever it was cut', () => {
    for (let kept = 0; kept < sound.length; kept += 1) expect(() => verify(sound.slice(0, kept))).toThrow(ProofBroken);
  });

  it('shows what was added behind its end', () => {
    expect(() => verify([...sound, sound.at(-1) ?? ''])).toThrow('Line 80');
  });

  it('is refused when it means the same and is written in another way', () => {
    const at = line('"seq":12,');
    expect(() => verify(changed(at, '{"entry":', '{ "entry":'))).toThrow('Line 14 is not in canonical form');
    expect(() => verify(changed(0, '{"checkpoint":', '{"more":1,"checkpoint":'))).toThrow('Line 1 is not in canonical form');
    expect(() => verify(changed(at, '"seq":12,', '"seq":12,"seq":12,'))).toThrow('Line 14 is not in canonical form');
  });

  it('is refused when another key has signed it', () => {
    expect(() => verify(sound, newKey())).toThrow('of another key');
    const other = newKey();
    const forged = sampleExport(other, [first]);
    expect(() => verify([forged[0]?.replace(/"keyId":"[^"]+"/, sound[0]?.match(/"keyId":"[^"]+"/)?.[0] ?? '') ?? ''])).toThrow(
      'signature is wrong',
    );
  });

  it('whose end was cut before the server wrote it is found out with a checkpoint', () => {
    const shorter = sampleChain(key, { chain: chainId(1), entries: 40, rootEvery: 8 });
    const earlier = signedCheckpoint(key, [first.head, second.head]);
    expect(() => verify(sampleExport(key, [shorter, second]), key, earlier)).toThrow('has 40 entries, and had 50 at the checkpoint');
    expect(() => verify(sampleExport(key, [first]), key, earlier)).toThrow('has 0 entries, and had 20 at the checkpoint');
  });

  it('that was rewritten from some entry on is detected with a checkpoint', () => {
    const earlier = signedCheckpoint(key, [{ ...first.head, seq: 30, hash: 'another' }]);
    expect(() => verify(sound, key, earlier)).toThrow('is entry 30 of chain');
  });

  it('that has grown since a checkpoint is sound', () => {
    const shorter = sampleChain(key, { chain: chainId(1), entries: 40, rootEvery: 8 });
    expect(verify(sound, key, signedCheckpoint(key, [shorter.head]))).toMatchObject({ entries: 70 });
  });

  it('of other chains than those of the checkpoint is refused: nothing would have been compared', () => {
    const earlier = signedCheckpoint(key, [second.head]);
    expect(() => verify(sampleExport(key, [first], { organization: chainId(1) }), key, earlier)).toThrow('there was nothing to compare');
    expect(() => verify(sound, key, signedCheckpoint(key, []))).toThrow('there was nothing to compare');
  });

  it('is compared as far as it and the checkpoint are about the same chains', () => {
    const earlier = signedCheckpoint(key, [first.head, second.head]);
    expect(verify(sampleExport(key, [first], { organization: chainId(1) }), key, earlier)).toMatchObject({ chains: 1 });
  });

  it('with signatures of several keys is valid for a verifier that trusts all of them', () => {
    const other = newKey();
    const lines = sampleExport(other, [first]);
    const verifier = new ExportVerifier([key.publicKey, other.publicKey]);
    for (const each of lines) verifier.take(each);
    expect(verifier.finish()).toMatchObject({ entries: 50 });
    expect(() => verify(lines, other)).toThrow('is a root of another key');
  });

  it.each(['', 'null', '{}', '{"entry":null}', '{"entry":{}}', '{"root":{"keyId":1},"signature":""}', '{"checkpoint":{}}'])(
    'with the line %j is refused, and nothing else happens',
    (text) => {
      expect(() => verify(sound.with(3, text))).toThrow(/^Line 4 /);
      expect(() => verify([text])).toThrow(/^Line 1 /);
    },
  );
});

describe('an export of an instance whose key was followed by another one', () => {
  const [next, last] = [newKey(), newKey()];
  const formerKeys = [keyIdOf(key.publicKey), keyIdOf(next.publicKey)];
  const led = [voucher(key, next), voucher(next, last)];
  const entries = [...sampleChain(key, { chain: chainId(1), entries: 8, rootEvery: 8 }).lines()];
  const { head } = sampleChain(key, { chain: chainId(1), entries: 8, rootEvery: 8 });
  const lines = [...led, signedCheckpoint(last, [head], { formerKeys }), ...entries];

  it('is valid for a verifier that trusts the first key', () => {
    expect(verify(lines)).toMatchObject({ entries: 8, roots: 1 });
    expect(verify(lines, key, signedCheckpoint(last, [head], { formerKeys }))).toMatchObject({ entries: 8 });
  });

  it('is refused for a verifier that trusts only the last key: signatures of former keys cannot be checked', () => {
    expect(() => verify(lines, last)).toThrow('Line 1 is a key of another key');
  });

  it('is refused with a line that leads somewhere else, or without one', () => {
    expect(() => verify(lines.slice(2))).toThrow('is a checkpoint of another key');
    expect(() => verify(lines.with(1, voucher(next, newKey())))).toThrow('is a checkpoint of another key');
    expect(() => verify([voucher(key, newKey()), ...lines])).toThrow('and others stand before it');
    expect(() => verify(lines.with(1, voucher(newKey(), last)))).toThrow('Line 2 is a key of another key');
  });

  it('is refused without its key lines, even for a verifier that trusts all keys', () => {
    const verifier = new ExportVerifier([key.publicKey, last.publicKey]);
    expect(() => verifier.take(lines[2] ?? '')).toThrow('and others stand before it');
  });
});
