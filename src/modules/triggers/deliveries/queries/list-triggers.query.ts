import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { CursorSignature } from '#edge/answer/cursor.js';
import { select } from '#ledger/rows/select.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { isId } from '#kernel/ids.js';
import type { Page } from '#kernel/page.js';
import type { TriggerStatus } from '../../domain/trigger.state.js';
import type { ShownKind } from '../../kinds/trigger-kind.js';
import { storedKinds } from '../../kinds/trigger-kinds.js';
import { triggerModel } from '../../projections/trigger.entity.js';
import { maySeeAddress } from './trigger-access.js';
import type { TriggerView } from './trigger-view.js';

export interface TriggerFilter {
  readonly workspaceId: string;
  readonly workflowId?: string | undefined;
  readonly kind?: ShownKind | undefined;
  readonly provider?: string | undefined;
  readonly status?: TriggerStatus | undefined;
}

/** The triggers of a workspace, oldest first. @throws DomainError forbidden, invalid */
export class ListTriggers extends Query<Page<TriggerView>> {
  constructor(
    readonly caller: Caller,
    readonly filter: TriggerFilter,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListTriggers)
export class ListTriggersHandler implements IQueryHandler<ListTriggers> {
  constructor(
    private readonly pool: Pool,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, filter, page: { limit, cursor } }: ListTriggers): Promise<Page<TriggerView>> {
    const { workspaceId, workflowId, kind, provider, status } = filter;
    const scope = JSON.stringify(['triggers', workspaceId, workflowId, kind, provider, status]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as string);
    requireWorkspace(caller, workspaceId, 'read');
    if (workflowId !== undefined && !isId(workflowId)) return { data: [], nextCursor: null };
    const wanted = Object.entries({ workflowId, kind: kind && { in: storedKinds(kind) }, provider, status }).filter(
      ([, value]) => value !== undefined,
    );
    const rows = await select(this.pool, triggerModel, {
      where: { workspaceId, ...Object.fromEntries(wanted) },
      after: after === undefined ? undefined : { id: after },
      order: { id: 'asc' },
      limit: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const showsAddress = maySeeAddress(caller, workspaceId);
    const last = shown.at(-1);
    const nextCursor = rows.length <= limit || last === undefined ? null : this.cursors.sealCursor(scope, last.id);
    return { data: shown.map((trigger) => ({ trigger, showsAddress })), nextCursor };
  }
}
