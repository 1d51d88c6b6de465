import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { invalidField } from '#kernel/errors.js';
import { RunIntegrity } from '#modules/audit/index.js';
import { RunStore, type FoundRun, type LocatedRun, type Message } from '#modules/runs/index.js';
import { FollowEvents } from './follow-events.js';
import { RunEventPages, type EventsAsked } from './run-event-pages.js';

/** The events of a run that a reader follows. */
export interface FollowedEvents {
  readonly run: FoundRun;
  readonly messages: AsyncIterable<Message>;
}

/** The events of a run after a position, whether it is queued, runs or has ended. @throws DomainError not-found, conflict, invalid for a position that the run has not reached */
export class FollowRunEvents extends Query<FollowedEvents> {
  constructor(
    readonly run: LocatedRun,
    readonly asked: EventsAsked,
    /** Aborts when the reader has disconnected. */
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(FollowRunEvents)
export class FollowRunEventsHandler implements IQueryHandler<FollowRunEvents> {
  constructor(
    private readonly runs: RunStore,
    private readonly pages: RunEventPages,
    private readonly follower: FollowEvents,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run: asked, asked: place, gone }: FollowRunEvents): Promise<FollowedEvents> {
    const run = await this.runs.locate(asked, 'read');
    const at = () => this.pages.at(run.executionId, place.after);
    const isKnown = place.after === 0 || (await this.integrity.reading(run, at)) !== undefined;
    if (!isKnown)
      throw invalidField('after', `after and Last-Event-ID must be the position of an event of this run; it has no event ${place.after}`);
    return { run, messages: this.integrity.readingAll(run, this.follower.follow(run.executionId, place, gone)) };
  }
}
