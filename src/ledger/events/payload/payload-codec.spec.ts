import { describe, expect, it } from '@jest/globals';
import { roundsDuring } from '../../../../test/support/rounds.js';
import { PayloadEncoder, restorePayload, type Blob, type EncodedPayload } from './payload-codec.js';
import { WrittenParts } from './written-parts.js';

const rows = (): readonly object[] => Array.from({ length: 2_000 }, (_, id) => ({ id, name: 'a longer username', tags: ['a', 'b'] }));
const encoder = (parts?: WrittenParts): PayloadEncoder =>
  new PayloadEncoder({ lifetime: 'run', streamId: '01a1f91d-bc48-7365-95b4-f4a1e7a3e6e7', workspaceId: null, expected: 0 }, parts);

function restored({ json, claims }: EncodedPayload, { blobs }: PayloadEncoder): Promise<Record<string, unknown>> {
  const load = (hash: string): Promise<unknown> => Promise.resolve(JSON.parse(textOf(blobs.find((blob) => blob.hash === hash))));
  return restorePayload(JSON.parse(json) as Record<string, unknown>, claims ?? [], load);
}

/** The JSON that the database takes from the row of a blob. */
function textOf(blob: Blob | undefined): string {
  const row = JSON.parse(`{${String(blob?.field ?? '"d":null')}}`) as { d?: unknown; e?: string };
  return row.e ?? JSON.stringify(row.d);
}

async function comesBack(payload: object): Promise<PayloadEncoder> {
  const codec = encoder();
  expect(JSON.stringify(await restored(codec.encode(payload), codec))).toBe(JSON.stringify(payload));
  return codec;
}

describe('a payload', () => {
  it('stays as it is while it is small', () => {
    const codec = encoder();
    expect(codec.encode({ a: 'x'.repeat(20_000) })).toEqual({ json: `{"a":"${'x'.repeat(20_000)}"}`, claims: null });
    expect(codec.blobs).toEqual([]);
  });

  it('leaves what it wraps to one blob, however it is wrapped', async () => {
    const data = rows();
    const codec = encoder();
    const payloads = [
      { input: { rows: data } },
      { output: { result: rows(), stdout: '' }, handle: 'source' },
      { output: { data: { rows: data } } },
    ];
    const encoded = payloads.map((payload) => codec.encode(payload));
    expect(codec.blobs.map(textOf)).toEqual([JSON.stringify(data)]);
    expect(encoded.map(({ json }) => json)).toEqual([
      '{"input":{"rows":null}}',
      '{"output":{"result":null,"stdout":""},"handle":"source"}',
      '{"output":{"data":{"rows":null}}}',
    ]);
    for (const [index, each] of encoded.entries()) expect(await restored(each, codec)).toEqual(payloads[index]);
  });

  it('comes back with its keys in their order, whatever they are called', async () => {
    await comesBack({
      a: 1,
      output: { large: rows(), small: null, other: rows().slice(1) },
      none: undefined,
      z: { n: 'x'.repeat(70_000) },
    });
    await comesBack(
      JSON.parse(`{"output": {"__proto__": {"rows": ${JSON.stringify(rows())}}}, "__proto__": ${JSON.stringify(rows())}}`) as object,
    );
  });

  it('leaves a field that is large without a large part to a blob as a whole', async () => {
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field ${n}`, 'x'.repeat(5_000)]));
    expect((await comesBack({ wide })).blobs).toHaveLength(1);
  });

  it('leaves deep and wide data in one piece', async () => {
    const index = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key ${n}`, 'x'.repeat(9_000)]));
    expect((await comesBack({ output: { index, deep: { a: { b: { c: { d: index } } } } } })).blobs).toHaveLength(2);
  });

  it('has the same blobs when its large parts were written before, in pieces', async () => {
    const list = Array.from({ length: 40_000 }, (_, n) => [n, `é😀\0"\ud800${n}`]);
    const payloads = ['a', 'é😀'.repeat(200_000), '\0\ud800"'.repeat(100_000), list].map((data) => ({ output: { data } }));
    const parts = new WrittenParts();
    await parts.writeAll(payloads);
    const [atOnce, inPieces] = [encoder(), encoder(parts)];
    for (const payload of payloads) expect(inPieces.encode(payload)).toEqual(atOnce.encode(payload));
    expect(inPieces.blobs.map((blob) => ({ ...blob, field: String(blob.field) }))).toEqual(atOnce.blobs);
  });

  it('with the same large text in a thousand places is written once, and lets other work have its turn', async () => {
    const text = 'x'.repeat(400_000);
    const payloads = Array.from({ length: 1_000 }, () => ({ output: { text: `${text.slice(1)}x` } }));
    const alone = await roundsDuring(() => new WrittenParts().writeAll(payloads.slice(0, 1)));
    const all = await roundsDuring(() => new WrittenParts().writeAll(payloads));
    expect(alone).toBeGreaterThan(5);
    // One rest for each event.
    expect(all).toBeLessThan(alone + 1_010);
  });
});
