import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { executionStream } from '#engine/execution.events.js';
import { EventStore, UniqueConflict } from '#ledger/events/event-store.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import { conflict, DomainError } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { callerExecution, idempotency, type IdempotencyRow } from './claims.entity.js';

/** What a request claims for its run: the id that its caller chose, and the key under which the run happens once. */
export interface ClaimRequest {
  /** Idempotency keys of different credentials are different keys. */
  readonly credentialId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly callerExecutionId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The quarantined run that this one continues. */
  readonly continues: string | undefined;
  /** Digest of everything in the request that decides the outcome. */
  readonly fingerprint: string;
}

/** The run that a repeated request belongs to. */
export type EarlierRun = Pick<IdempotencyRow, 'executionId' | 'jobId'>;

export interface Claim {
  /** Rows that become durable with the first event of the run. */
  writes(executionId: string, jobId: string | null): readonly Write[];
  /** Frees the key in this process. To be called when the run has ended or was refused. */
  release(): void;
}

const keptForMs = 24 * 3_600_000;

/** Ensures that an execution id and an idempotency key are used once, across processes and crashes. */
@Injectable()
export class Claims {
  /** Keys whose first run is active in this process and not durable yet, with the fingerprint of its request. */
  readonly #active = new Map<string, string>();

  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError when the id or the key is taken, or the key was used with another request */
  async claim(request: ClaimRequest): Promise<Claim | EarlierRun> {
    if (request.idempotencyKey === undefined) {
      await this.#refuseTaken(request);
      return this.#granted(request, undefined);
    }
    const claim = createHash('sha256')
      .update(`${request.credentialId}|${request.workflowId}|${request.idempotencyKey}`)
      .digest('base64url');
    const active = this.#active.get(claim);
    if (active !== undefined) throw active === request.fingerprint ? new KeyInUse() : keyReused();
    this.#active.set(claim, request.fingerprint);
    try {
      const earlier = await this.#earlier(claim, request.fingerprint);
      if (earlier === undefined) await this.#refuseTaken(request);
      else this.#active.delete(claim);
      return earlier ?? this.#granted(request, claim);
    } catch (error) {
      this.#active.delete(claim);
      throw error;
    }
  }

