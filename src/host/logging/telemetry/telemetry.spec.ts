import { hostname } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { resourceOf } from './telemetry.js';

describe('the resource of telemetry', () => {
  it('names the machine, and differs between two starts with the same process id', () => {
    const [one, other] = [resourceOf({ role: 'api' }), resourceOf({ role: 'api' })];
    expect(one).toMatchObject({ 'host.name': hostname(), 'process.pid': String(process.pid), 'sluice.role': 'api' });
    expect(one['service.instance.id']).not.toBe(other['service.instance.id']);
  });
});
