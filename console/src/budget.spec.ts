import { expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const dist = new URL('../dist/', import.meta.url);
const mostKilobytes = 300;

/** All files that the browser loads before it shows what a chunk is about. */
function filesOf(chunks: Readonly<Record<string, Chunk>>, name: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = chunks[name];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const other of chunk.imports ?? []) filesOf(chunks, other, seen);
  return seen;
}

function kilobytes(...pages: readonly string[]): number {
  const chunks = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8')) as Readonly<Record<string, Chunk>>;
  const files = new Set(['index.html', ...pages, 'style.css'].flatMap((name) => [...filesOf(chunks, name)]));
  expect(files.size).toBeGreaterThan(3);
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length, 0) / 1024;
}

it('a code field loads at most 500 KB of gzip with the shell, all from a chunk that no list loads', () => {
  expect(kilobytes('src/editor/code/code-editor.tsx')).toBeLessThan(500);
});

it('the list of runs loads at most 300 KB of gzip at first', () => {
  expect(existsSync(dist)).toBe(true);
  expect(kilobytes('src/pages/runs/runs-page.tsx')).toBeLessThan(mostKilobytes);
});
