import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/caller.js';
import { invalidField, notFound, type DomainError } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { liveTriggers } from '#document/check/call-starts.js';
import type { WorkflowDocument } from '#document/document.js';
import { chooseStart } from '#engine/graph/start-choice.js';
import { DraftVersions } from '../find/draft-versions.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { DeliveredEvents, type DeliveredEvent } from '../ports/delivered-events.js';

/** How a run of the draft begins. */
export interface DraftRequest {
  /** The trigger block to begin with; undefined: that of the delivery, or the start. */
  readonly triggerBlockId: string | undefined;
  /** The delivery whose event is the input. */
  readonly deliveryId: string | undefined;
}

/** What a run of the draft starts with instead of the active version. */
export interface DraftRun {
  readonly pinned: Pick<ExecutionStart, 'deploymentVersion' | 'trigger'> & Required<Pick<ExecutionStart, 'triggerSource'>>;
  /** The event of the delivery; undefined without one. */
  readonly input: Json | undefined;
}

/** Prepares runs of drafts, which a person starts by hand. */
@Injectable()
export class DraftRuns {
  constructor(
    private readonly drafts: DraftVersions,
    private readonly events: DeliveredEvents,
  ) {}

  /** @throws DomainError forbidden, not-found; invalid for a draft that cannot run, and for a block with which it cannot begin */
  async of(caller: Caller, workflowId: string, { triggerBlockId, deliveryId }: DraftRequest): Promise<DraftRun> {
    this.drafts.requireChoice(caller);
    const { version: deploymentVersion, document } = await this.drafts.present(workflowId);
    const event = deliveryId === undefined ? undefined : await this.events.find(workflowId, deliveryId);
    if (deliveryId !== undefined && event === undefined) throw notFound('Delivery');
    const blockId = beginning(document, triggerBlockId, event);
    const repeated = deliveryId === undefined ? {} : { deliveryId };
    return {
      pinned: { deploymentVersion, trigger: 'manual', triggerSource: { kind: 'manual', ...repeated, blockId } },
      input: event?.input,
    };
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
