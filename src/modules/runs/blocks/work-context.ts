import { createHash } from 'node:crypto';
import type { OutboundHttp } from '#world/outbound/outbound-http.js';
import type { Sandbox } from '#world/sandbox/sandbox.js';
import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockContext, Effect, ResumeLinks } from '#blocks/block.js';
import type { RunMetadata } from '#blocks/flow/start/run-metadata.js';
import type { PausePlace } from '#engine/pause.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { placeOf } from '#engine/schedule/pause-place.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { Task } from '#engine/schedule/task.js';
import type { RunData } from '#blocks/data/run-data.js';
import { stopped } from './block-signals.js';
import type { BlockSurroundings } from './block-world.js';
import { noOutside, notRecorded } from './no-outside.js';

const defaultBlockTimeoutMs = 300_000;

/** What one block may use of the world. Most use little of it, so it is found out when they ask. */
export class WorkContext implements BlockContext {
  readonly defaultTimeoutMs = defaultBlockTimeoutMs;
  #effects = 0;

  constructor(
    private readonly run: BlockSurroundings,
    private readonly node: ReadyNode,
    readonly inputs: BlockInputs,
    /** What is done for the node: its effects are others than those of its work. */
    private readonly task: Task['kind'] = 'run',
  ) {}

  get input(): Json {
    return this.node.scope.invocation.input;
  }

  get incoming(): JsonObject {
    return this.run.state.incoming(this.node);
  }

  get signal(): AbortSignal {
    const { state, signals } = this.run;
    // The signal of a workflow that was left is forgotten; whoever still asks for it is to stop.
    return state.isOpen(this.node) ? signals.of(this.node.scope.invocation) : stopped;
  }

  get mostPasses(): number {
    return this.run.world.mostPasses;
  }

  get sandbox(): Sandbox {
    return this.run.world.sandbox;
  }

  get tenant(): string {
    return this.run.started.workspaceId;
  }

  get program(): string {
    return `${this.node.scope.invocation.program}:${this.node.block.id}`;
  }

  get http(): OutboundHttp {
    return this.run.recorded === undefined ? this.run.world.http : noOutside;
  }

  get data(): RunData {
    const { recorded, world, executionId, started } = this.run;
    if (recorded !== undefined) throw notRecorded();
    const { workspaceId, workflowId, userId, accountId } = started;
    return world.dataOf({ workspaceId, workflowId, executionId, userId, accountId });
  }

  remainingMs(): number {
    return this.run.remainingMs();
  }

  async metadata(): Promise<RunMetadata> {
    const { world, started, executionId } = this.run;
    const { workspaceId, workflowId, trigger: executionType, mode: executionMode, startedAt: startTime } = started;
    const userEmail = await world.emailOf(started.userId);
    return { userEmail, workspaceId, workflowId, executionId, executionType, executionMode, startTime };
  }

  async beginEffect(effect: Effect): Promise<{ readonly key: string }> {
    const { executionId, beginEffect, recorded } = this.run;
    if (recorded !== undefined) throw notRecorded();
    this.#effects += 1;
    const key = effectKey(executionId, this.task === 'run' ? this.node.key : `${this.node.key} ${this.task}`, this.#effects);
    this.signal.throwIfAborted();
    await beginEffect(this.node, effect, key);
    this.signal.throwIfAborted();
    return { key };
  }

  pausePlace(): PausePlace & ResumeLinks {
    const { executionId, started, world } = this.run;
    const place = placeOf(this.node);
    return { ...place, ...world.resumeLinks(started.workflowId, executionId, place.contextId) };
  }

  now(): Date {
    return this.run.world.clock.now();
  }

  /** A run that only tells again what was recorded waits for nothing. */
  sleep(ms: number): Promise<void> {
    return this.run.world.timers.wait(this.run.recorded === undefined ? ms : 0, this.signal);
  }
}

/** The same for the n-th effect of a block of a run, whoever runs it and how often. */
function effectKey(executionId: string, node: string, ordinal: number): string {
  return createHash('sha256').update(`${executionId}|${node}|${ordinal}`).digest('base64url');
}
