import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import { select } from '#ledger/rows/select.js';
import { randomToken } from '#host/secrets/random-token.js';
import { Ids } from '#kernel/ids.js';
import { invalidDocument } from '#document/parse/invalid-document.js';
import type { DocumentProblem, WorkflowDocument } from '#document/document.js';
import { TriggerRegistrations, type ActivationChange } from '#modules/workflows/index.js';
import { trigger, type TriggerCommand } from '../domain/trigger.decider.js';
import { triggerStream } from '../domain/trigger.events.js';
import type { RetireReason } from '../domain/trigger.state.js';
import { readTriggers, type BlockTrigger } from '../kinds/trigger-kinds.js';
import { triggerModel, type TriggerRow } from '../projections/trigger.entity.js';

/** Registers the triggers of a version in the append that makes it active, so that both happen or neither does. */
@Injectable()
export class Registrations extends TriggerRegistrations {
  constructor(
    private readonly pool: Pool,
    private readonly ids: Ids,
  ) {
    super();
  }

  problems(document: WorkflowDocument): Promise<readonly DocumentProblem[]> {
    return Promise.resolve(readTriggers(document).problems);
  }

  async follow(change: ActivationChange): Promise<readonly StreamAppend[]> {
    const { triggers, problems } = change.active === null ? { triggers: [], problems: [] } : readTriggers(change.active.document);
    if (problems.length > 0) throw invalidDocument(problems);
    const former = await select(this.pool, triggerModel, { where: { workflowId: change.workflowId } });
    const byBlock = new Map(former.map((row) => [row.blockId, row]));
    const kept = new Set(triggers.map(({ block }) => block.id));
    return [
      ...triggers.flatMap((each) => this.#decide(change, byBlock.get(each.block.id), registration(change, each))),
      ...former.filter(({ blockId }) => !kept.has(blockId)).flatMap((row) => this.#decide(change, row, retirement(change))),
    ];
  }

  #decide({ workspaceId, meta }: ActivationChange, row: TriggerRow | undefined, command: TriggerCommand): readonly StreamAppend[] {
    const events = trigger.decide(command, row ?? trigger.initial);
    if (events.length === 0) return [];
    return [appendTo(triggerStream.at(row?.id ?? this.ids.next(), workspaceId), { expected: row?.position ?? 0, events, meta })];
  }
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
