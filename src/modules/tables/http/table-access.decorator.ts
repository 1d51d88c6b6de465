import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requestMeta } from '#edge/request/caller.decorator.js';
import type { TableAccess } from '../store/table-access.js';

/** The caller and the table of a request. The workspace comes from the body or the query. */
export type CallerOfTable = Pick<TableAccess, 'tableId'> & { readonly by: Extract<TableAccess['by'], { caller: unknown }> };

/** The caller of this request and the table of its path. */
export const TableCaller = createParamDecorator((_: unknown, context: ExecutionContext): CallerOfTable => {
  const request = context.switchToHttp().getRequest<Request>();
  const { caller } = request;
  if (caller === undefined) throw new Error('A public route has no caller');
  return { tableId: String(request.params['tableId']), by: { caller, meta: requestMeta(request) } };
});
