import { Injectable } from '@nestjs/common';
import { editsOf, type DraftAuthor } from '../domain/edits/history/draft-authors.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { DraftDeployment } from '../domain/edits/history/draft-history.js';
import { UserNames } from '#modules/identity/index.js';
import type { RecordedOf } from '#kernel/event.js';
import { draftChanged } from '../domain/edits/conflicts.js';
import type { DraftChange } from '../domain/edits/history/draft-change.js';
import { jsonBytes } from '../domain/edits/json-bytes.js';
import { workflowStream, type WorkflowEvent } from '../domain/workflow.events.js';

/** Events that are read at once to find the last deployment: few at first, since it is often near. */
const windows = { first: 20, most: 500 };
/** Events before a deployment that are read to find the authors of its edits. */
const mostRead = 10_000;
/** The size of edits, as JSON, that are held at the same time. */
const mostBytes = 16 * 1024 * 1024;
/** Edits of any size that are read at once. */
const page = 50;

/** The history of drafts, read from the log. */
@Injectable()
export class DraftChanges {
  constructor(
    private readonly store: EventStore,
    private readonly names: UserNames,
  ) {}

  /**
   * The changes of a draft that made the revisions after `after`, up to `until`, oldest first, among at most `limit` events of the workflow.
   * @throws DomainError conflict when they are larger together than a reader holds
   */
  async between(workflowId: string, after: number, until: number, limit: number): Promise<readonly DraftChange[]> {
    const changes: Unnamed[] = [];
    const end = Math.min(after + limit, until);
    let bytes = 0;
    for (let from = after; from < end; from += page) {
      const read = changesOf(await this.#read(workflowId, from, Math.min(page, end - from)));
      bytes += jsonBytes(read);
      if (bytes > mostBytes) throw draftChanged([{ path: ['base'], message: `The draft is at revision ${until}`, code: 'too_old' }]);
      changes.push(...read);
    }
    return this.#named(changes);
  }

  /** Who has changed the draft between the last deployment before a position of its stream and this position, the author of the last edit first. */
  async authors(workflowId: string, position: number): Promise<readonly DraftAuthor[]> {
    const changes: Unnamed[] = [];
    let window = windows.first;
    for (let end = position; end > 0 && position - end < mostRead;) {
      const after = Math.max(0, end - window);
      const events = await this.#read(workflowId, after, end - after);
      const deployed = events.findLastIndex(({ type }) => type === 'workflow.deployed');
      changes.unshift(...changesOf(events.slice(deployed + 1)));
      if (deployed !== -1) break;
      end = after;
      window = Math.min(window * 5, windows.most);
    }
    return editsOf(await this.#named(changes));
  }

  /** What has happened to a draft up to a revision, oldest first, among at most `limit` events of the workflow. */
  async before(workflowId: string, revision: number, limit: number): Promise<HistoryPage> {
    const after = Math.max(0, revision - limit);
    const events = await this.#read(workflowId, after, revision - after);
    const changes = await this.#named(changesOf(events));
    const deployments = events.flatMap((event) => deploymentOf(event) ?? []);
    const names = await this.names.ofAll(deployments.flatMap(({ userId }) => userId ?? []));
    return {
      changes,
      deployments: deployments.map((each) => ({ ...each, userName: names.get(each.userId ?? '') ?? null })),
      after,
    };
  }

  /** Events without the whole documents that some of them have. */
  #read(workflowId: string, after: number, limit: number): Promise<readonly RecordedOf<WorkflowEvent>[]> {
    return this.store.readWithout('document', workflowStream, workflowId, after, limit);
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

function changesOf(events: readonly RecordedOf<WorkflowEvent>[]): readonly Unnamed[] {
  return events.flatMap((event) => changeOf(event) ?? []);
}

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
