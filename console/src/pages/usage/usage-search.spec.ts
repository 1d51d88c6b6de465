import { describe, expect, it } from '@jest/globals';
import { usageCsv, usageRows, usageSearchFrom } from './usage-search.js';

const figures = { executions: 2, calls: 1, tokens: 10, cost: 0.01 };

describe('the address of a page of usage', () => {
  it('says by what and for how long', () => {
    expect(usageSearchFrom({ by: 'model', days: '7' })).toEqual({ by: 'model', days: 7 });
  });

  it('means days of the last month when it says nothing, or something else', () => {
    expect(usageSearchFrom({ by: 'weather', days: '8' })).toEqual({ by: 'day', days: 30 });
  });
});

describe('the rows of usage', () => {
  it('have days without usage between those with it', () => {
    const rows = usageRows('day', [{ day: '2031-03-01', ...figures }], '2031-02-28T00:00:00.000Z', '2031-03-02T09:00:00.000Z');
    expect(rows.map(({ name, executions }) => [name, executions])).toEqual([
      ['2031-02-28', 0],
      ['2031-03-01', 2],
      ['2031-03-02', 0],
    ]);
  });

  it('keep the order and the missing names of other groups', () => {
    const groups = [
      { model: 'large', ...figures },
      { model: null, ...figures },
    ];
    expect(usageRows('model', groups, '2031-03-01T00:00:00.000Z', '2031-03-02T00:00:00.000Z').map(({ name }) => name)).toEqual([
      'large',
      null,
    ]);
  });

  it('are a file that a spreadsheet does not calculate', () => {
    const text = usageCsv('Workflow', [{ name: 'x', shown: '=SUM("A1")', ...figures }]);
    expect(text).toBe('"Workflow","Runs","Model calls","Tokens","Cost in USD"\r\n"\'=SUM(""A1"")",2,1,10,0.01\r\n');
  });
});
