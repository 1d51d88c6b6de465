import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type RunName, nameOf, RunFinder } from '../find/run-finder.js';
import { OutputSelections } from './output-selections.js';
import { type Message, RunFollower } from './run-follower.js';

export interface FollowedExecution {
  /** As the caller knows it: the id that it chose, or ours. */
  readonly executionId: string;
  readonly workspaceId: string;
  readonly messages: AsyncIterable<Message>;
}

export interface FollowOptions {
  /** Selectors of the outputs to show as their blocks complete. */
  readonly selectedOutputs: readonly string[];
  /** The last frame that the reader has. */
  readonly after: string | undefined;
  /** Aborts when the reader is gone. */
  readonly gone: AbortSignal;
  /** Ends where the run first came to rest, whatever has become of it since. */
  readonly untilRest?: boolean;
}

/** What a run tells from a place on, whether it waits, runs or has ended. @throws DomainError not-found, forbidden, invalid */
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
    private readonly finder: RunFinder,
    private readonly selections: OutputSelections,
    private readonly follower: RunFollower,
  ) {}

  async execute({ run: asked, options: { selectedOutputs, ...watch } }: FollowExecution): Promise<FollowedExecution> {
    const run = await this.finder.find(asked, 'read');
    const selection = await this.selections.of(run, selectedOutputs);
    const messages = this.follower.follow(run, { selection, ...watch });
    return { executionId: nameOf(run), workspaceId: run.workspaceId, messages };
  }
}
