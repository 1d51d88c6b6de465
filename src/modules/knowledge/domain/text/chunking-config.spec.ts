import { describe, expect, it } from '@jest/globals';
import { chunkingConfig } from './chunking-config.js';

describe('the configuration of chunking', () => {
  it('defaults to 1024, 100 and 200 tokens', () => {
    expect(chunkingConfig()).toEqual({ maxSize: 1024, minSize: 100, overlap: 200 });
  });

  it('repeats less where chunks are small', () => {
    expect(chunkingConfig({ maxSize: 100 })).toEqual({ maxSize: 100, minSize: 100, overlap: 20 });
  });

  it.each([
    ['maxSize', 99],
    ['maxSize', 4001],
    ['maxSize', 100.5],
    ['minSize', 0],
    ['minSize', 2001],
    ['overlap', -1],
    ['overlap', 501],
  ])('rejects %s %d and names the field', (field, value) => {
    expect(() => chunkingConfig({ [field]: value })).toThrow(new RegExp(`chunkingConfig.${field} must be a whole number`));
  });

  it('rejects an overlap as large as a chunk', () => {
    expect(() => chunkingConfig({ maxSize: 100, overlap: 100 })).toThrow('chunkingConfig.overlap must be less than maxSize');
  });
});
