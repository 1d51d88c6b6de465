import { Injectable } from '@nestjs/common';
import type { Bucket } from '#edge/throttle/bucket-store.js';
import type { Standing } from '#edge/throttle/purse.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { DomainError } from '#kernel/errors.js';
import { PlanCatalogue, type Plan } from '#kernel/plan/plan.js';
import { Admission, TriggeredRuns } from '#modules/runs/index.js';
import type { RegisteredTrigger } from '../store/triggers.js';

/** Whose limit a delivery was refused for. */
export type LimitOwner = 'trigger' | 'workspace' | 'account';

/**
 * Limits deliveries by the plan of the account of their workspace: those of a trigger, those of a workspace, and the asynchronous starts of the
 * account. The limit of the trigger comes first, so that a trigger with many events does not use up what others need.
 */
@Injectable()
export class DeliveryRates {
  readonly #refused = new Map<LimitOwner, number>();

  constructor(
    private readonly limiter: RateLimiter,
    private readonly plans: PlanCatalogue,
    private readonly runs: TriggeredRuns,
    private readonly admission: Admission,
  ) {}

  /** How many deliveries this process has refused. Nothing else is stored of them. */
  get refused(): ReadonlyMap<LimitOwner, number> {
    return this.#refused;
  }

  /** Takes what one run needs. @returns a function that gives it back. @throws DomainError limited */
  async take(trigger: RegisteredTrigger): Promise<() => void> {
    const account = await this.runs.payerOf(trigger.workspaceId);
    if (account === undefined) return () => undefined;
    const plan = this.plans.of(account.plan);
    const taken: (() => void)[] = [];
    const giveBack = (): void => {
      for (const each of taken.splice(0)) each();
    };
    try {
      for (const [owner, bucket] of bucketsOf(trigger, plan)) taken.push(await this.#take(owner, bucket, plan));
      taken.push(await this.admission.takeStart({ account }).catch((error: unknown) => this.#refuse('account', error)));
      return giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** @throws DomainError too-large */
  async requireSize({ workspaceId }: RegisteredTrigger, bytes: number): Promise<void> {
    const account = await this.runs.payerOf(workspaceId);
    const most = account === undefined ? null : this.plans.of(account.plan).webhookBodyBytes;
    if (most === null || bytes <= most) return;
    throw new DomainError('too-large', 'PAYLOAD_TOO_LARGE', `The body must have at most ${most} bytes for this webhook`);
  }

  async #take(owner: LimitOwner, bucket: Bucket, plan: Plan): Promise<() => void> {
    const standing = await this.limiter.take(bucket);
    if (!standing.isAllowed) return this.#refuse(owner, limited(owner, plan, bucket, standing));
    return () => void this.limiter.giveBack(bucket);
  }

  #refuse(owner: LimitOwner, error: unknown): never {
    this.#refused.set(owner, (this.#refused.get(owner) ?? 0) + 1);
    throw error;
  }
}

function bucketsOf({ id, workspaceId }: RegisteredTrigger, plan: Plan): readonly (readonly [LimitOwner, Bucket])[] {
  const { triggerDeliveriesPerMinute: ofTrigger, workspaceDeliveriesPerMinute: ofWorkspace } = plan;
  const bucket = (owner: LimitOwner, key: string, ratePerMinute: number | null): (readonly [LimitOwner, Bucket])[] =>
    ratePerMinute === null ? [] : [[owner, { key: `${key}:deliveries`, ratePerMinute }]];
  return [...bucket('trigger', id, ofTrigger), ...bucket('workspace', workspaceId, ofWorkspace)];
}

function limited(owner: LimitOwner, plan: Plan, { ratePerMinute }: Bucket, { resetInMs, limit }: Standing): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetInMs / 1000));
  const value = `${ratePerMinute} deliveries per minute and ${limit} at once of one ${owner} on the ${plan.name} plan`;
  const message = `Rate limit exceeded: ${value}. Retry in ${retryAfterSeconds} s.`;
  return new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}
