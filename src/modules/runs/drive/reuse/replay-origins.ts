import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { executionStream, type ExecutionEvent, type ExecutionStarted, type RunOrigin } from '#engine/execution.events.js';
import { BlockMatches } from '#engine/replay/block-matches.js';
import { fittingFacts, type Fitting } from '#engine/replay/fitting-facts.js';
import { RecordedRun } from '#engine/replay/recorded-run.js';
import { continuedFacts, replayedFacts } from '#engine/replay/replayed-facts.js';
import { RunState } from '#engine/schedule/run-state.js';
import { Plans } from '../../blocks/plans.js';
import { EnteredPlans } from '../entered-plans.js';
import { ReusableRun } from './reusable-run.js';
import { resealed, Sealing } from '../recorded/sealing.js';

/** What decides what a new run takes over of the run that it repeats. */
export type Replayed = Pick<
  ReturnType<typeof ExecutionStarted>['payload'],
  'origin' | 'startedAt' | 'workflowId' | 'deploymentVersion' | 'triggerSource' | 'draft'
>;

type Reusing = Pick<ReturnType<typeof ExecutionStarted>['payload'], 'origin' | 'draft' | 'workspaceId'>;
type Secrets = ReadonlyMap<string, string>;

interface TakenOver extends Fitting {
  /** The version to run does not have the block that the replay starts with. */
  readonly isFromMissing: boolean;
}

/** Reads the run that a replay repeats. The first event of the replay names it, so every process that drives the replay finds it. */
@Injectable()
export class ReplayOrigins {
  constructor(
    private readonly store: EventStore,
    private readonly box: SecretBox,
    private readonly plans: Plans,
    private readonly deployments: Deployments,
    private readonly secrets: WorkspaceSecrets,
  ) {}

  /**
   * The events that a new run copies from the run that it repeats.
   * @throws Error when that run is not stored any more: without its events, the replay would repeat effects that happened before
   */
  async copiedEvents(executionId: string, started: Replayed): Promise<readonly ExecutionEvent[]> {
    const { origin } = started;
    if (origin === undefined || (origin.from === undefined && origin.continues === undefined)) return [];
    const taken = await this.takenOver(await this.#history(origin, executionId), started);
    if (taken === undefined) throw new Error(`Run ${origin.executionId}, which run ${executionId} repeats, is not stored any more`);
    return taken.facts;
  }

  /** What a replay takes over of a run with this history; undefined when its first block did not run. */
  async takenOver(history: readonly ExecutionEvent[], started: Replayed): Promise<TakenOver | undefined> {
    const { origin, startedAt } = started;
    const facts = origin?.from === undefined ? continuedFacts(history, startedAt) : replayedFacts(history, origin.from, startedAt, origin);
    if (facts === undefined) return undefined;
    const matches = await this.#matches(history, started);
    if (matches === undefined) return { facts, dropped: [], isFromMissing: false };
    const entered = new EnteredPlans(this.plans);
    await entered.load(facts);
    const plan = await this.plans.ofRun(started);
    const fitting = fittingFacts(facts, matches, new RunState(plan, (id, version) => entered.of(id, version)));
    const first = history.find(
      ({ payload }) => 'node' in payload && [payload.node, 'blockId' in payload && payload.blockId].includes(origin?.from ?? ''),
    );
    const isFromMissing = first !== undefined && 'node' in first.payload && matches.keyOf(first.payload.node) === undefined;
    return { ...fitting, isFromMissing };
  }

  /** The record that answers for external systems in a recorded replay; undefined for every other run. */
  async recordFor(executionId: string, started: Replayed): Promise<RecordedRun | undefined> {
    const { origin } = started;
    if (origin?.mode !== 'recorded') return undefined;
    const history = await this.#repeated(origin, executionId);
    const matches = await this.#matches(history, started);
    return new RecordedRun(matches === undefined ? history : history.flatMap((fact) => matches.translate(fact) ?? []));
  }

  /**
   * The outcomes that a run takes over exactly; undefined for a run that takes over none.
   * @throws Error when the other run is not stored any more: without its events, effects that happened would be repeated
   */
  async reusableFor(executionId: string, { origin, draft, workspaceId }: Reusing, secrets: Secrets): Promise<ReusableRun | undefined> {
    if (origin === undefined || draft?.reuses !== true) return undefined;
    const history = await this.#repeated(origin, executionId);
    const [first] = history;
    if (first?.type !== 'execution.started')
      throw new Error(`Run ${origin.executionId}, whose results run ${executionId} uses, is not stored any more`);
    const sealing = new Sealing(secrets, this.box, executionId);
    const entered = new EnteredPlans(this.plans);
    await entered.load(history);
    const plan = await this.plans.ofRun(first.payload);
    const changed = await this.secrets.setSince(workspaceId, first.payload.startedAt);
    const opened = history.map((event) => sealing.open(event));
    const known = { get: (name: string) => secrets.get(name), isChanged: (name: string) => changed.has(name) };
    return new ReusableRun({ history, opened, plan, childPlans: (id, version) => entered.of(id, version) }, known);
  }

  /** Undefined when the replay runs the version of the original. */
  async #matches(history: readonly ExecutionEvent[], { workflowId, deploymentVersion }: Replayed): Promise<BlockMatches | undefined> {
    const [first] = history;
    if (first?.type !== 'execution.started' || first.payload.deploymentVersion === deploymentVersion) return undefined;
    const [from, to] = await Promise.all([
      this.deployments.document(workflowId, first.payload.deploymentVersion),
      this.deployments.document(workflowId, deploymentVersion),
    ]);
    return new BlockMatches(from, to);
  }

  /** The events of the run that a run repeats. A run that continues a quarantined one repeats the same run as that one. */
  async #repeated(origin: RunOrigin, to: string): Promise<readonly ExecutionEvent[]> {
    if (origin.continues === undefined) return this.#history(origin, to);
    const [first] = await this.store.read(executionStream, origin.executionId, 0, 1);
    const next = first?.type === 'execution.started' ? first.payload.origin : undefined;
    return next === undefined ? [] : this.#repeated(next, to);
  }

  async #history({ executionId: from }: RunOrigin, to: string): Promise<readonly ExecutionEvent[]> {
    const events = await this.store.read(executionStream, from);
    return events.map((event) => resealed(event, this.box, { from, to }));
  }
}
