import { describe, expect, it } from '@jest/globals';
import { nameProblems } from '../support/architecture/name-problems.js';
import { sourceFiles } from '../support/architecture/source-files.js';

describe('names of files', () => {
  it('follow the rules of the house', () => {
    const files = sourceFiles('src', 'test', 'bench', 'tools').filter(
      (path) => !path.startsWith('test/fixtures/') && !path.endsWith('.md'),
    );
    expect(files).toContain('src/main.ts');
    expect(files.flatMap(nameProblems)).toEqual([]);
  });

  it.each([
    ['src/modules/jobs/domain/job.decider.ts'],
    ['src/modules/jobs/domain/job.decider.spec.ts'],
    ['src/modules/jobs/store/key-secret.entity.ts'],
    ['src/infrastructure/http/error.filter.ts'],
    ['src/infrastructure/database/migrations/1763600000000-foundation.ts'],
    ['test/api/execute-workflow.api-spec.ts'],
  ])('may be %s', (path) => {
    expect(nameProblems(path)).toEqual([]);
  });

  it.each([
    ['src/modules/jobs/domain/jobDecider.ts', 'jobDecider is not in kebab case'],
    ['src/modules/jobs/Domain/job.decider.ts', 'Domain is not in kebab case'],
    ['src/infrastructure/utils/retry.ts', 'utils says nothing about what is inside'],
    ['src/modules/jobs/commands/job-helper.ts', 'helper says nothing about what is inside'],
    ['src/modules/jobs/commands/job.service.ts', '.service is not one of the suffixes of the house'],
    ['src/modules/jobs/http/job.decider.ts', '.decider files live in domain/'],
    ['src/modules/jobs/runtime/job.entity.ts', '.entity files live in projections|store/'],
  ])('may not be %s', (path, problem) => {
    expect(nameProblems(path)).toContain(`${path}: ${problem}`);
  });
});
