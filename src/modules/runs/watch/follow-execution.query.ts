import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { RunIntegrity } from '#modules/audit/index.js';
import { type RunName, nameOf, RunStore } from '../find/run-store.js';
import { OutputSelections } from '../find/output-selections.js';
import type { StreamProtocol } from './agent-frames.js';
import { type Message, FollowRun } from './follow-run.js';

export interface FollowedExecution {
  /** The id under which the caller knows the run: the id that the caller chose, or ours. */
  readonly executionId: string;
  readonly workspaceId: string;
  readonly messages: AsyncIterable<Message>;
}

export interface FollowOptions {
  /** Selectors of the outputs to send when their blocks complete. */
  readonly selectedOutputs: readonly string[];
  /** Id of the last frame that the reader has. */
  readonly after: string | undefined;
  /** What the reader wants of the calls of models. */
  readonly protocol?: StreamProtocol | undefined;
  /** Aborts when the reader has disconnected. */
  readonly gone: AbortSignal;
  /** Ends at the first pause or end of the run at this position or later, even if the run has continued since. */
  readonly untilRestFrom?: number | undefined;
}

/** The frames of a run after a position, whether it is queued, runs or has ended. @throws DomainError not-found, forbidden, invalid */
export class FollowExecution extends Query<FollowedExecution> {
  constructor(
    readonly run: RunName,
    readonly options: FollowOptions,
  ) {
    super();
  }
}

@QueryHandler(FollowExecution)
export class FollowExecutionHandler implements IQueryHandler<FollowExecution> {
  constructor(
    private readonly runs: RunStore,
    private readonly selections: OutputSelections,
    private readonly follower: FollowRun,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run: asked, options: { selectedOutputs, ...watch } }: FollowExecution): Promise<FollowedExecution> {
    const run = await this.runs.find(asked, 'read');
    const selection = await this.selections.of(run, selectedOutputs);
    const messages = this.integrity.readingAll(run, this.follower.follow(run, { selection, ...watch }));
    return { executionId: nameOf(run), workspaceId: run.workspaceId, messages };
  }
}
