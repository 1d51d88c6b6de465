import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Config } from '#host/config/config.js';
import type { Logger } from '#host/logging/logger.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import { ActiveRuns } from './active-runs.js';

const names = { workflowId: 'workflow', accountId: 'account', workspaceId: 'workspace', deploymentVersion: 1 };
const noPool = { query: () => Promise.resolve({ rows: [] }) } as unknown as Pool;

describe('a run that was lost and came back to the same process', () => {
  it('can still be cancelled when its former drive ends', () => {
    const runs = new ActiveRuns(new Signals(new PostgresCarrier(noPool)), {} as Config, {} as Logger);
    const former = runs.open('run', names);
    const present = runs.open('run', names);
    former.close();
    expect(runs.cancel('run')).toBe(true);
    expect(present.isCancelled).toBe(true);
    present.close();
    expect(runs.has('run')).toBe(false);
  });
});
