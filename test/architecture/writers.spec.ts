import { describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';
import { writeProblems } from '../support/architecture/write-problems.js';

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe('what is stored', () => {
  it('has one writer each', () => {
    const files = sourceFiles('src').filter((path) => path.endsWith('.ts'));
    expect(files.flatMap((path) => writeProblems(path, sourceText(path)))).toEqual([]);
  });

  it('lies in tables of one owner each', () => {
    expect(repeated(composition.models.map(({ table }) => table))).toEqual([]);
  });

  it('is viewed by projections with names of their own', () => {
    const names = composition.projections.map(({ name }) => name);
    expect(repeated(names)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
  });

  it.each([
    ['src/modules/logs/queries/list-logs.handler.ts', 'select * from run_event'],
    ['src/ledger/work/work-queue.ts', 'insert into ledger_event (pos) values (1)'],
    ['src/modules/jobs/commands/cancel-job.handler.ts', `update job set status = 'cancelled'`],
    ['src/modules/jobs/commands/cancel-job.handler.ts', 'UPDATE job j SET status = 1'],
    ['src/modules/runs/http/jobs.controller.ts', 'delete from job'],
    ['src/modules/jobs/queries/get-job.handler.ts', 'await this.dataSource.getRepository(job.entity).save(row)'],
  ])('is not for %s to touch with: %s', (path, text) => {
    expect(writeProblems(path, text)).toEqual([expect.stringContaining(path)]);
  });

  it.each([
    ['src/ledger/events/run-partitions.ts', 'drop table run_event_202601'],
    ['src/modules/identity/store/key-secrets.ts', 'delete from key_secret where id = $1'],
    ['src/modules/jobs/queries/get-job.handler.ts', 'select * from job where id = $1 -- updated later'],
    ['src/modules/jobs/queries/get-job.handler.ts', 'this.dataSource.getRepository(job.entity).findOneBy({ id })'],
  ])('may be touched by %s with: %s', (path, text) => {
    expect(writeProblems(path, text)).toEqual([]);
  });
});
