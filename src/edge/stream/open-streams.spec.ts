import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ApiKeyCaller } from '#kernel/caller.js';
import type { DomainError } from '#kernel/errors.js';
import { mostStreamsOfKey, OpenStreams } from './open-streams.js';

function callerWith(keyId: string): ApiKeyCaller {
  return new ApiKeyCaller({
    userId: 'user',
    keyId,
    keyKind: 'personal',
    workspaceId: null,
    scope: 'admin',
    isOperator: false,
    account: { userId: 'user', organizationId: null, plan: null },
    organizations: new Map(),
    workspaces: new Map(),
  });
}

const aResponse = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));
const one = callerWith('one');

function fill(streams: OpenStreams): ServerResponse[] {
  const responses = Array.from({ length: mostStreamsOfKey }, aResponse);
  for (const response of responses) streams.enter(one, response);
  return responses;
}

describe('open streams', () => {
  it('are at most 20 of one key, and the refusal names the limit', () => {
    const streams = new OpenStreams();
    fill(streams);
    expect(() => streams.enter(one, aResponse())).toThrow('Too many open streams: at most 20 of one API key. ');
    streams.enter(callerWith('other'), aResponse());
  });

  it('make room when one of them is closed', () => {
    const streams = new OpenStreams();
    const [first] = fill(streams);
    first?.emit('close');
    streams.enter(one, aResponse());
    expect(() => streams.enter(one, aResponse())).toThrow(/^Too many/);
  });

  it('can be tried again, says the refusal', () => {
    const streams = new OpenStreams();
    fill(streams);
    const refused = ((): DomainError | undefined => {
      try {
        streams.enter(one, aResponse());
        return undefined;
      } catch (error) {
        return error as DomainError;
      }
    })();
    expect(refused).toMatchObject({ kind: 'limited', code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 5 });
  });

  it('that were promised are counted and not refused', () => {
    const streams = new OpenStreams();
    const responses = fill(streams);
    streams.count(one, aResponse());
    responses[0]?.emit('close');
    expect(() => streams.enter(one, aResponse())).toThrow(/^Too many/);
  });

  it('tell when their reader goes away, or has gone already', () => {
    const streams = new OpenStreams();
    const response = aResponse();
    const gone = streams.enter(one, response);
    expect(gone.aborted).toBe(false);
    response.emit('close');
    expect(gone.aborted).toBe(true);
    const left = aResponse();
    left.destroy();
    expect(streams.enter(one, left).aborted).toBe(true);
  });
});
