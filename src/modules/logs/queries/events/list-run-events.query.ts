import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { RunIntegrity, type RunIntegrityView } from '#modules/audit/index.js';
import { RunStore, type LocatedRun } from '#modules/runs/index.js';
import { logStatement } from '../pages/log-statement.js';
import { LogRows } from '../pages/log-rows.js';
import type { LogStatus } from '../../projections/log-status.js';
import type { LogRow } from '../log-view.js';
import { RunEventPages, type EventsAsked, type EventsRead } from './run-event-pages.js';
import type { ShownEvent } from './shown-event.js';

/** Some events of a run, one after the other. */
export interface RunEventsPage {
  /** The events, in the order in which they happened. */
  readonly data: readonly ShownEvent[];
  /** Status of the run; `queued` for a run that waits for its start. */
  readonly status: LogStatus | 'queued';
  /** The `after` of the next page; null when the run has no more events yet. */
  readonly nextAfter: number | null;
  /** Present if the stored events were changed so that an event cannot be read: `data` ends before it. */
  readonly integrity?: RunIntegrityView;
}

/** A page of the events of a run. @throws DomainError not-found, the same for an absent and a foreign run; conflict for an id that several workspaces have */
export class ListRunEvents extends Query<RunEventsPage> {
  constructor(
    readonly run: LocatedRun,
    readonly asked: EventsAsked,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(ListRunEvents)
export class ListRunEventsHandler implements IQueryHandler<ListRunEvents> {
  constructor(
    private readonly runs: RunStore,
    private readonly pages: RunEventPages,
    private readonly rows: LogRows,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run, asked, limit }: ListRunEvents): Promise<RunEventsPage> {
    const { executionId, workspaceId } = await this.runs.locate(run, 'read');
    try {
      return await this.#page(executionId, await this.pages.read(executionId, asked, limit));
    } catch (error) {
      const integrity = await this.integrity.explain(error, executionId, workspaceId);
      const { events, position } = await this.pages.readBefore(executionId, asked, limit);
      return { data: events, status: await this.#loggedStatus(executionId, position), nextAfter: null, integrity };
    }
  }

  async #page(executionId: string, read: EventsRead): Promise<RunEventsPage> {
    return { data: read.events, status: await this.#status(executionId, read), nextAfter: read.isMore ? read.position : null };
  }

  /** The events that were read are newer than the row of the log if they are the last ones. */
  async #status(executionId: string, { isMore, status, position }: EventsRead): Promise<RunEventsPage['status']> {
    if (!isMore && status !== undefined) return status;
    return this.#loggedStatus(executionId, position);
  }

  async #loggedStatus(executionId: string, position: number): Promise<RunEventsPage['status']> {
    const [row] = await this.rows.query<LogRow>(logStatement(executionId));
    return row?.status ?? (position === 0 ? 'queued' : 'running');
  }
}
