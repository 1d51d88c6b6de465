import { expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const dist = new URL('../dist/', import.meta.url);

/** All files that the browser loads before it shows what a chunk is about. */
function filesOf(chunks: Readonly<Record<string, Chunk>>, name: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = chunks[name];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const other of chunk.imports ?? []) filesOf(chunks, other, seen);
  return seen;
}

/** Bytes of gzip of everything that chunks need. */
function sizeOf(...names: readonly string[]): { readonly kilobytes: number; readonly files: ReadonlySet<string> } {
  const chunks = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8')) as Readonly<Record<string, Chunk>>;
  const files = new Set(['index.html', 'style.css', ...names].flatMap((name) => [...filesOf(chunks, name)]));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length, 0);
  return { kilobytes: bytes / 1024, files };
}

it('the list of runs loads at most 300 KB of gzip at first, and nothing of the editor', () => {
  expect(existsSync(dist)).toBe(true);
  const { kilobytes, files } = sizeOf('src/pages/runs/runs-page.tsx');
  expect(files.size).toBeGreaterThan(3);
  expect([...files].filter((file) => /canvas|editor|code-/.test(file))).toEqual([]);
  expect(kilobytes).toBeLessThan(300);
});

it('a code field loads at most 500 KB of gzip with the shell', () => {
  expect(sizeOf('src/editor/code/code-editor.tsx').kilobytes).toBeLessThan(500);
});

it('shell, canvas and code fields have at most 600 KB of gzip together', () => {
  const { kilobytes, files } = sizeOf('src/pages/workflow/workflow-page.tsx', 'src/editor/editor.tsx', 'src/editor/code/code-editor.tsx');
  expect([...files].some((file) => file.includes('canvas'))).toBe(true);
  expect(kilobytes).toBeLessThan(600);
});

it('has the texts of its parts in the language of its pages alone', () => {
  const { files } = sizeOf('src/editor/editor.tsx');
  const texts = [...files].map((file) => readFileSync(new URL(file, dist), 'utf8')).join('');
  expect(texts).toContain('Select an item');
  expect(texts).not.toMatch(/Seleccionar|Sélectionner|選択/u);
});
