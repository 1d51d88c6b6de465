import { describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import { createLogger } from '#host/logging/logger.js';
import { InfrastructureFault } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { FileContents } from './file-contents.js';

const file = { id: 'f', name: 'a.png', url: 'https://sluice.example/f', size: 3, type: 'image/png', key: 'files/w/a.png' };
const link = { type: 'resource_link', uri: file.url, name: 'a.png', mimeType: 'image/png', size: 3 };

function contentsOf(output: Json, read: () => Promise<unknown> = async () => ({ bytes: Buffer.from('abc') })) {
  const queries = { execute: read } as unknown as QueryBus;
  return new FileContents(queries, createLogger({ logLevel: 'fatal' })).of('w', output);
}

describe('the files in the output of a tool', () => {
  it('are found at any depth, once each, the nearest first', async () => {
    const output = { deep: { list: [{ ...file, id: 'g' }] }, near: file, again: [file] };
    expect(await contentsOf(output)).toEqual([
      { type: 'image', data: 'YWJj', mimeType: 'image/png' },
      { type: 'image', data: 'YWJj', mimeType: 'image/png' },
    ]);
    expect(await contentsOf({ ...output, other: { ...file, id: 'h', key: 'files/elsewhere/a.png' } })).toHaveLength(2);
  });

  it('are looked for among the first values of an output of any size', async () => {
    const many = Array.from({ length: 500_000 }, () => 1);
    const begin = performance.now();
    expect(await contentsOf([file, many, Array.from({ length: 500_000 }, () => ({}))])).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it.each([new InfrastructureFault('The storage of files cannot be reached'), new Error('unexpected')])(
    'are links if they cannot be read: %s',
    async (error) => {
      expect(await contentsOf({ file }, () => Promise.reject(error))).toEqual([link]);
    },
  );
});
