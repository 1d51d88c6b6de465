import { Injectable } from '@nestjs/common';
import { editsOf, type DraftAuthor } from '../domain/edits/history/draft-authors.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { DraftDeployment } from '../domain/edits/history/draft-history.js';
import { UserNames } from '#modules/identity/index.js';
import type { RecordedOf } from '#kernel/event.js';
import type { DraftChange } from '../domain/edits/history/draft-change.js';
import { workflowStream, type WorkflowEvent } from '../domain/workflow.events.js';

const window = 500;
/** Events before a deployment that are read to find the authors of its edits. */
const mostRead = 20 * window;

/** The history of drafts, read from the log. */
@Injectable()
export class DraftChanges {
  constructor(
    private readonly store: EventStore,
    private readonly names: UserNames,
  ) {}

  /** The changes of a draft that made the revisions after `after`, up to `until`, oldest first, among at most `limit` events of the workflow. */
  async between(workflowId: string, after: number, until: number, limit: number): Promise<readonly DraftChange[]> {
    if (after >= until) return [];
    const events = await this.store.read(workflowStream, workflowId, after, Math.min(limit, until - after));
    return this.#named(events.flatMap((event) => changeOf(event) ?? []));
  }

  /** Who has changed the draft between the last deployment before a position of its stream and this position, the author of the last edit first. */
  async authors(workflowId: string, position: number): Promise<readonly DraftAuthor[]> {
    const changes: Unnamed[] = [];
    for (let end = position; end > 0 && position - end < mostRead; end -= window) {
      const after = Math.max(0, end - window);
      const events = await this.store.read(workflowStream, workflowId, after, end - after);
      const deployed = events.findLastIndex(({ type }) => type === 'workflow.deployed');
      changes.unshift(...events.slice(deployed + 1).flatMap((event) => changeOf(event) ?? []));
      if (deployed !== -1) break;
    }
    return editsOf(await this.#named(changes));
  }

  /** What has happened to a draft up to a revision, oldest first, among at most `limit` events of the workflow. */
  async before(workflowId: string, revision: number, limit: number): Promise<HistoryPage> {
    const after = Math.max(0, revision - limit);
    const events = await this.store.read(workflowStream, workflowId, after, revision - after);
    const changes = await this.#named(events.flatMap((event) => changeOf(event) ?? []));
    const deployments = events.flatMap((event) => deploymentOf(event) ?? []);
    const names = await this.names.ofAll(deployments.flatMap(({ userId }) => userId ?? []));
    return {
      changes,
      deployments: deployments.map((each) => ({ ...each, userName: names.get(each.userId ?? '') ?? null })),
      after,
    };
  }

  async #named(changes: readonly Unnamed[]): Promise<readonly DraftChange[]> {
    const names = await this.names.ofAll(changes.flatMap(({ userId }) => userId ?? []));
    return changes.map((change) => ({ ...change, userName: names.get(change.userId ?? '') ?? null }));
  }
}

export interface HistoryPage {
  readonly changes: readonly DraftChange[];
  readonly deployments: readonly DraftDeployment[];
  /** The position before the first event that was read; 0 when nothing is before it. */
  readonly after: number;
}

/** What a deployment says of itself; the name and the description of a version may have been changed since. */
function deploymentOf({ position, meta, at, ...event }: RecordedOf<WorkflowEvent>): Omit<DraftDeployment, 'userName'> | undefined {
  const place = { position, name: null, description: null, userId: meta.actorId ?? null, at };
  switch (event.type) {
    case 'workflow.deployed':
      return { kind: 'deployed', ...place, version: event.payload.version };
    case 'workflow.version-activated':
      return { kind: 'activated', ...place, version: event.payload.version };
    case 'workflow.undeployed':
      return { kind: 'undeployed', ...place, version: null };
    default:
      return undefined;
  }
}

type Unnamed = Omit<DraftChange, 'userName'>;

function changeOf({ position: revision, meta, at, ...event }: RecordedOf<WorkflowEvent>): Unnamed | undefined {
  const userId = meta.actorId ?? null;
  if (event.type === 'workflow.draft-saved') {
    const { restored } = event.payload;
    const label = restored === undefined ? null : `Restore revision ${restored}`;
    return { revision, editId: null, label, operations: null, userId, at };
  }
  if (event.type !== 'workflow.draft-edited') return undefined;
  const { editId, label, operations } = event.payload;
  return { revision, editId, label, operations, userId, at };
}
