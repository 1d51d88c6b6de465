import { Injectable } from '@nestjs/common';
import { UniqueConflict } from '#ledger/events/event-store.js';
import { Drain } from '#edge/gate/drain.js';
import { Config } from '#host/config/config.js';
import { knownTraceparent } from '#host/logging/telemetry/trace-context.js';
import { conflict, DomainError, invalid, notFound } from '#kernel/errors.js';
import { credentialIdOf, requireReach, type Account } from '#kernel/caller.js';
import type { Json } from '#kernel/json.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { Deployments, type FoundWorkflow } from '#modules/workflows/index.js';
import type { StartRequest } from './start-request.js';
import { Admission } from '../ports/admission.js';
import { Claims, claimRefusal, type Claim, type EarlierRun } from '../store/claims.js';
import { OutputSelections } from '../find/output-selections.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { inputFields } from '#blocks/flow/start/input-format.js';
import { reservedProblems } from '#blocks/flow/start/reserved-names.js';
import { inputProblems } from '#blocks/flow/start/strict-input.js';
import { startTypes } from '#engine/graph/start-choice.js';
import type { Plan } from '#engine/graph/plan.js';
import { Plans } from '../blocks/plans.js';
import { Ids } from '#kernel/ids.js';
import { ContentsRule } from './contents-rule.js';
import { DraftRuns } from './draft-runs.js';
import { InputFiles, type KeptInput } from './input-files.js';

export interface Granted {
  readonly executionId: string;
  readonly start: ExecutionStart;
  readonly claim: Claim;
  /** To be called when the run holds a lease, which counts it from then on. The release of the claim calls it too. */
  readonly onLeased: () => void;
  /** The refusal for the caller of a run that has failed to begin. If it cannot have begun, its files are taken back. */
  readonly refusal: (error: unknown) => Promise<unknown>;
}

export type Start =
  | ({ readonly kind: 'granted' } & Granted)
  | { readonly kind: 'earlier'; readonly run: EarlierRun; readonly workspaceId: string };

/** Decides whether a run may start: access, deployment, claims, limits. */
@Injectable()
export class Starts {
  constructor(
    private readonly deployments: Deployments,
    private readonly claims: Claims,
    private readonly admission: Admission,
    private readonly selections: OutputSelections,
    private readonly config: Config,
    private readonly files: InputFiles,
    private readonly plans: PlanCatalogue,
    private readonly drain: Drain,
    private readonly compiled: Plans,
    private readonly contents: ContentsRule,
    private readonly drafts: DraftRuns,
    private readonly ids: Ids,
  ) {}

