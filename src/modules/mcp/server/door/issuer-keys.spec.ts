import { describe, expect, it } from '@jest/globals';
import type { Config } from '#host/config/config.js';
import { createLogger } from '#host/logging/logger.js';
import { SystemTimers } from '#host/system-timers.js';
import { Clock } from '#kernel/clock.js';
import { ScriptedHttp } from '../../../../../test/support/engine/scripted-http.js';
import { IssuerKeys } from './issuer-keys.js';

const issuer = 'https://login.example';
const metadata = { body: JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }) };
const keys = { body: JSON.stringify({ keys: [{ kid: 'one' }] }) };
const minutes = 60_000;

class MovedClock extends Clock {
  nowMs = 0;

  now(): Date {
    return new Date(this.nowMs);
  }
}

describe('the keys of an issuer that hangs', () => {
  it('count for a day, and no request waits for it longer than a moment', async () => {
    const clock = new MovedClock();
    const http = new ScriptedHttp(metadata, keys, { body: [new Promise(() => undefined)] });
    const waits: number[] = [];
    const timers = new (class extends SystemTimers {
      override wait(ms: number): Promise<void> {
        waits.push(ms);
        return Promise.resolve();
      }
    })();
    const config = { mcpIssuer: issuer } as Config;
    const known = new IssuerKeys(http, config, clock, timers, createLogger({ logLevel: 'fatal' }));
    expect(await known.present()).toEqual({ keys: [{ kid: 'one' }] });
    clock.nowMs += 11 * minutes;
    expect(await known.present()).toEqual({ keys: [{ kid: 'one' }] });
    expect(waits).toEqual([1_000]);
  });
});
