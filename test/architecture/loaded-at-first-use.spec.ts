import { describe, expect, it } from '@jest/globals';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';

/** Large packages that only some servers need. */
const packages = [
  '@ai-sdk/',
  '@pydantic/genai-prices',
  'zod',
  'feedsmith',
  'imapflow',
  'ioredis',
  'postal-mime',
  'jose',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/server',
];

describe('a package that few servers need', () => {
  it('is loaded at its first use: imports at the top of a file are of types only', () => {
    const files = sourceFiles('src').filter((path) => path.endsWith('.ts') && !path.endsWith('spec.ts'));
    const loading = files.flatMap((path) =>
      (sourceText(path).match(/^import\b[^;]*;/gm) ?? [])
        .filter((statement) => !/^import type\b/.test(statement) && packages.some((name) => statement.includes(`'${name}`)))
        .map((statement) => `${path}: ${statement}`),
    );
    expect(files.some((path) => sourceText(path).includes("import('@ai-sdk/openai')"))).toBe(true);
    expect(loading).toEqual([]);
  });
});
