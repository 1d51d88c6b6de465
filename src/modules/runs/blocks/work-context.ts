import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockContext, BlockDefinition, Effect, ResumeLinks } from '#blocks/block.js';
import { Http } from '#blocks/ports/http.js';
import { Mcp, type DeployedVersion } from '#blocks/ports/mcp.js';
import type { Port } from '#blocks/ports/port.js';
import type { RunMetadata } from '#blocks/flow/start/run-metadata.js';
import type { PausePlace } from '#engine/pause.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { placeOf } from '#engine/schedule/pauses/pause-place.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { Task } from '#engine/schedule/task.js';
import { incomingOf } from '#engine/schedule/resolver.js';
import { stopped } from './block-signals.js';
import { identityOf, type BlockSurroundings } from './block-world.js';
import { notRecorded } from './outcomes/not-recorded.js';

const defaultBlockTimeoutMs = 300_000;

/** The context of one block. Most blocks use little of it, so each part is made on request. */
export class WorkContext implements BlockContext<Port> {
  readonly defaultTimeoutMs = defaultBlockTimeoutMs;
  #effects = 0;

  constructor(
    private readonly run: BlockSurroundings,
    private readonly node: ReadyNode,
    readonly inputs: BlockInputs,
    private readonly definition: Pick<BlockDefinition, 'type' | 'needs'>,
    /** The task for the node: each kind of task has its own effects. */
    private readonly task: Task['kind'] = 'run',
    /** How many pauses of the node came before: each has an address. */
    private readonly earlierPauses = 0,
  ) {}

  get block(): BlockContext['block'] {
    return this.node.block;
  }

  get input(): Json {
    return this.node.scope.invocation.input;
  }

  get incoming(): JsonObject {
    return incomingOf(this.node);
  }

  get signal(): AbortSignal {
    const { state, signals } = this.run;
    // The signal of a workflow that has ended is forgotten: work that still asks for it must stop.
    return state.isOpen(this.node) ? signals.of(this.node.scope.invocation) : stopped;
  }

  get mostPasses(): number {
    return this.run.world.mostPasses;
  }

  get tenant(): string {
    return this.run.started.workspaceId;
  }

  get version(): DeployedVersion {
    return this.node.scope.invocation.version;
  }

  get program(): string {
    return `${this.node.scope.invocation.program}:${this.node.block.id}`;
  }

  use<Wanted extends Port>(port: Wanted): Wanted['capability'] {
    const { type, needs = [] } = this.definition;
    if (port === Http || port === Mcp) this.inputs.requireSecrets();
    if (!needs.includes(port)) throw new Error(`Blocks of type ${type} use the port ${port.name} and do not name it in their needs`);
    const { recorded, world } = this.run;
    if (recorded !== undefined && port.reach === 'outside') throw notRecorded();
    return world.capabilities.of(port, identityOf(this.run));
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
    if (effect.kind === 'http') this.inputs.requireSecrets();
    this.#effects += 1;
    const key = effectKey(executionId, this.task === 'run' ? this.node.key : `${this.node.key} ${this.task}`, this.#effects);
    this.signal.throwIfAborted();
    await beginEffect(this.node, effect, key);
    this.signal.throwIfAborted();
    return { key };
  }

  pausePlace(): PausePlace & ResumeLinks {
    const { executionId, started, world } = this.run;
    const place = placeOf(this.node, this.earlierPauses);
    return { ...place, ...world.resumeLinks(started.workflowId, executionId, place.contextId) };
  }

  now(): Date {
    return this.run.world.clock.now();
  }

  /** Waits take no time in a recorded replay. */
  sleep(ms: number): Promise<void> {
    return this.run.world.timers.wait(this.run.recorded === undefined ? ms : 0, this.signal);
  }
}

/** The key of the n-th effect of a block of a run: the same in every process and every time the block runs. */
export function effectKey(executionId: string, node: string, ordinal: number): string {
  return createHash('sha256').update(`${executionId}|${node}|${ordinal}`).digest('base64url');
}
