import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError, parseConfig } from '../config.js';
import { readPlans } from './plans-file.js';
import { ProblemList } from '../problem-list.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-plans-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const basic = {
  syncPerMinute: 5,
  asyncPerMinute: 10,
  apiPerMinute: 20,
  costLimitUsd: 1.5,
  concurrentRuns: 3,
  concurrentRunsPerWorkflow: null,
  storageBytes: null,
  isEnterprise: false,
};

function file(content: unknown): string {
  const path = join(folder, 'plans.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function problemsOf(content: unknown): readonly string[] {
  try {
    readPlans(file(content));
    return [];
  } catch (error) {
    if (error instanceof ProblemList) return error.problems;
    throw error;
  }
}

describe('a file of plans', () => {
  it('adds plans, replaces built-in ones, and names the default', () => {
    const plans = readPlans(file({ default: 'basic', plans: { basic, pro: basic } }));
    expect(plans.of(null)).toEqual({
      baseChargeUsd: 0.005,
      isCostLimitPerSeat: false,
      modelPolicy: {},
      tables: null,
      rowsPerTable: null,
      chats: null,
      triggers: null,
      shortestScheduleMs: null,
      webhookBodyBytes: null,
      triggerDeliveriesPerMinute: null,
      workspaceDeliveriesPerMinute: null,
      mcpServers: null,
      mcpTools: null,
      mcpConnections: null,
      retentionDays: null,
      ...basic,
      name: 'basic',
    });
    expect(plans.of('pro').syncPerMinute).toBe(5);
    expect(readPlans(file({ plans: { free: { ...basic, baseChargeUsd: 0 } } })).of('free').baseChargeUsd).toBe(0);
    expect(problemsOf({ plans: { basic: { ...basic, baseChargeUsd: -1 } } })).toEqual([
      'plans.basic.baseChargeUsd must be an amount of US dollars from 0',
    ]);
    expect(plans.of('team').syncPerMinute).toBe(300);
    expect(plans.names).toEqual(['free', 'pro', 'team', 'enterprise', 'selfhosted', 'basic']);
  });

  it('may leave everything as it is', () => {
    expect(readPlans(file({})).defaultName).toBe('selfhosted');
  });

  it('is refused with all its problems at once', () => {
    const broken = { ...basic, syncPerMinute: 0, costLimitUsd: '5', isEnterprise: 1, colour: 'red' };
    expect(problemsOf({ default: 'gold', plans: { broken, 'Not a name': basic, few: 7 }, more: 1 })).toEqual([
      'more is not known; a catalogue has default and plans',
      expect.stringMatching(/^plans\.broken\.colour is not known; a plan has syncPerMinute, /),
      'plans.broken.syncPerMinute must be a whole number from 1 to 10000000',
      'plans.broken.costLimitUsd must be an amount of US dollars, or null for no limit',
      'plans.broken.isEnterprise must be true or false',
      'plans.Not a name must have a name of 1 to 50 of a-z 0-9 _ -',
      'plans.few must be an object',
      expect.stringMatching(/^default must be the name of a plan: free, pro, /),
    ]);
  });

  it('holds policies of models, whose problems are named', () => {
    expect(readPlans(file({ plans: { basic: { ...basic, modelPolicy: { deny: ['gpt-*'] } } } })).of('basic').modelPolicy).toEqual({
      deny: ['gpt-*'],
    });
    expect(problemsOf({ plans: { basic: { ...basic, modelPolicy: { contents: 'some', denyy: [] } } } })).toEqual([
      'plans.basic.modelPolicy.denyy is not known. Did you mean deny?',
      'plans.basic.modelPolicy.contents must be one of none, masked, full',
    ]);
  });

  it('keeps runs for a hundred years at most, since later dates have more than four digits', () => {
    expect(readPlans(file({ plans: { basic: { ...basic, retentionDays: 36_500 } } })).of('basic').retentionDays).toBe(36_500);
    for (const retentionDays of [0, 36_501, 999_999]) {
      expect(problemsOf({ plans: { basic: { ...basic, retentionDays } } })).toEqual([
        'plans.basic.retentionDays must be a whole number of days from 1 to 36500, or null to keep runs forever',
      ]);
    }
  });

  it('asks for every field of a plan', () => {
    expect(problemsOf({ plans: { empty: {} } })).toHaveLength(Object.keys(basic).length);
  });

  it.each([
    ['{', /^must hold JSON: /],
    ['[]', /^must hold a JSON object/],
    [{ plans: [] }, /^plans must be an object/],
  ])('that holds %p is refused', (content, problem) => {
    expect(problemsOf(content)).toEqual([expect.stringMatching(problem)]);
  });

  it('stops the start with each problem in a line, beside those of other settings', () => {
    const path = file({ default: 'gold', plans: { few: 7 } });
    const start = (): unknown => parseConfig({ SLUICE_PLANS_FILE: path, PORT: 'x' });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new RegExp(`PORT must be .*\n.*SLUICE_PLANS_FILE ${path}: plans.few .*\n.*SLUICE_PLANS_FILE ${path}: default `));
    expect(() => parseConfig({ SLUICE_PLANS_FILE: join(folder, 'absent.json') })).toThrow(/must be a file that can be read \(ENOENT\)/);
  });
});
