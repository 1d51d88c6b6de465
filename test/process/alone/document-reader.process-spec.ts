import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '#host/logging/logger.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { chunkingConfig } from '../../../src/modules/knowledge/domain/text/chunking-config.js';
import { formatOf, type DocumentFormat } from '../../../src/modules/knowledge/domain/document-formats.js';
import { DocumentReader, readingLimits, type ReadingLimits } from '../../../src/modules/knowledge/reading/document-reader.js';
import type { ReadDocument } from '../../../src/modules/knowledge/reading/read-document.js';
import { docx, pdf, sparseXlsx, xlsx, zip } from '../../support/knowledge/documents.js';

const reader = new DocumentReader(createLogger({ logLevel: 'silent' }));

interface Options {
  readonly limits?: Partial<ReadingLimits>;
  readonly signal?: AbortSignal;
}

async function read(filename: string, content: Buffer | string | Readable, { limits = {}, signal }: Options = {}): Promise<ReadDocument> {
  const bytes = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
  const task = { format: formatOf(filename) as DocumentFormat, chunking: chunkingConfig() };
  return reader.read(task, bytes, { signal: signal ?? new AbortController().signal, limits: { ...readingLimits, ...limits } });
}

async function textOf(filename: string, content: Buffer | string): Promise<string> {
  const { chunks } = await read(filename, content);
  return chunks.map((chunk) => chunk.content).join('\n');
}

