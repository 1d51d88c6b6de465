import { Injectable } from '@nestjs/common';
import { Drain } from '#edge/gate/drain.js';
import { Config } from '#host/config/config.js';
import type { Account } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { forbidden, notFound } from '#kernel/errors.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceAccounts } from '#modules/identity/index.js';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { Admission } from '../ports/admission.js';
import { ContentsRule } from './contents-rule.js';
import { StopRun } from '../stop/stop-run.js';
import { QueuedJobs, type QueuedJob } from './queued-jobs.js';
import { refuseLongChain } from './starts.js';

/** A run that no call starts. */
export interface TriggeredRun
  extends
    Pick<ExecutionStart, 'workflowId' | 'workspaceId' | 'deploymentVersion' | 'trigger' | 'input' | 'callChain'>,
    Required<Pick<ExecutionStart, 'triggerSource'>> {
  /** Who caused it, as far as it is known. */
  readonly meta: EventMeta;
}

/** Starts runs that events cause. They belong to the account of their workspace and act in the name of its owner. */
@Injectable()
export class TriggeredRuns {
  /** Ten thousand schedules of one workspace may be due at one instant. */
  readonly #accounts = new FreshCache<Awaited<ReturnType<WorkspaceAccounts['of']>>>({ maxEntries: 10_000 });

  constructor(
    private readonly jobs: QueuedJobs,
    private readonly accounts: WorkspaceAccounts,
    private readonly admission: Admission,
    private readonly contents: ContentsRule,
    private readonly plans: PlanCatalogue,
    private readonly config: Config,
    private readonly drain: Drain,
    private readonly queued: ExecutionJobs,
    private readonly stop: StopRun,
  ) {}

  /**
   * The job of the run, for the append that says why it starts. Call `announce` when that is durable.
   * @throws DomainError not-found for a workspace that is gone, forbidden for a suspended account, payment-required when its budget is used
   * up, conflict for a chain of workflows that is too long, unavailable while the process stops
   */
  async prepare({ meta, ...run }: TriggeredRun): Promise<QueuedJob> {
    const account = await this.#requirePayer(run);
    const { ip, userAgent } = meta;
    const source = { ...(ip === undefined ? {} : { ip }), ...(userAgent === undefined ? {} : { userAgent }) };
    const start: ExecutionStart = {
      ...run,
      ...(await this.contents.of(run)),
      mode: 'async',
      userId: account.userId,
      accountId: account.organizationId ?? account.userId,
      baseChargeUsd: this.plans.of(account.plan).baseChargeUsd,
      timeoutMs: this.config.asyncTimeoutMs,
    };
    return await this.jobs.of(start, { payer: { account }, meta: { actorId: account.userId, ...meta }, source });
  }

  /** Refuses as `prepare` does, for what must be known before the input of a run is. */
  async requireAllowed(run: Pick<TriggeredRun, 'workspaceId' | 'callChain'>): Promise<void> {
    await this.#requirePayer(run);
  }

  /** The account that pays for the runs of a workspace; undefined for a workspace that is gone. */
  async payerOf(workspaceId: string): Promise<Account | undefined> {
    return (await this.#accountOf(workspaceId))?.account;
  }

  /** Whether runs of a workflow store what they receive. An event without a run follows the same rule. */
  async keepContents(run: Pick<TriggeredRun, 'workflowId' | 'workspaceId' | 'deploymentVersion' | 'triggerSource'>): Promise<boolean> {
    return (await this.contents.of(run)).contents !== 'none';
  }

  announce(): void {
    this.jobs.announce();
  }

  /** Which of these jobs have a run that has not ended. A paused run has not ended. */
  async active(jobIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.queued.unfinished(jobIds)).map(({ jobId }) => jobId));
  }

  async #requirePayer({ workspaceId, callChain }: Pick<TriggeredRun, 'workspaceId' | 'callChain'>): Promise<Account> {
    this.drain.requireOpen();
    refuseLongChain(callChain);
    const found = await this.#accountOf(workspaceId);
    if (found === undefined) throw notFound('Workspace');
    const { account, isSuspended } = found;
    if (isSuspended) throw forbidden('The account of this workspace is suspended', 'ACCOUNT_SUSPENDED');
    await this.admission.afford({ account });
    return account;
  }

  #accountOf(workspaceId: string): ReturnType<WorkspaceAccounts['of']> {
    return this.#accounts.get(workspaceId, () => this.accounts.of(workspaceId));
  }

  /** Cancels the runs of these jobs that have not ended. */
  async cancel(jobIds: readonly string[], meta: EventMeta): Promise<void> {
    for (const run of await this.queued.unfinished(jobIds)) await this.stop.cancel(run, { ...meta, correlationId: run.executionId });
  }
}
