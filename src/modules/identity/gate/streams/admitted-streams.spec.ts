import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import { OpenStreams } from '#edge/stream/open-streams.js';
import { ApiKeyCaller } from '#kernel/caller.js';
import type { Change, ChangeListener, Changes } from '#ledger/projections/changes.js';
import type { ApiKeyGuard } from '../api-key.guard.js';
import { AdmittedStreams } from './admitted-streams.js';

function callerOf(userId: string, workspaceIds: readonly string[] = ['shop']): ApiKeyCaller {
  const reach = { permission: 'read', organizationId: 'acme', allowsPersonalKeys: true } as const;
  return new ApiKeyCaller({
    userId,
    keyId: `key of ${userId}`,
    keyKind: 'personal',
    workspaceId: null,
    isOperator: false,
    account: { userId, organizationId: 'acme', plan: null },
    organizations: new Map(),
    workspaces: new Map(workspaceIds.map((id) => [id, reach])),
  });
}

const aRequest = (caller: ApiKeyCaller): Request => ({ caller, subject: { workspaceId: 'shop' } }) as unknown as Request;
const aResponse = (): ServerResponse => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;

let present: jest.Mock<(request: Request) => Promise<ApiKeyCaller | undefined>>;
let tell: ChangeListener;
let streams: AdmittedStreams;

beforeEach(() => {
  present = jest.fn((request: Request) => Promise.resolve(request.caller as ApiKeyCaller));
  const changes = {
    on: (_: unknown, listener: ChangeListener) => {
      tell = listener;
      return () => undefined;
    },
  };
  streams = new AdmittedStreams(new OpenStreams(), { present } as unknown as ApiKeyGuard, changes as unknown as Changes);
});
afterEach(() => {
  streams.onModuleDestroy();
});

function open(userId: string, response = aResponse()): AbortSignal {
  const caller = callerOf(userId);
  return streams.enter(caller, aRequest(caller), response);
}

async function changed(streamId: string): Promise<void> {
  tell({ type: 'any', streamId, workspaceId: null } satisfies Change);
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await streams.round();
}

describe('streams of callers with a credential', () => {
  it('ask for nothing for fifteen seconds, also while others are changed', async () => {
    for (let user = 0; user < 2000; user += 1) open(`user ${user}`);
    await changed('another user');
    await rounds(14);
    expect(present).not.toHaveBeenCalled();
    await rounds(1);
    expect(present).toHaveBeenCalledTimes(2000);
  });

  it('are checked when their user, key, workspace or organization has changed', async () => {
    open('ada');
    open('ben');
    const counts: number[] = [];
    for (const id of ['ada', 'key of ada', 'shop', 'acme', 'elsewhere']) {
      present.mockClear();
      await changed(id);
      counts.push(present.mock.calls.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 0]);
  });

  it('end when the credential has ended or does not reach the workspace, and then only', async () => {
    const [ended, shutOut, kept] = [open('ada'), open('ben'), open('cyd')];
    present.mockImplementation((request) => {
      const { userId } = request.caller as ApiKeyCaller;
      return Promise.resolve(userId === 'ada' ? undefined : callerOf(userId, userId === 'ben' ? ['elsewhere'] : ['shop']));
    });
    await changed('shop');
    expect([ended.aborted, shutOut.aborted, kept.aborted]).toEqual([true, true, false]);
  });

  it('stay open while the database is away, and are asked about until it is back', async () => {
    const stream = open('ada');
    present.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(undefined);
    await changed('ada');
    await rounds(1);
    expect(stream.aborted).toBe(false);
    await rounds(1);
    expect(stream.aborted).toBe(true);
  });

  it('end when their reader leaves, and are checked no more', async () => {
    const response = aResponse();
    const stream = open('ada', response);
    response.emit('close');
    await changed('ada');
    expect(stream.aborted).toBe(true);
    expect(present).not.toHaveBeenCalled();
  });
});
