import { describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';
import { Composition } from '#ledger/composition.js';
import { houseOrder } from '../support/architecture/house-map.js';
import { namedModules } from '../support/architecture/named-modules.js';
import { sourceFiles, sourceText } from '../support/architecture/source-files.js';

const ofInfrastructure = new Set([...new Composition([]).tables.map(({ table }) => table), 'rate_bucket']);
const names = {
  modules: (await houseOrder()).ranks.flat(),
  tables: composition.tables.map(({ table }) => table).filter((table) => !ofInfrastructure.has(table)),
};

describe('the infrastructure', () => {
  it('names no module and no table of a module', () => {
    const files = sourceFiles('src').filter((path) => path.endsWith('.ts'));
    expect(files.flatMap((path) => namedModules(path, sourceText(path), names))).toEqual([]);
  });

  it.each([
    ['src/ledger/months/sweep.ts', `query('delete from paused_execution where id = $1')`, 'table paused_execution'],
    ['src/ledger/months/sweep.ts', 'query(`select 1 from ${events} e join execution_hold h on true`)', 'table execution_hold'],
    ['src/ledger/months/sweep.ts', `const steady = 'execution_hold';`, 'table execution_hold'],
    ['src/ledger/months/sweep.ts', `const rows = [['job', 'id']];`, 'table job'],
    ['src/edge/gate/gate.ts', `const owner = 'runs';`, 'module runs'],
    ['src/host/logging/log.ts', `await import('#modules/audit/index.js');`, 'module audit'],
  ])('may not be %s with: %s', (path, text, named) => {
    expect(namedModules(path, text, names)).toEqual([`${path} names the ${named}`]);
  });

  it.each([
    ['src/ledger/months/sweep.ts', `query('select 1 from run_event where type = $1')`],
    ['src/ledger/work/queue.ts', `const job = 'the job of a workflow';`],
    ['src/ledger/database/migrations/1763600000000-foundation.ts', `query('create table job (id uuid)')`],
    ['src/modules/retention/store/run-holds.ts', `query('select 1 from execution_hold')`],
  ])('may be %s with: %s', (path, text) => {
    expect(namedModules(path, text, names)).toEqual([]);
  });
});
