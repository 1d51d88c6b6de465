import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { invalidField, notFound, type DomainError } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { findBlock, referenceName, type Block } from '#document/document.js';
import { liveTriggers } from '#document/check/call-starts.js';
import type { WorkflowDocument } from '#document/document.js';
import { chooseStart } from '#engine/graph/start-choice.js';
import type { DraftRules } from '#engine/execution.events.js';
import { documentDigest } from '../jobs/document-digest.js';
import { Plans } from '../blocks/plans.js';
import { FindRepeatedRun, type RepeatedRun } from '../find/find-repeated-run.query.js';
import { DraftVersions } from '../find/draft-versions.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { DeliveredEvents, type DeliveredEvent } from '../ports/delivered-events.js';

/** How a run of the draft begins. */
export interface DraftRequest {
  /** The trigger block to begin with; undefined: that of the delivery, or the start. */
  readonly triggerBlockId: string | undefined;
  /** The delivery whose event is the input. */
  readonly deliveryId: string | undefined;
  /** Absent: the draft runs as a version would, without pins. */
  readonly test?: DraftTest;
}

/** What a test of the draft does differently from a run of a version. */
export interface DraftTest {
  /** The revision to run; undefined: the present one. */
  readonly revision: number | undefined;
  /** The block with which the run ends, by id or name. */
  readonly until: string | undefined;
  /** The block of the earlier run with which this one begins: everything before is taken over. */
  readonly from: string | undefined;
  /** The earlier run whose results are used. */
  readonly reuse: string | undefined;
  readonly outside: 'real' | 'none';
  readonly pins: boolean;
  /** Whether the input of the earlier run is used. */
  readonly repeatsInput: boolean;
}

/** What a run of the draft starts with instead of the active version. */
export interface DraftRun {
  readonly pinned: Pick<ExecutionStart, 'deploymentVersion' | 'trigger' | 'draft' | 'origin'> &
    Required<Pick<ExecutionStart, 'triggerSource'>>;
  /** The event of the delivery, or the input of the earlier run; undefined without one. */
  readonly input: Json | undefined;
}

/** Prepares runs of drafts, which a person starts by hand. */
@Injectable()
export class DraftRuns {
  constructor(
    private readonly drafts: DraftVersions,
    private readonly events: DeliveredEvents,
    private readonly queries: QueryBus,
    private readonly plans: Plans,
  ) {}

  /** @throws DomainError forbidden, not-found; invalid for a draft that cannot run, and for a block with which it cannot begin */
  async of(caller: Caller, workflowId: string, { triggerBlockId, deliveryId, test }: DraftRequest): Promise<DraftRun> {
    this.drafts.requireChoice(caller);
    const wanted = test?.revision;
    const { version: deploymentVersion, document } =
      wanted === undefined ? await this.drafts.present(workflowId) : await this.drafts.at(workflowId, wanted);
    const event = deliveryId === undefined ? undefined : await this.events.find(workflowId, deliveryId);
    if (deliveryId !== undefined && event === undefined) throw notFound('Delivery');
    const blockId = beginning(document, triggerBlockId, event);
    const repeated = deliveryId === undefined ? {} : { deliveryId };
    const pinned = { deploymentVersion, trigger: 'manual', triggerSource: { kind: 'manual', ...repeated, blockId } } as const;
    if (test === undefined) return { pinned, input: event?.input };
    const earlier = test.reuse === undefined ? undefined : await this.#earlier(caller, workflowId, deploymentVersion, test);
    const until = test.until === undefined ? {} : { until: blockNamed(document, test.until).id };
    const draft = { documentHash: documentDigest(document), ...until, ...rulesOf(test) };
    const planned = await this.plans.ofRun({ workflowId, ...pinned, draft });
    if (draft.until !== undefined && !planned.blocks.has(draft.until)) throw invalidField('until', notReached(document, draft.until));
    const origin = earlier === undefined ? {} : { origin: earlier.origin };
    return { pinned: { ...pinned, draft, ...origin }, input: event?.input ?? (test.repeatsInput ? earlier?.input : undefined) };
  }

  #earlier(caller: Caller, workflowId: string, version: number, { reuse = '', from }: DraftTest): Promise<RepeatedRun> {
    return this.queries.execute(new FindRepeatedRun({ caller, workflowId, id: reuse }, { mode: 'live', from, version }));
  }
}

function beginning(document: WorkflowDocument, chosen: string | undefined, event: DeliveredEvent | undefined): string {
  const wanted = chosen ?? event?.blockId;
  const triggers = liveTriggers(document);
  if (wanted === undefined) return startOf(document);
  if (triggers.some(({ id }) => id === wanted)) return wanted;
  const known = triggers.map(({ id }) => id).join(', ');
  throw refused(
    chosen === undefined
      ? `triggerBlockId must name an enabled trigger block of the draft (${known}): it does not have the block of the delivery`
      : `triggerBlockId must be the id of an enabled trigger block of the draft: ${known}`,
  );
}

function startOf(document: WorkflowDocument): string {
  const triggers = liveTriggers(document);
  try {
    return chooseStart(document, 'manual').id;
  } catch {
    const known = triggers.map(({ id }) => id).join(', ');
    throw refused(`triggerBlockId must name the trigger block to begin with, since the draft has no start for a manual run: ${known}`);
  }
}

function refused(message: string): DomainError {
  return invalidField('triggerBlockId', message);
}

function rulesOf({ pins, outside, reuse, from }: DraftTest): Omit<DraftRules, 'documentHash' | 'until'> {
  return {
    ...(pins ? { pins: true } : {}),
    ...(outside === 'none' ? { outside } : {}),
    ...(reuse !== undefined && from === undefined ? { reuses: true } : {}),
  };
}

function blockNamed({ blocks }: WorkflowDocument, name: string): Block {
  const block = findBlock(blocks, name) ?? Object.values(blocks).find((each) => referenceName(each.name) === referenceName(name));
  if (block === undefined)
    throw invalidField('until', `until must be the id or the name of a block of the draft: it has no block "${name}"`);
  return block;
}

function notReached({ blocks }: WorkflowDocument, until: string): string {
  return `until must name a block that the run can reach from its start: "${blocks[until]?.name ?? until}" is disabled, or no path leads to it`;
}
