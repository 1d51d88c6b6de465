import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/decider.js';
import { given } from '../../../../test/support/decider-spec.js';
import { trigger, type TriggerCommand } from './trigger.decider.js';
import {
  TriggerBackfilled,
  TriggerDisabled,
  TriggerPaused,
  TriggerReconfigured,
  TriggerRegistered,
  TriggerResumed,
  TriggerRetired,
  TriggerSecretRotated,
  type TriggerEvent,
} from './trigger.events.js';

const at = '2031-05-04T10:00:00.000Z';
const place = { workflowId: 'wf1', blockId: 'b1' };
const settings = (version: number) => ({ version, blockName: 'Orders', kind: 'webhook', provider: 'generic', config: {} });
const register = (version: number, newPath: string | null = 'new'): TriggerCommand => {
  return { type: 'register', ...place, settings: settings(version), newPath, at };
};
const registered = TriggerRegistered({ ...place, ...settings(1), path: 'first', at });
const reconfigured = TriggerReconfigured({ ...settings(2), path: 'first', at });
const paused = TriggerPaused({ mode: 'hold', at });
const disabled = TriggerDisabled({ reason: 'consecutive-failures', failures: 100, at });
const retired = TriggerRetired({ reason: 'undeployed', at });
const statusAfter = (...events: readonly TriggerEvent[]) => fold(trigger, events).status;

describe('registering a trigger', () => {
  it('gives it an address', () => {
    given(trigger, []).when(register(1, 'first')).then([registered]);
  });

  it('keeps the address that it has', () => {
    given(trigger, [registered]).when(register(2)).then([reconfigured]);
  });

  it('restores a retired trigger with its address', () => {
    given(trigger, [registered, retired])
      .when(register(2))
      .then([TriggerRegistered({ ...place, ...settings(2), path: 'first', at })]);
  });

  it('keeps the address of a block that does not receive requests for a while', () => {
    given(trigger, [registered]).when(register(2, null)).then([reconfigured]);
  });

  it('does not resume a paused trigger', () => {
    given(trigger, [registered, paused]).when(register(2)).then([reconfigured]);
    expect(statusAfter(registered, paused, reconfigured)).toBe('paused');
  });

  it('makes a disabled trigger active', () => {
    given(trigger, [registered, disabled])
      .when(register(2))
      .then([reconfigured, TriggerResumed({ at })]);
  });
});

describe('the state of a trigger', () => {
  it('is paused with a mode, and changes its mode', () => {
    given(trigger, [registered]).when({ type: 'pause', mode: 'hold', at }).then([paused]);
    given(trigger, [registered, paused]).when({ type: 'pause', mode: 'hold', at }).then([]);
    given(trigger, [registered, paused])
      .when({ type: 'pause', mode: 'drop', at })
      .then([TriggerPaused({ mode: 'drop', at })]);
  });

  it('is active after it is resumed, also from disabled', () => {
    given(trigger, [registered]).when({ type: 'resume', at }).then([]);
    for (const before of [paused, disabled]) {
      given(trigger, [registered, before])
        .when({ type: 'resume', at })
        .then([TriggerResumed({ at })]);
    }
  });

  it('is disabled only while it is active', () => {
    const disable = { type: 'disable', reason: 'consecutive-failures', failures: 100, at } as const;
    given(trigger, [registered]).when(disable).then([disabled]);
    for (const before of [paused, disabled, retired]) given(trigger, [registered, before]).when(disable).then([]);
  });

  it('ends when it is retired', () => {
    given(trigger, [registered, paused]).when({ type: 'retire', reason: 'undeployed', at }).then([retired]);
    given(trigger, [registered, retired]).when({ type: 'retire', reason: 'undeployed', at }).then([]);
    given(trigger, [registered, retired]).when({ type: 'pause', mode: 'hold', at }).refuses('CONFLICT');
    given(trigger, []).when({ type: 'resume', at }).refuses('NOT_FOUND');
  });

  it('stays as it is when its secret is rotated', () => {
    const rotated = { formerUntil: at, at };
    given(trigger, [registered, paused])
      .when({ type: 'rotate-secret', ...rotated })
      .then([TriggerSecretRotated(rotated)]);
    expect(statusAfter(registered, paused, TriggerSecretRotated(rotated))).toBe('paused');
  });

  it('stays as it is when times are run later, which is recorded if there were any', () => {
    const backfilled = { from: at, to: at, occurrences: 3, at };
    given(trigger, [registered])
      .when({ type: 'backfill', ...backfilled })
      .then([TriggerBackfilled(backfilled)]);
    given(trigger, [registered])
      .when({ type: 'backfill', ...backfilled, occurrences: 0 })
      .then([]);
    expect(statusAfter(registered, TriggerBackfilled(backfilled))).toBe('active');
  });
});
