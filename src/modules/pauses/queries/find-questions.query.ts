import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import type { Json } from '#kernel/json.js';
import { foldExecution } from '#engine/execution.state.js';
import { workflowsIn } from '#engine/trace/spans.js';
import { RunStore } from '#modules/runs/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { pagePoints } from '../page/page-points.js';
import type { PageField } from '../page/pause-page.js';
import { PauseAccounts } from '../store/pause-accounts.js';

/** An open question of a run, for a person who answers it without a key. */
export interface Question {
  /** Id of the question within its run. */
  readonly contextId: string;
  /** Name of the block that asks. */
  readonly title: string;
  /** The data that it shows. */
  readonly data: Json;
  /** The fields of its form. */
  readonly fields: readonly PageField[];
  /** When it expires; null if it does not. */
  readonly expiresAt: string | null;
  /** Whether the person may answer: other people may be asked. */
  readonly mayAnswer: boolean;
}

/** The open questions of a run, as the person with this e-mail address, or with none, sees them. It checks no permissions. */
export class FindQuestions extends Query<readonly Question[]> {
  constructor(
    readonly run: { readonly executionId: string; readonly workspaceId: string },
    readonly email: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindQuestions)
export class FindQuestionsHandler implements IQueryHandler<FindQuestions> {
  constructor(
    private readonly runs: RunStore,
    private readonly accounts: PauseAccounts,
    private readonly deployments: Deployments,
    private readonly clock: Clock,
  ) {}

  async execute({ run: { executionId, workspaceId }, email }: FindQuestions): Promise<readonly Question[]> {
    const { state: account } = await this.accounts.of(executionId, workspaceId);
    if (account === null) return [];
    const events = await this.runs.history(executionId);
    if (foldExecution(events)?.status !== 'paused') return [];
    const documents = await Promise.all(
      workflowsIn(events).map(({ workflowId, version }) => this.deployments.document(workflowId, version)),
    );
    const names = new Map(documents.flatMap(({ blocks }) => Object.values(blocks).map(({ id, name }) => [id, name] as const)));
    const surroundings = { names, now: this.clock.iso() };
    return [...account.points.keys()]
      .flatMap((contextId) => pagePoints(account, { by: 'link', contextId, email }, surroundings))
      .filter(({ status }) => status === 'open')
      .map(({ contextId, title, data, fields, expiresAt, hindrance }) => {
        return { contextId, title, data, fields, expiresAt, mayAnswer: hindrance === null };
      });
  }
}
