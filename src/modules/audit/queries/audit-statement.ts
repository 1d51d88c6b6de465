import { isId } from '#kernel/ids.js';
import { auditEntryColumns } from '../store/audit-entry.entity.js';
import type { AuditFilter } from './audit-filter.js';

/** The entry after which a page begins. */
export interface AuditPosition {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly seq: number;
}

export interface AuditPage {
  readonly organizationId: string;
  readonly filter: AuditFilter;
  readonly limit: number;
  readonly after: AuditPosition | undefined;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The action of nearly all entries: the indexes by action and type leave it out. */
const execute = 'workflow.execute';
/** The resource of an entry. */
const executedType = 'workflow';

/** At most `limit` entries, latest first. */
export function pageStatement({ organizationId, filter, limit, after }: AuditPage): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { workspaceId, resourceId, actorId, startDate, endDate } = filter;
  const conditions = [
    `e.chain = ${bind(organizationId)}`,
    workspaceId === undefined ? 'e.workspace_id is null' : `e.workspace_id = ${bind(workspaceId)}`,
    ...kindConditions(filter, bind),
    ...(resourceId === undefined ? [] : [`e.resource_id = ${bind(resourceId)}`]),
    ...(actorId === undefined ? [] : [`e.actor_id = ${bind(actorId)}`]),
    ...(startDate === undefined ? [] : [`e.created_at >= ${bind(startDate)}`]),
    ...(endDate === undefined ? [] : [`e.created_at <= ${bind(endDate)}`]),
    ...(after === undefined ? [] : [`(e.created_at, e.seq) < (${bind(after.createdAt)}, ${bind(after.seq)})`]),
  ];
  const text = `select ${auditEntryColumns} from audit_entry e where ${conditions.join(' and ')}
    order by e.created_at desc, e.seq desc limit ${bind(limit)}`;
  return { text, values };
}

/** An entry of one of these organizations. */
export function entryStatement(id: string, organizationIds: readonly string[]): Statement {
  return {
    text: `select ${auditEntryColumns} from audit_entry e where e.id = $1 and e.chain = any($2::uuid[])`,
    values: [isId(id) ? id : null, organizationIds],
  };
}

/** The action of runs is a constant in the statement, so that the planner can use the partial index. */
function kindConditions({ action, resourceTypes }: AuditFilter, bind: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  if (action === execute) conditions.push(`e.action = '${execute}'`);
  else if (action !== undefined) conditions.push(`e.action = ${bind(action)}`, `e.action <> '${execute}'`);
  const [only] = resourceTypes ?? [];
  if (resourceTypes === undefined || only === undefined) return conditions;
  conditions.push(resourceTypes.length === 1 ? `e.resource_type = ${bind(only)}` : `e.resource_type = any(${bind(resourceTypes)}::text[])`);
  if (!resourceTypes.includes(executedType) && action === undefined) conditions.push(`e.action <> '${execute}'`);
  return conditions;
}
