import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { projectFile } from '#infrastructure/project-file.js';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from '../../tools/openapi/generated-files.js';
import { breakingChanges } from '../../tools/openapi/compatibility/breaking-changes.js';
import type { OpenApi } from '../../tools/openapi/document.js';

const published = JSON.parse(readFileSync(projectFile('docs/openapi.json'), 'utf8')) as OpenApi;
const operations = Object.entries(published.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

describe('the description of the API', () => {
  it('is what the sources say, and so is what clients are made of: npm run openapi writes them anew', async () => {
    const root = fileURLToPath(projectFile('.')).replace(/\/$/, '');
    const stale = [...(await generatedFiles(root))].filter(([path, text]) => readFileSync(projectFile(path), 'utf8') !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  }, 120_000);

  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(published) as never)).toMatchObject({ valid: true });
  });

  it('says of every route what it is for, what it takes and what it answers', () => {
    const silent = operations.filter(({ operation: { summary, responses } }) => {
      const success = Object.entries(responses).find(([status]) => /^[23]/.test(status))?.[1];
      return summary === undefined || success === undefined;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('has one name for each operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('breaks no program that was written for the last release, unless the changelog says so in these words', () => {
    const released = JSON.parse(readFileSync(projectFile('docs/openapi.released.json'), 'utf8')) as OpenApi;
    const [unreleased = ''] = readFileSync(projectFile('CHANGELOG.md'), 'utf8').split('## Unreleased')[1]?.split(/^## /m) ?? [];
    const unannounced = breakingChanges(released, published).filter((change) => !unreleased.includes(`\`${change}\``));
    expect(unannounced).toEqual([]);
  });
});
