/** What the address of the audit log says, as texts. */
export interface AuditSearch {
  /** The entries of the organization itself, and not those of the workspace. */
  readonly of?: 'organization';
  readonly type?: string;
  readonly action?: string;
  readonly from?: string;
  readonly to?: string;
  /** The entry that is shown beside the list. */
  readonly entry?: string;
}

/** Types of resources that people look for, in the words of the log. */
export const resourceTypes = [
  'workflow',
  'table',
  'file',
  'knowledge_base',
  'api_key',
  'environment',
  'workspace',
  'workspace_member',
  'organization',
  'org_member',
  'user',
] as const;

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** Keeps what the page understands; a link with anything else still opens. */
export function auditSearchFrom({ of, type, action, from, to, entry }: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
  const day = (value: unknown): string | undefined => {
    const given = text(value);
    return given !== undefined && isDay.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;
  };
  const found = {
    of: of === 'organization' ? of : undefined,
    type: text(type),
    action: text(action),
    from: day(from),
    to: day(to),
    entry: text(entry),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The days of the address are local ones, and both are included. */
export function auditFilters({ type, action, from, to }: AuditSearch): Readonly<Record<string, string>> {
  return {
    ...(type && { resourceType: type }),
    ...(action && { action }),
    ...(from && { startDate: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { endDate: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