describe('reading a document', () => {
  it.each([
    ['notes.txt', 'Ada wrote this.', 'Ada wrote this.'],
    ['notes.md', '# Title\r\n\r\n\r\n\r\nText  \n', '# Title\n\nText'],
    ['latin.txt', Buffer.from('caf\u00e9', 'latin1'), 'caf\u00e9'],
    ['wide.txt', Buffer.from('\ufeffna\u00efve', 'utf16le'), 'na\u00efve'],
    [
      'page.html',
      '<html><head><title>T</title><style>b{}</style></head><body><h1>Head</h1><p>One <a href="http://x">link</a></p><script>evil()</script></body>',
      'Head\n\nOne link',
    ],
    ['list.csv', 'name;city\nAda;London\n"Grace; H.";New York\n', 'name: Ada; city: London\nname: Grace; H.; city: New York'],
    ['data.json', '{"orders":[{"customer":"Ada","paid":true}]}', 'orders.0.customer: Ada\norders.0.paid: true'],
    ['data.jsonl', '{"a":1}\n\n{"a":2}\n', 'a: 1\n\na: 2'],
    ['conf.yaml', 'server:\n  port: 80\n---\nnext: yes\n', 'server.port: 80\n\nnext: yes'],
    ['letter.docx', docx('Dear Ada', 'Yours'), 'Dear Ada\n\nYours'],
    [
      'prices.xlsx',
      xlsx('Prices', [
        ['item', 'price'],
        ['Tea', 3],
      ]),
      'Prices\n\nitem: Tea; price: 3',
    ],
    ['pages.pdf', pdf('First page', 'Second page'), 'First page\n\nSecond page'],
  ])('gives the text of %s', async (filename, content, text) => {
    expect(await textOf(filename, content)).toBe(text);
  });

  it('gives the whole of a long text that is not split', async () => {
    const text = 'Grüße an \u{1f600} und alle. '.repeat(100_000).trim();
    const { chunks } = await reader.read({ format: 'text', chunking: null }, Readable.from([Buffer.from(text)]), {
      signal: new AbortController().signal,
    });
    expect(chunks.map(({ content }) => content).join('')).toBe(text);
    expect(Math.max(...chunks.map(({ content }) => content.length))).toBeLessThan(100_000);
  });

  it('counts characters, tokens and chunks', async () => {
    const { characterCount, tokenCount, chunks } = await read('long.txt', 'The quick brown fox jumps over the lazy dog. '.repeat(1000));
    expect(characterCount).toBe(44_999);
    expect(tokenCount).toBeGreaterThanOrEqual(10_000);
    expect(chunks.length).toBeGreaterThan(10);
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(1024);
  });

  it.each([
    ['broken.pdf', 'no pdf at all', 'The document is not a valid PDF'],
    ['broken.docx', 'no zip at all', 'The document is not a valid Word file (docx)'],
    ['other.docx', zip({ 'a.txt': 'a' }), 'The document is not a valid Word file (docx)'],
    ['broken.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'The document is not a valid Excel file (xlsx)'],
    ['broken.json', '{"a":', 'The document is not valid JSON'],
    ['broken.jsonl', '{"a":1}\nnope\n', 'Line 2 is not valid JSON'],
    ['broken.csv', 'a,b\n"open,1\n', 'The document is not valid CSV'],
    ['broken.yaml', 'a: [1,\n', 'The document is not valid YAML'],
    ['binary.txt', Buffer.from([65, 0, 66]), 'The document is not text: it contains zero bytes'],
    ['empty.txt', ' \n\n', 'The document contains no text'],
    ['scan.pdf', pdf(''), 'The document contains no text'],
  ])('says what is wrong with %s (AC-102)', async (filename, content, problem) => {
    await expect(read(filename, content)).rejects.toThrow(problem);
  });

  it.each([
    ['deep.json', '['.repeat(50_000) + ']'.repeat(50_000), 'nested deeper than 100 levels'],
    ['deep.yaml', '['.repeat(5_000) + ']'.repeat(5_000), 'nested too deeply'],
    ['laughs.yaml', laughs(), 'expands too many aliases'],
  ])('rejects %s, which is nested or expanded without limit (AC-52)', async (filename, content, problem) => {
    await expect(read(filename, content)).rejects.toThrow(problem);
  });

  it.each([
    ['elements', 'deep.html', `${'<div>'.repeat(100_000)}inside`],
    ['letters without a break', 'word.txt', 'a'.repeat(3_000_000)],
    ['spaces', 'spaces.txt', `a${' '.repeat(3_000_000)}b`],
    ['open brackets', 'brackets.md', '[('.repeat(500_000)],
  ])('comes to an end with millions of %s', async (_, filename, content) => {
    expect((await read(filename, content)).chunks.length).toBeGreaterThan(0);
  });

  it('ends a document that expands to far more than its size (AC-101)', async () => {
    const bomb = zip({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': '<Relationships/>',
      'word/document.xml': Buffer.alloc(400 * 1024 * 1024, 'a'),
    });
    await expect(read('bomb.docx', bomb, { limits: { heapMb: 128, memoryMb: 400 } })).rejects.toThrow(
      'The document needs too much memory to read',
    );
  });

  it('says what is wrong with a sheet whose cells are as far apart as they can be', async () => {
    await expect(read('sparse.xlsx', sparseXlsx(), { limits: { heapMb: 64, memoryMb: 400 } })).rejects.toThrow(
      'The document needs too much memory to read',
    );
  });

  it('ends a document that takes too long (AC-102)', async () => {
    const slow = Readable.from(
      (async function* () {
        yield Buffer.from('begin');
        await new Promise(() => undefined);
      })(),
    );
    await expect(read('slow.txt', slow, { limits: { timeoutMs: 1500 } })).rejects.toThrow('The document takes longer than 1.5 s to read');
  });

  it('stops when the text is no longer needed', async () => {
    const controller = new AbortController();
    const reading = read('a.txt', Readable.from([Buffer.from('a')]), { signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });

  it('keeps its isolation when processes are killed before they start', async () => {
    const warnings: string[] = [];
    const own = new DocumentReader(createLogger({ logLevel: 'warn' }, { write: (line) => void warnings.push(line) }));
    const reading = (timeoutMs: number): Promise<ReadDocument> =>
      own.read({ format: 'text', chunking: chunkingConfig() }, Readable.from([Buffer.from('a')]), {
        signal: new AbortController().signal,
        limits: { ...readingLimits, timeoutMs },
      });
    await expect(reading(1)).rejects.toBeInstanceOf(InfrastructureFault);
    expect((await reading(60_000)).chunks).toHaveLength(1);
    await expect(reading(1)).rejects.toBeInstanceOf(InfrastructureFault);
    expect(warnings).toEqual([]);
  });

  it('fails as its source does', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('begin');
        throw new Error('disk on fire');
      })(),
    );
    await expect(read('a.txt', broken)).rejects.toThrow('disk on fire');
  });
});

function laughs(): string {
  const lines = ['a0: &a0 ["ha","ha","ha","ha","ha","ha","ha","ha","ha"]'];
  for (let level = 1; level < 10; level += 1)
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join()}]`);
  return lines.join('\n');
}
