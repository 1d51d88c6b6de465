import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { invalidField, notFound } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { RunIntegrity } from '#modules/audit/index.js';
import { RunStore, type LocatedRun } from '#modules/runs/index.js';
import { RunEventPages } from './run-event-pages.js';
import { partAt, stepsOf, type PartAsked, type ValuePart } from './value-part.js';

/** A value of an event, as its reader names it. */
export interface NamedPart extends PartAsked {
  readonly position: number;
  /** Path within the payload, such as `output.rows[3]`. */
  readonly path: string;
}

/** A part of a value of an event. @throws DomainError not-found for the run, the event and the value; invalid for a text that is no path */
export class GetEventPart extends Query<ValuePart> {
  constructor(
    readonly run: LocatedRun,
    readonly part: NamedPart,
  ) {
    super();
  }
}

@QueryHandler(GetEventPart)
export class GetEventPartHandler implements IQueryHandler<GetEventPart> {
  constructor(
    private readonly runs: RunStore,
    private readonly pages: RunEventPages,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run, part: { position, path, ...asked } }: GetEventPart): Promise<ValuePart> {
    const steps = stepsOf(path);
    if (steps === undefined) throw invalidField('path', 'path must be names and indexes, such as output.rows[3] or output["a.b"]');
    const located = await this.runs.locate(run, 'read');
    return this.integrity.reading(located, async () => {
      const event = await this.pages.at(located.executionId, position);
      if (event === undefined) throw notFound('Event');
      const { sealed: _, ...payload } = event.payload as unknown as JsonObject;
      const found = partAt(payload, steps, asked);
      if (found === undefined) throw notFound('Value');
      return found;
    });
  }
}
