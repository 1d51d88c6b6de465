import { describe, expect, it } from '@jest/globals';
import { ApiKeyCaller, type Permission } from '#kernel/caller.js';
import type { GivenAnswer, PausePoint } from '../domain/pause.events.js';
import type { PausedExecution, PointState, ResumeEntry } from '../domain/pause.state.js';
import { pagePoints, type PageViewer } from './page-points.js';

const now = '2026-11-20T12:00:00.000Z';
const workspaceId = '019a8f00-0000-7000-8000-00000000000a';
const names = new Map([['block', 'Review']]);

function point(changes: Partial<PausePoint> = {}): PausePoint {
  return {
    contextId: 'review',
    node: 'review',
    blockId: 'block',
    response: { data: { order: 7, _resume: { uiUrl: 'x' } }, status: 200 },
    fields: [],
    expiresAt: null,
    onExpiry: 'fail',
    approvers: [],
    requiredApprovals: 1,
    parallelScope: null,
    loopScope: null,
    registeredAt: now,
    ...changes,
  };
}

const state = (changes: Partial<PausePoint> = {}, rest: Partial<PointState> = {}): PointState => {
  return { point: point(changes), status: 'paused', answers: [], ...rest };
};

function account(points: readonly PointState[], entries: readonly Partial<ResumeEntry>[] = []): PausedExecution {
  return {
    executionId: 'run',
    workflowId: 'workflow',
    workspaceId,
    status: 'paused',
    pausedAt: now,
    updatedAt: now,
    expiresAt: null,
    points: new Map(points.map((each) => [each.point.contextId, each])),
    entries: entries as readonly ResumeEntry[],
  };
}

function keyOf(permission: Permission, email: string | null = 'cleo@example.com'): PageViewer {
  const caller = new ApiKeyCaller({
    userId: 'user',
    keyId: 'key',
    keyKind: 'personal',
    workspaceId: null,
    scope: 'admin',
    isOperator: false,
    account: { userId: 'user', organizationId: null, plan: null },
    organizations: new Map(),
    workspaces: new Map([[workspaceId, { permission, organizationId: null, allowsPersonalKeys: true }]]),
  });
  return { by: 'key', caller, email };
}

const link = (email: string | null): PageViewer => ({ by: 'link', contextId: 'review', email });
const answer = (email: string | null, via: 'key' | 'link' = 'link'): GivenAnswer => {
  return { userId: null, email, via, keyId: null, input: {}, at: now };
};
const look = (known: PausedExecution, viewer: PageViewer) => pagePoints(known, viewer, { names, now });
const one = (known: PointState, viewer: PageViewer) => look(account([known]), viewer)[0];

describe('the points of the page', () => {
  it('include every point for a key, open ones first, and a single one for a link', () => {
    const both = account([state({}, { status: 'resumed' }), state({ contextId: 'other' })]);
    expect(look(both, keyOf('write')).map(({ contextId }) => contextId)).toEqual(['other', 'review']);
    expect(look(both, link('ada@example.com')).map(({ contextId }) => contextId)).toEqual(['review']);
    expect(look(both, { by: 'link', contextId: 'gone', email: null })).toEqual([]);
  });

  it('are called like their blocks, and say which pass and branch they are', () => {
    expect(one(state(), link(null))?.title).toBe('Review');
    const inside = { loopScope: { loopId: 'l', iteration: 1 }, parallelScope: { parallelId: 'p', branchIndex: 0, branchTotal: 2 } };
    expect(one(state({ ...inside, blockId: 'unknown' }), link(null))?.title).toBe('unknown, branch 1, pass 2');
  });

  it('show what is asked, without the links to where it is asked', () => {
    expect(one(state(), link(null))?.data).toEqual({ order: 7 });
    expect(one(state({ response: 'plain' }), link(null))?.data).toBe('plain');
  });

  it('have the fields of their form, or room for anything', () => {
    const form = [{ name: 'ok', type: 'boolean', description: null, required: false, value: null }];
    expect(one(state({ fields: form }), link(null))?.fields).toEqual(form);
    expect(one(state(), link(null))?.fields).toMatchObject([{ name: 'answer', type: 'free' }]);
  });

  const past = '2026-11-20T11:00:00.000Z';
  it.each([
    ['open', state(), []],
    ['open', state({ expiresAt: '2026-11-20T13:00:00.000Z' }), []],
    ['expired', state({ expiresAt: past }), []],
    ['expired', state({ expiresAt: past }, { status: 'failed' }), []],
    ['closed', state({}, { status: 'failed' }), []],
    ['answered', state({ expiresAt: past }, { status: 'failed' }), [{ contextId: 'review' }]],
    ['answered', state({}, { status: 'queued' }), []],
    ['answered', state({}, { status: 'resuming' }), []],
    ['answered', state({}, { status: 'resumed' }), []],
  ] as const)('are %s', (status, known, entries) => {
    expect(look(account([known], entries), link(null))[0]?.status).toBe(status);
  });

  it.each([
    [null, keyOf('write'), []],
    [null, keyOf('write', null), []],
    ['may-not-write', keyOf('read'), []],
    ['not-asked', keyOf('admin'), ['ada@example.com']],
    [null, link('Ada@Example.com'), ['ada@example.com']],
    ['not-asked', link('bob@example.com'), ['ada@example.com']],
    ['not-asked', link(null), ['ada@example.com']],
    [null, link(null), []],
    ['answered-before', { by: 'receipt', contextId: 'review', email: 'ada@example.com' } as const, []],
  ] as const)('are hindered by %j', (hindrance, viewer, approvers) => {
    expect(one(state({ approvers: [...approvers] }), viewer)?.hindrance).toBe(hindrance);
  });

  it.each([
    [link('ada@example.com'), answer('ada@example.com', 'key')],
    [link(null), answer(null)],
    [keyOf('write'), answer('cleo@example.com', 'link')],
  ])('are answered once by each', (viewer, given) => {
    expect(one(state({ requiredApprovals: 2 }, { answers: [given] }), viewer)?.hindrance).toBe('answered-before');
    expect(one(state({ requiredApprovals: 2 }, { answers: [answer('dora@example.com')] }), viewer)?.hindrance).toBe(null);
  });

  it('show who answered to a viewer who is identified', () => {
    const known = state({}, { answers: [answer('ada@example.com')] });
    expect(one(known, keyOf('read'))?.answers[0]?.email).toBe('ada@example.com');
    expect(one(known, link('bob@example.com'))?.answers[0]?.email).toBe('ada@example.com');
    expect(one(known, link(null))?.answers[0]?.email).toBe(null);
  });
});
