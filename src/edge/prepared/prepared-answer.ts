import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Response } from 'express';
import { entityTag, isKnown } from './entity-tag.js';

/** Beyond this quality, brotli takes several times as long for a few per cent. */
const brotliQuality = 6;

/** The preferred one first. */
const codings = ['br', 'zstd', 'gzip'] as const;
type Coding = (typeof codings)[number];

/** What a content without compressed bytes is compressed to. */
const onDemand: readonly Coding[] = ['br', 'gzip'];

const compress: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
};

/** A text that many callers read: compressed once, on the first request for it, and with 304 for a caller that has it. */
export class PreparedAnswer {
  readonly #bytes: Buffer;
  readonly #tag: string;
  readonly #codings: readonly Coding[] = onDemand;
  readonly #compressed = new Map<Coding, Promise<Buffer>>();

  /** @param compressed the content in the codings that it is sent in; without it, the content is compressed on demand */
  constructor(
    content: string | Buffer,
    private readonly headers: ReadonlyMap<string, string>,
    compressed: Readonly<Partial<Record<Coding, Buffer>>> = {},
  ) {
    this.#bytes = Buffer.from(content);
    for (const coding of codings) {
      const bytes = compressed[coding];
      if (bytes !== undefined) this.#compressed.set(coding, Promise.resolve(bytes));
    }
    if (this.#compressed.size > 0) this.#codings = codings.filter((coding) => this.#compressed.has(coding));
    // Weak: the compressed bytes have the same tag.
    this.#tag = `W/${entityTag(this.#bytes)}`;
  }

  async send(response: Response): Promise<void> {
    const { req: request } = response;
    response.setHeaders(new Map(this.headers)).setHeader('ETag', this.#tag).setHeader('Vary', 'Accept-Encoding');
    if (isKnown(request.headers, this.#tag)) return void response.status(304).end();
    const coding = this.#codings.find((each) => request.acceptsEncodings(each) !== false);
    const bytes = coding === undefined ? this.#bytes : await this.#in(coding);
    if (coding !== undefined) response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Length', bytes.length).end(bytes);
  }

  #in(coding: Coding): Promise<Buffer> {
    let bytes = this.#compressed.get(coding);
    if (bytes === undefined) {
      bytes = compress[coding](this.#bytes);
      this.#compressed.set(coding, bytes);
    }
    return bytes;
  }
}
