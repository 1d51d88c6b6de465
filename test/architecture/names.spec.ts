import { describe, expect, it } from '@jest/globals';
import { nameProblems, upperCaseConstants, wideFolders } from '../support/architecture/name-problems.js';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';

describe('names of files', () => {
  it('follow the rules of the house', () => {
    const files = sourceFiles('src', 'test', 'bench', 'tools').filter(
      (path) => !path.startsWith('test/fixtures/') && !path.endsWith('.md'),
    );
    expect(files).toContain('src/main.ts');
    expect(files.flatMap(nameProblems)).toEqual([]);
  });

  it.each([
    ['src/modules/runs/jobs/job.decider.ts'],
    ['src/modules/runs/jobs/job.decider.spec.ts'],
    ['src/modules/jobs/store/key-secret.entity.ts'],
    ['src/edge/answer/error.filter.ts'],
    ['src/ledger/database/migrations/1763600000000-foundation.ts'],
    ['test/api/execute-workflow.api-spec.ts'],
  ])('may be %s', (path) => {
    expect(nameProblems(path)).toEqual([]);
  });

  it.each([
    ['src/modules/jobs/domain/jobDecider.ts', 'jobDecider is not in kebab case'],
    ['src/modules/jobs/Domain/job.decider.ts', 'Domain is not in kebab case'],
    ['src/host/utils/retry.ts', 'utils says nothing about what is inside'],
    ['src/modules/jobs/commands/job-helper.ts', 'helper says nothing about what is inside'],
    ['src/modules/jobs/commands/job.service.ts', '.service is not one of the suffixes of the house'],
    ['src/modules/runs/http/job.decider.ts', '.decider files live in domain|jobs/'],
    ['src/modules/jobs/runtime/job.entity.ts', '.entity files live in projections|store/'],
  ])('may not be %s', (path, problem) => {
    expect(nameProblems(path)).toContain(`${path}: ${problem}`);
  });
});

describe('folders', () => {
  it('have at most 15 entries', () => {
    expect(wideFolders(sourceFiles('src'))).toEqual([]);
  });

  it('with 16 entries are named', () => {
    const paths = Array.from({ length: 16 }, (_, number) => `src/edge/file-${number}.ts`);
    expect(wideFolders(paths)).toEqual(['src/edge has 16 entries: group them by what they are about, 15 at most']);
    expect(wideFolders(paths.slice(1))).toEqual([]);
  });
});

describe('constants of modules', () => {
  it('are camel case', () => {
    const files = sourceFiles('src').filter((path) => path.endsWith('.ts'));
    expect(files.flatMap((path) => upperCaseConstants(path, sourceText(path)))).toEqual([]);
  });

  it('in upper case are named', () => {
    const text = "const mostBytes = 1;\nexport const Id = 2;\nexport const MOST_BYTES: number = 3;\nconst LIMIT = 'const INNER = 4';\n";
    expect(upperCaseConstants('src/edge/planted.ts', text)).toEqual([
      'src/edge/planted.ts: MOST_BYTES is not in camel case',
      'src/edge/planted.ts: LIMIT is not in camel case',
    ]);
  });
});
