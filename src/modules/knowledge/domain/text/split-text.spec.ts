import { describe, expect, it } from '@jest/globals';
import { chunkingConfig } from './chunking-config.js';
import { splitText } from './split-text.js';

/** Counts one token for each word. */
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const config = chunkingConfig({ maxSize: 100, minSize: 10, overlap: 20 });
const sentence = (id: number): string => `Sentence ${id} has nine words, which is not few. `;
const sentences = (count: number): string => Array.from({ length: count }, (_, id) => sentence(id)).join('');

describe('splitting a text', () => {
  it('leaves a short text whole', () => {
    expect(splitText('Just this.\n\nAnd that.', config, words)).toEqual([{ content: 'Just this.\n\nAnd that.', tokens: 4 }]);
  });

  it('returns no chunk for an empty text', () => {
    expect(splitText(' \n\n \n', config, words)).toEqual([]);
  });

  it('keeps each chunk within the limit and each sentence in a chunk', () => {
    const chunks = splitText(sentences(100), config, words);
    expect(chunks.length).toBeGreaterThan(9);
    for (const { content, tokens } of chunks) {
      expect(words(content)).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(100);
    }
    const all = chunks.map(({ content }) => content).join('\n');
    for (let id = 0; id < 100; id += 1) expect(all).toContain(sentence(id).trim());
  });

  it('repeats the end of a chunk at the start of the next one', () => {
    const [first, second] = splitText(sentences(30), config, words);
    const start = second?.content.slice(0, 40) ?? '';
    expect(first?.content).toContain(start);
  });

  it('repeats nothing without an overlap', () => {
    const chunks = splitText(sentences(60), { ...config, overlap: 0 }, words);
    expect(chunks.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(words(sentences(60)));
  });

  it('does not multiply a text, whatever the overlap', () => {
    const text = 'A line of five words.\n'.repeat(2_000);
    const chunks = splitText(text, chunkingConfig({ maxSize: 101, overlap: 100 }), words);
    expect(chunks.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThan(3 * words(text));
  });

  it('splits between paragraphs where possible', () => {
    const paragraph = `${'word '.repeat(19)}end.`;
    const chunks = splitText(Array.from({ length: 10 }, () => paragraph).join('\n\n'), { ...config, overlap: 0 }, words);
    for (const { content } of chunks) expect(content.endsWith('end.')).toBe(true);
  });

  it('splits a word that is longer than a chunk, but no character', () => {
    const text = '😀'.repeat(3000);
    const chunks = splitText(text, { ...config, overlap: 0 }, (piece) => piece.length);
    expect(chunks.map(({ content }) => content).join('')).toBe(text);
    for (const { content } of chunks) expect(content.isWellFormed()).toBe(true);
  });

  it('joins a small remainder to the chunk before it', () => {
    const [first, ...others] = splitText(`${'word '.repeat(92)}\n\nTiny rest.`, { ...config, overlap: 0 }, words);
    expect(others).toEqual([]);
    expect(first?.content.endsWith('Tiny rest.')).toBe(true);
  });

  it('splits very long texts', () => {
    const text = sentences(20_000);
    expect(splitText(text, chunkingConfig(), words).length).toBeGreaterThan(150);
  });
});
