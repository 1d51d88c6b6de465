import type { ByteRange } from '#ledger/objects/byte-store.js';

const single = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The range that a `Range` header requests. Undefined: the whole file, because the header is absent or may be ignored (several ranges,
 * another unit, invalid syntax). `beyond`: the range starts beyond the end of the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, from, to] = single.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === undefined || to === undefined) return undefined;
  if (from === '') return to === '' ? undefined : end(Number(to), size);
  return part(Number(from), to === '' ? size - 1 : Number(to), size);
}

function end(length: number, size: number): ByteRange | 'beyond' {
  return length === 0 || size === 0 ? 'beyond' : { first: Math.max(0, size - length), last: size - 1 };
}

function part(first: number, last: number, size: number): ByteRange | 'beyond' | undefined {
  if (first >= size) return 'beyond';
  return last < first ? undefined : { first, last: Math.min(last, size - 1) };
}
