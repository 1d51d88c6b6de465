import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Plugin } from 'vite';

// Without the length beforehand, Zstandard takes the memory for the largest files for each of them: 11 GB in all, and a minute and a half.
const codings = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  zst: (bytes: Buffer) =>
    promisify(zstdCompress)(bytes, { pledgedSrcSize: bytes.length, params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
};

/** Writes each asset in three codings beside it, as small as they get: the server compresses none. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets');
      await Promise.all(readdirSync(folder).map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path);
  await Promise.all(Object.entries(codings).map(async ([ending, code]) => writeFileSync(`${path}.${ending}`, await code(bytes))));
}
