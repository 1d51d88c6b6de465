import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { OutboundFailure } from '../outbound-http.js';

type Decode = (body: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>;

const [decodeGzip, decodeZlib, decodeRaw, decodeBrotli] = [
  promisify(gunzip),
  promisify(inflate),
  promisify(inflateRaw),
  promisify(brotliDecompress),
];
/** Servers disagree on whether `deflate` has the zlib header; the low half of the first byte distinguishes them. */
const decodeDeflate: Decode = (body, limits) => ((body[0] ?? 0) % 16 === 8 ? decodeZlib : decodeRaw)(body, limits);

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', decodeBrotli],
]);

/** The decoded body, at most `maxBytes` long both on the wire and decoded. @throws OutboundFailure (too-large, network) */
export async function readBody(body: AsyncIterable<Buffer>, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const raw = Buffer.concat(chunks, size);
  const encoding = contentEncoding.trim().toLowerCase();
  return size === 0 || encoding === 'identity' || encoding === '' ? raw : decode(raw, encoding, maxBytes);
}

async function decode(raw: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const decoder = decoders.get(encoding);
  if (decoder === undefined) throw new OutboundFailure('network', 'The response has an unknown content encoding');
  try {
    return await decoder(raw, { maxOutputLength: maxBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new OutboundFailure('network', 'The response body could not be decoded', { cause });
  }
}

function tooLarge(maxBytes: number): OutboundFailure {
  return new OutboundFailure('too-large', `The response is larger than ${maxBytes} bytes`);
}
