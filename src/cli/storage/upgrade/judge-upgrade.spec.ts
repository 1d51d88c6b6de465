import { describe, expect, it } from '@jest/globals';
import { judgeUpgrade, type Upgrade } from './judge-upgrade.js';

const present: Upgrade = {
  release: '1.1.0',
  unknown: [],
  due: [],
  views: [
    { name: 'execution-log', version: 3, mode: 'async' },
    { name: 'workflow', version: 2, mode: 'inline' },
  ],
  live: new Map([
    ['execution-log', 3],
    ['workflow', 2],
  ]),
};
const statuses = (upgrade: Partial<Upgrade>): unknown[] =>
  judgeUpgrade({ ...present, ...upgrade }).map(({ check, status, message }) => [check, status, message]);

describe('an upgrade', () => {
  it('has nothing to do in a database of the same release', () => {
    expect(statuses({})).toEqual([
      ['schema', 'ok', 'is that of Sluice 1.1.0'],
      ['rolling', 'ok', 'processes of both releases can work at the same time'],
      ['views', 'ok', 'no view has to be built'],
    ]);
  });

  it('lists its migrations and the views that it rebuilds', () => {
    expect(statuses({ due: ['One1', 'Two2'], live: new Map([...present.live, ['execution-log', 2]]) })).toEqual([
      ['schema', 'warn', '2 migrations of Sluice 1.1.0 will run: One1, Two2'],
      ['rolling', 'ok', 'processes of both releases can work at the same time'],
      ['views', 'ok', 'will be built while the server runs: execution-log'],
    ]);
  });

  it('says when processes of the previous release cannot write any more', () => {
    const [, rolling] = judgeUpgrade({ ...present, live: new Map([...present.live, ['workflow', 1]]) });
    expect(rolling).toMatchObject({
      check: 'rolling',
      status: 'warn',
      message: expect.stringMatching(/^workflow is new or changed: .*503$/),
    });
  });

  it('says so for views that the previous release does not have', () => {
    const [, rolling, views] = judgeUpgrade({ ...present, live: new Map([['execution-log', 3]]) });
    expect(rolling).toMatchObject({ check: 'rolling', status: 'warn' });
    expect(views).toMatchObject({ message: 'will be built while the server runs: workflow' });
  });

  it('is refused for a database of a newer release', () => {
    expect(statuses({ unknown: ['Later9'] })).toEqual([
      ['schema', 'fail', 'the database is of a newer release: Sluice 1.1.0 does not have Later9'],
    ]);
    expect(statuses({ live: new Map([...present.live, ['workflow', 3]]) })).toEqual([
      ['views', 'fail', 'a newer release has rebuilt workflow'],
    ]);
  });
});
