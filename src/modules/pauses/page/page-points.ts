import { includesPermission, type Caller } from '#kernel/caller.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import type { ResumeField } from '#engine/pause.js';
import { isAsked, isSameAnswerer } from '../domain/answerers.js';
import type { PausedExecution, PointState } from '../domain/pause.state.js';
import type { PageField, PagePoint } from './pause-page.js';

/**
 * The visitor of the page: the owner of a key, a person who is signed in, the holder of a link to one point, named or not, or a person who
 * has just answered a point by a link.
 */
export type PageViewer =
  | { readonly by: 'key' | 'session'; readonly caller: Caller; readonly email: string | null }
  | { readonly by: 'link' | 'receipt'; readonly contextId: string; readonly email: string | null };

/** Data for showing the points of a run. */
export interface Surroundings {
  /** Names of blocks by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** ISO 8601. */
  readonly now: string;
}

/** A caller as a visitor of the page. */
export function viewerOf(caller: Caller, email: string | null): PageViewer & { readonly via: 'key' | 'session' } {
  const by = caller.kind === 'session' ? 'session' : 'key';
  return { by, via: by, caller, email };
}

/** The points that the visitor can see, open ones first. */
export function pagePoints(account: PausedExecution, viewer: PageViewer, surroundings: Surroundings): readonly PagePoint[] {
  const seen = [...account.points.values()].filter(({ point }) => 'caller' in viewer || point.contextId === viewer.contextId);
  const points = seen.map((each) => pagePoint(each, account, { viewer, ...surroundings }));
  return points.toSorted((one, other) => Number(other.status === 'open') - Number(one.status === 'open'));
}

type Look = Surroundings & { readonly viewer: PageViewer };

function pagePoint(state: PointState, account: PausedExecution, { viewer, names, now }: Look): PagePoint {
  const { point, answers } = state;
  const { contextId, expiresAt, requiredApprovals } = point;
  // The holder of a link without a name is unknown.
  const maySeeNames = 'caller' in viewer || viewer.email !== null;
  return {
    contextId,
    title: titleOf(point, names),
    data: shownData(point.response),
    fields: fieldsOf(point),
    status: statusOf(state, account, now),
    expiresAt,
    requiredApprovals,
    answers: answers.map(({ email, via, at }) => ({ email: maySeeNames ? email : null, via, at })),
    hindrance: hindranceOf(state, account, viewer),
    attempt: null,
  };
}

/** A question without a form accepts any answer, or none. */
const freeField: PageField = { name: 'answer', type: 'free', description: null, required: false, value: null };

function fieldsOf({ fields }: PointState['point']): readonly PageField[] {
  const form = fields as unknown as readonly ResumeField[];
  return form.length === 0 ? [freeField] : form;
}

/** The name of the block and, within a loop or a parallel, the number of the pass or branch. */
function titleOf({ blockId, loopScope, parallelScope }: PointState['point'], names: ReadonlyMap<string, string>): string {
  const pass = loopScope === null ? '' : `, pass ${loopScope.iteration + 1}`;
  const branch = parallelScope === null ? '' : `, branch ${parallelScope.branchIndex + 1}`;
  return `${names.get(blockId) ?? blockId}${branch}${pass}`;
}

/** The data without the links, which lead to this page. */
function shownData(response: Json): Json {
  const data = isJsonObject(response) && response['data'] !== undefined ? response['data'] : response;
  return isJsonObject(data) ? Object.fromEntries(Object.entries(data).filter(([name]) => name !== '_resume')) : data;
}

function statusOf({ point, status }: PointState, { entries }: PausedExecution, now: string): PagePoint['status'] {
  const isPast = point.expiresAt !== null && point.expiresAt <= now;
  if (status === 'paused') return isPast ? 'expired' : 'open';
  if (status !== 'failed' || entries.some(({ contextId }) => contextId === point.contextId)) return 'answered';
  return isPast ? 'expired' : 'closed';
}

/** The same checks as those for an answer. */
function hindranceOf({ point, answers }: PointState, { workspaceId }: PausedExecution, viewer: PageViewer): PagePoint['hindrance'] {
  const who = { email: viewer.email, via: 'caller' in viewer ? viewer.by : 'link' } as const;
  if (viewer.by === 'receipt' || answers.some((given) => isSameAnswerer(given, who))) return 'answered-before';
  const held = 'caller' in viewer ? viewer.caller.permissionIn(workspaceId) : 'write';
  if (held === undefined || !includesPermission(held, 'write')) return 'may-not-write';
  return isAsked(point, who) ? null : 'not-asked';
}
