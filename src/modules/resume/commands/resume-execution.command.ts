import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import type { ExecutionState, FoundRun } from '#modules/executions/index.js';

/** Whoever answers: somebody with a key, or whoever holds a link that was sent to this address, or to nobody in particular. */
export type Answering = { readonly by: 'key'; readonly caller: Caller } | { readonly by: 'link'; readonly email: string | null };

export interface ResumeRequest {
  readonly workflowId: string;
  /** Ours or, for somebody with a key, the one that the caller of the run chose. */
  readonly executionId: string;
  readonly contextId: string;
  readonly input: Json;
  readonly answering: Answering;
  /** *as-started*: in the mode that the run was started in. *at-once*: some worker goes on with the run, and nobody waits for it. */
  readonly answered: 'as-started' | 'at-once';
  readonly meta: EventMeta;
}

/** What became of the answer. `resumeId` names its way through the run. */
export type ResumeResult = { readonly resumeId: string; readonly run: FoundRun } & ResumeOutcome;

export type ResumeOutcome =
  /** The point waits for the answers of others. */
  | { readonly kind: 'recorded'; readonly approvals: number; readonly requiredApprovals: number }
  /** The run goes on with it when those before it have gone through. */
  | { readonly kind: 'queued'; readonly queuePosition: number; readonly jobId: string | null }
  /** Some worker goes on with the run. */
  | { readonly kind: 'begun'; readonly jobId: string | null }
  /** This process goes on with the run. Its frames come behind the frame `after`; `selectedOutputs` are those of its start. */
  | { readonly kind: 'streamed'; readonly after: string; readonly selectedOutputs: readonly string[] }
  /** The run went on with it from `resumedAt`, and this is how it came to rest. */
  | { readonly kind: 'rested'; readonly resumedAt: string; readonly state: ExecutionState };

/**
 * Answers a point of a run that waits. Durable when it answers.
 * @throws DomainError not-found, forbidden; invalid with one detail for each field that does not fit the form; conflict when the
 * point takes no answer any more; unavailable when others were faster again and again
 */
export class ResumeExecution extends Command<ResumeResult> {
  constructor(readonly request: ResumeRequest) {
    super();
  }
}