  async prepare(request: StartRequest, mode: ExecutionStart['mode']): Promise<Start> {
    this.drain.requireOpen();
    const { caller, workflowId, callerExecutionId, idempotencyKey, fingerprint } = request;
    const workflow = await this.deployments.find(workflowId);
    if (workflow === undefined) throw notFound('Workflow');
    const { workspaceId } = workflow;
    requireReach(caller, workspaceId, 'write', 'Workflow');
    refuseLongChain(request.callChain);
    // An earlier run under the same key is returned even if the workflow has changed since.
    const claim = await this.claims.claim({
      credentialId: credentialIdOf(caller),
      workspaceId,
      workflowId,
      callerExecutionId,
      idempotencyKey,
      continues: continuedBy(request),
      fingerprint,
    });
    if (!('writes' in claim)) return { kind: 'earlier', run: claim, workspaceId };
    try {
      return { kind: 'granted', ...(await this.#allow(request, workflow, { mode, claim })) };
    } catch (error) {
      claim.release();
      throw error;
    }
  }

  /** The data with which a new run starts. @throws DomainError when it may not start */
  async #allow(
    asked: StartRequest,
    { workspaceId, activeVersion }: FoundWorkflow,
    { mode, claim }: { readonly mode: ExecutionStart['mode']; readonly claim: Claim },
  ): Promise<Granted> {
    const { caller, workflowId, selectedOutputs, repeated, beginning, idempotencyKey } = asked;
    // Starts without a key were checked before their body was read.
    if (idempotencyKey !== undefined) await this.admission.afford(caller);
    const draft = asked.draft === undefined ? undefined : await this.drafts.of(caller, workflowId, asked.draft);
    const request = draft?.input === undefined ? asked : { ...asked, input: draft.input };
    const deploymentVersion = draft?.pinned.deploymentVersion ?? activeVersion;
    if (deploymentVersion === null) throw new DomainError('forbidden', 'WORKFLOW_NOT_DEPLOYED', 'Workflow is not deployed');
    const begun = beginning === undefined ? {} : { trigger: beginning.trigger, triggerSource: beginning.triggerSource };
    const pinned = { workspaceId, deploymentVersion, ...draft?.pinned, ...begun };
    const plan = await this.compiled.ofRun({ workflowId, ...pinned, ...repeated });
    if (repeated === undefined) requireInput(plan, request.input);
    if (mode === 'stream') await this.selections.of({ workflowId, ...pinned }, selectedOutputs);
    // A queued run waits for room and is not refused.
    const onLeased = mode === 'async' ? () => undefined : await this.admission.admit({ caller, workspaceId, workflowId });
    try {
      // The files in the input of a replay are stored already.
      const { draft: _asked, ...sender } = request;
      const contents = await this.contents.of({ workflowId, ...pinned, ...repeated });
      const executionId = this.ids.next();
      const kept =
        repeated === undefined ? await this.files.keep({ ...sender, ...pinned, executionId }, request.input) : withoutFiles(request.input);
      const start = this.#start({ ...request, input: kept.input }, { ...pinned, ...contents }, mode);
      const release = (): void => {
        onLeased();
        claim.release();
      };
      const refusal = async (error: unknown): Promise<unknown> => {
        const refused = claimRefusal(error, { ...request, continues: continuedBy(request) });
        if (neverBegan(error, refused)) await kept.discard();
        return refused;
      };
      return { executionId, start, claim: { ...claim, release }, onLeased, refusal };
    } catch (error) {
      onLeased();
      throw error;
    }
  }

  #start(
    {
      draft,
      caller,
      workflowId,
      input,
      timeoutMs,
      callerExecutionId,
      repeated,
      selectedOutputs,
      callChain = [],
      traceparent,
    }: StartRequest,
    pinned: Pick<ExecutionStart, 'workspaceId' | 'deploymentVersion' | 'contents' | 'triggerSource'> &
      Partial<Pick<ExecutionStart, 'trigger'>>,
    mode: ExecutionStart['mode'],
  ): ExecutionStart {
    const { userId, account } = caller;
    const continued = this.config.otlpUrl === undefined ? undefined : knownTraceparent(traceparent);
    return {
      workflowId,
      trigger: 'api',
      ...pinned,
      ...repeated,
      mode,
      input,
      userId,
      accountId: account.organizationId ?? account.userId,
      baseChargeUsd: this.plans.of(account.plan).baseChargeUsd,
      // The response to a test of a draft does not wait for its run.
      timeoutMs: mode === 'async' || draft?.test !== undefined ? this.#asyncTimeoutMs(account, timeoutMs) : this.config.syncTimeoutMs,
      ...(callerExecutionId === undefined ? {} : { callerExecutionId }),
      ...(callChain.length === 0 ? {} : { callChain }),
      ...(continued === undefined ? {} : { traceparent: continued }),
      ...(mode === 'stream' && selectedOutputs.length > 0 ? { selectedOutputs } : {}),
    };
  }

  /** Enterprise plans may exceed the limit of the server. For other plans a longer timeout becomes that limit. */
  #asyncTimeoutMs({ plan }: Account, asked: number | undefined): number {
    const { asyncTimeoutMs: longest } = this.config;
    if (asked === undefined) return longest;
    return this.plans.of(plan).isEnterprise ? asked : Math.min(asked, longest);
  }
}

/** @throws DomainError invalid, for an input with reserved names, and one that a workflow with `strictInput` does not take */
function requireInput({ start, strictInput }: Plan, input: Json): void {
  if (!startTypes.has(start.type)) return;
  const problems = reservedProblems(start, input);
  const ofFields = strictInput ? inputProblems(inputFields(start.params['inputFormat']), input) : [];
  if (problems.length + ofFields.length > 0) throw invalid([...problems, ...ofFields]);
}

/** The quarantined run that a run continues. */
function continuedBy({ repeated }: StartRequest): string | undefined {
  return repeated?.origin.continues === undefined ? undefined : repeated.origin.executionId;
}

function withoutFiles(input: Json): KeptInput {
  return { input, discard: async () => undefined };
}

/** After a fault of the infrastructure, and when another process continues the run, it may have begun. */
function neverBegan(error: unknown, refused: unknown): boolean {
  return error instanceof UniqueConflict || (refused instanceof DomainError && refused.kind !== 'unavailable');
}

const longestChain = 25;

/** Workflows that start each other without end would use up the server. @throws DomainError conflict */
export function refuseLongChain(callChain: readonly string[] = []): void {
  if (callChain.length < longestChain) return;
  throw conflict('CALL_CHAIN_TOO_DEEP', `Maximum workflow call chain depth (${longestChain}) exceeded.`);
}
