import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { isId } from '#kernel/ids.js';
import type { Page } from '#kernel/page.js';
import { RetentionRules } from '#modules/retention/index.js';
import { DeliveryRows, type DeliveryFilter, type StoredDelivery } from '../../store/deliveries/delivery-rows.js';

/** The deliveries of a workspace that match, newest first. @throws DomainError forbidden, invalid */
export class ListDeliveries extends Query<Page<StoredDelivery>> {
  constructor(
    readonly caller: Caller,
    readonly filter: DeliveryFilter,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(
    private readonly rows: DeliveryRows,
    private readonly retention: RetentionRules,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, filter, page: { limit, cursor } }: ListDeliveries): Promise<Page<StoredDelivery>> {
    const { workspaceId, triggerId, workflowId, outcomes, from, to } = filter;
    const scope = JSON.stringify(['deliveries', workspaceId, triggerId, workflowId, outcomes, from, to]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as string);
    requireWorkspace(caller, workspaceId, 'read');
    if ([triggerId, workflowId].some((id) => id !== undefined && !isId(id))) return { data: [], nextCursor: null };
    const shownSince = await this.retention.shownSince(workspaceId);
    const rows = await this.rows.page(filter, { shownSince, order: 'desc', after, limit: limit + 1 });
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length <= limit || last === undefined ? null : this.cursors.sealCursor(scope, last.id) };
  }
}