  /** The runs with this caller-chosen id, at most one in each workspace. */
  async named(name: string, workspaceIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ execution_id: string }>({
      name: 'named_executions',
      text: 'select execution_id from caller_execution where name = $1 and workspace_id = any($2::uuid[])',
      values: [name, workspaceIds],
    });
    return rows.map((row) => row.execution_id);
  }

  /** Removes keys that may be used again. */
  async forgetOld(): Promise<void> {
    await deleteInSteps(this.pool, 'idempotency', 'created_at < $1', [new Date(this.clock.now().getTime() - keptForMs)]);
  }

  #granted({ workspaceId, callerExecutionId: name, continues, fingerprint }: ClaimRequest, claim: string | undefined): Claim {
    const createdAt = this.clock.iso();
    return {
      writes: (executionId, jobId) => [
        ...(name === undefined ? [] : [callerExecution.add({ workspaceId, name, executionId })]),
        ...(continues === undefined ? [] : [callerExecution.add({ workspaceId, name: releaseOf(continues), executionId })]),
        ...(claim === undefined ? [] : [idempotency.add({ claim, fingerprint, executionId, jobId, createdAt })]),
      ],
      release: () => claim !== undefined && this.#active.delete(claim),
    };
  }

  async #earlier(claim: string, fingerprint: string): Promise<EarlierRun | undefined> {
    const { rows } = await this.pool.query<{ fingerprint: string; execution_id: string; job_id: string | null; created_at: Date }>({
      name: 'find_idempotency',
      text: 'select fingerprint, execution_id, job_id, created_at from idempotency where claim = $1',
      values: [claim],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    if (row.created_at.getTime() < this.clock.now().getTime() - keptForMs) {
      await this.pool.query('delete from idempotency where claim = $1 and created_at = $2', [claim, row.created_at]);
      return undefined;
    }
    if (row.fingerprint !== fingerprint) throw keyReused();
    return { executionId: row.execution_id, jobId: row.job_id };
  }

  async #refuseTaken(request: ClaimRequest): Promise<void> {
    await this.#refuseTakenId(request);
    await this.#refuseReleased(request);
  }

  /** A quarantined run is continued once: a second run would repeat the effects of the first one. */
  async #refuseReleased({ workspaceId, continues }: ClaimRequest): Promise<void> {
    if (continues === undefined) return;
    const [executionId] = await this.named(releaseOf(continues), [workspaceId]);
    if (executionId === undefined) return;
    if (await this.#mayHaveBegun(executionId)) throw alreadyReleased(continues, executionId);
    const values = [workspaceId, releaseOf(continues), executionId];
    await this.pool.query('delete from caller_execution where workspace_id = $1 and name = $2 and execution_id = $3', values);
  }

  /** False for a run whose job has ended before its first event. */
  async #mayHaveBegun(executionId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('select 1 from job where execution_id = $1 and completed_at is null', [executionId]);
    return rowCount !== 0 || (await this.store.read(executionStream, executionId, 0, 1)).length > 0;
  }

  async #refuseTakenId({ workspaceId, callerExecutionId }: ClaimRequest): Promise<void> {
    if (callerExecutionId === undefined) return;
    const { rowCount } = await this.pool.query({
      name: 'find_caller_execution',
      text: 'select 1 from caller_execution where workspace_id = $1 and name = $2',
      values: [workspaceId, callerExecutionId],
    });
    if (rowCount !== 0 || (isId(callerExecutionId) && (await this.#isOurs(workspaceId, callerExecutionId))))
      throw idTaken(callerExecutionId);
  }

  /** Whether a run of the workspace has this id from us: under it, its answers and its cancellation would reach another run. */
  async #isOurs(workspaceId: string, executionId: string): Promise<boolean> {
    const [first] = await this.store.read(executionStream, executionId, 0, 1);
    if (first !== undefined) return first.workspaceId === workspaceId;
    const { rowCount } = await this.pool.query({
      name: 'queued_execution',
      text: 'select 1 from job where execution_id = $1 and workspace_id = $2',
      values: [executionId, workspaceId],
    });
    return rowCount !== 0;
  }
}

/** The first run under an Idempotency-Key has no result yet. */
export class KeyInUse extends DomainError {
  /** `executionId` is the id that the caller knows; undefined before the first event of the run. */
  constructor(readonly executionId?: string) {
    const named = executionId === undefined ? '' : `: execution ${executionId}, which can be watched meanwhile`;
    super('conflict', 'IDEMPOTENCY_KEY_IN_USE', `The first request with this Idempotency-Key is still running${named}`, {
      retryAfterSeconds: 1,
    });
  }
}

function keyReused(): DomainError {
  return new DomainError('unprocessable', 'IDEMPOTENCY_KEY_REUSED', 'The Idempotency-Key was used before with another request');
}

function idTaken(executionId: string): DomainError {
  return new DomainError('conflict', 'EXECUTION_ID_CONFLICT', 'Execution ID has already been used', { fields: { executionId } });
}

/** The name of the run that continues this one. Callers cannot choose it, since it contains spaces. */
function releaseOf(executionId: string): string {
  return `release of ${executionId}`;
}

function alreadyReleased(executionId: string, by: string): DomainError {
  return conflict('CONFLICT', `Execution ${executionId} was released before: execution ${by} continues it`);
}

/** The refusal when another process has won the claim a moment earlier; other errors are returned as they are. */
export function claimRefusal(
  error: unknown,
  { callerExecutionId, continues }: Pick<ClaimRequest, 'callerExecutionId' | 'continues'>,
): unknown {
  if (!(error instanceof UniqueConflict)) return error;
  if (error.constraint === 'caller_execution_key' && continues !== undefined)
    return conflict('CONFLICT', `Execution ${continues} is being released by another request`);
  if (error.constraint === 'caller_execution_key' && callerExecutionId !== undefined) return idTaken(callerExecutionId);
  return error.constraint === 'idempotency_key' ? new KeyInUse() : error;
}
