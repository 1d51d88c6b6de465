import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appendTo, type Append, type StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { select } from '#ledger/rows/select.js';
import { randomToken } from '#host/secrets/random-token.js';
import { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import { invalidDocument } from '#document/parse/faults/invalid-document.js';
import { blockProblem } from '#document/check/block-problem.js';
import { findBlock, type Block, type DocumentProblem, type WorkflowDocument } from '#document/document.js';
import { TriggerRegistrations, type ActivationChange, type PathReservation } from '#modules/workflows/index.js';
import { trigger, type TriggerCommand } from '../domain/trigger.decider.js';
import { triggerStream, type TriggerEvent } from '../domain/trigger.events.js';
import { triggerIdOf } from './trigger-id.js';
import { isWebhookPath, type RetireReason } from '../domain/trigger.state.js';
import type { ReadTrigger } from '../kinds/trigger-kind.js';
import { readBlockTrigger, readTriggers, scheduleOf, type BlockTrigger } from '../kinds/trigger-kinds.js';
import { tableKind } from '../kinds/table-new-row-kind.js';
import { triggerModel, type TriggerRow } from '../projections/trigger.entity.js';
import { nextOccurrence } from '../schedules/occurrences.js';
import { followSchedule } from './cursors/follow-schedule.js';
import { RowTriggers } from './row-triggers.js';
import { TriggerLimits } from './trigger-limits.js';

/** Registers the triggers of a version in the append that makes it active, so that both happen or neither does. */
@Injectable()
export class Registrations extends TriggerRegistrations {
  constructor(
    private readonly pool: Pool,
    private readonly rows: RowTriggers,
    private readonly limits: TriggerLimits,
    private readonly clock: Clock,
  ) {
    super();
  }

  async problems(document: WorkflowDocument, workspaceId: string): Promise<readonly DocumentProblem[]> {
    const { triggers, problems } = readTriggers(document);
    const limits = await this.limits.problems(triggers, workspaceId);
    return [...problems, ...(await this.rows.read(triggers, workspaceId)).problems, ...limits];
  }

  warnings(document: WorkflowDocument): readonly DocumentProblem[] {
    const now = this.clock.now();
    return readTriggers(document).triggers.flatMap((each) => {
      const schedule = scheduleOf(each);
      if (schedule?.endsAt === undefined || nextOccurrence(schedule, now) !== undefined) return [];
      return [blockProblem(each.block, 'never fires: no time of its schedule is before its endsAt', 'never_due', 'endsAt')];
    });
  }

  async follow(change: ActivationChange): Promise<Append> {
    const { triggers, problems } = change.active === null ? { triggers: [], problems: [] } : readTriggers(change.active.document);
    const { watches, problems: unknown } = await this.rows.read(triggers, change.workspaceId);
    const over = () => this.limits.problems(triggers, change.workspaceId, change.workflowId);
    refuseAny([...problems, ...unknown, ...(await over())]);
    // A deployment that is refused anyway does not delay others, and one that is not counts again under its fence.
    const lease = await this.limits.claim(triggers, change.workspaceId);
    if (lease !== undefined) refuseAny(await over());
    const former = await select(this.pool, triggerModel, { where: { workflowId: change.workflowId } });
    const byBlock = new Map(former.map((row) => [row.blockId, row]));
    const present = triggers.map((each) => ({
      ...each,
      row: byBlock.get(each.block.id),
      id: byBlock.get(each.block.id)?.id ?? triggerIdOf(change.workflowId, each.block.id),
    }));
    const kept = new Set(triggers.map(({ block }) => block.id));
    const gone = former.filter(({ blockId }) => !kept.has(blockId));
    const watching = present.flatMap(({ block, id, row }) => {
      const watch = watches.get(block.id);
      return watch === undefined && row?.kind !== tableKind ? [] : [this.rows.follow(id, watch)];
    });
    const decided = [
      ...present.flatMap(({ id, row, ...each }) => decide(change, { id, row }, registration(change, each))),
      ...gone.flatMap((row) => decide(change, { id: row.id, row }, retirement(change))),
    ];
    const unwatched = gone.filter(({ kind }) => kind === tableKind).map(({ id }) => this.rows.follow(id, undefined));
    return {
      streams: decided.map(({ stream }) => stream),
      writes: [...watching, ...unwatched, ...decided.flatMap(({ writes }) => writes)],
      ...(lease === undefined ? {} : { lease }),
    };
  }

  async reserve(reservation: PathReservation): Promise<readonly StreamAppend[]> {
    const { paths, document, workspaceId, workflowId, meta } = reservation;
    const [used] = await select(this.pool, triggerModel, { where: { path: { in: [...paths.values()] } } });
    if (used !== undefined) throw conflict('CONFLICT', `The address ${used.path ?? ''} was used on this server: import without keepPaths`);
    return [...paths].flatMap(([blockId, path]) => {
      const block = findBlock(document.blocks, blockId);
      const events = block === undefined ? [] : reserved(reservation, block, path);
      return events.length === 0
        ? []
        : [appendTo(triggerStream.at(triggerIdOf(workflowId, blockId), workspaceId), { expected: 0, events, meta })];
    });
  }
}

/** A trigger that has its address, and is without effect until its workflow is deployed. */
function reserved({ workflowId, at }: PathReservation, block: Block, path: string): readonly TriggerEvent[] {
  const reading = readBlockTrigger(block);
  if (reading === undefined) return [];
  if (!isWebhookPath(path)) {
    const what = 'needs a triggerPath of 16 to 128 letters, digits, - and _ to keep it';
    throw invalidDocument([blockProblem(block, what, 'invalid_value', 'triggerPath')]);
  }
  const { provider, config, hasAddress } = 'problems' in reading ? unread : reading;
  if (!hasAddress) return [];
  const settings = { version: 0, blockName: block.name, kind: 'webhook', provider, config };
  const events = trigger.decide({ type: 'register', workflowId, blockId: block.id, settings, newPath: path, at }, trigger.initial);
  const state = events.reduce((before, event) => trigger.evolve(before, event), trigger.initial);
  return [...events, ...trigger.decide({ type: 'retire', reason: 'undeployed', at }, state)];
}

/** Drafts may have mistakes; the deployment reads the block again. */
const unread: ReadTrigger = { provider: 'generic', hasAddress: true, config: {} };

interface Decided {
  readonly stream: StreamAppend;
  readonly writes: readonly Write[];
}

/** The append of one trigger; empty if nothing changes. */
function decide(
  { workspaceId, meta }: ActivationChange,
  { id, row }: { readonly id: string; readonly row: TriggerRow | undefined },
  command: TriggerCommand,
): readonly Decided[] {
  const before = row ?? trigger.initial;
  const events = trigger.decide(command, before);
  if (events.length === 0) return [];
  const expected = row?.position ?? 0;
  const stream = appendTo(triggerStream.at(id, workspaceId), { expected, events, meta });
  return [{ stream, writes: followSchedule(id, before, events, expected + events.length) }];
}

function registration(
  { workflowId, active, at }: ActivationChange,
  { block, kind, provider, config, hasAddress }: BlockTrigger,
): TriggerCommand {
  return {
    type: 'register',
    workflowId,
    blockId: block.id,
    settings: { version: active?.version ?? 0, blockName: block.name, kind, provider, config },
    newPath: hasAddress ? randomToken() : null,
    at,
  };
}

function retirement({ active, isDeleted, at }: ActivationChange): TriggerCommand {
  const reason: RetireReason = isDeleted ? 'workflow-deleted' : active === null ? 'undeployed' : 'block-removed';
  return { type: 'retire', reason, at };
}

function refuseAny(problems: readonly DocumentProblem[]): void {
  if (problems.length > 0) throw invalidDocument([...problems]);
}
