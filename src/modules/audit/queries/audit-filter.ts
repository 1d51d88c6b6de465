/** What a list of audit entries is narrowed to. An absent member narrows nothing; bounds are inclusive. */
export interface AuditFilter {
  /** Absent: what concerns the organization itself and none of its workspaces. */
  readonly workspaceId: string | undefined;
  readonly action: string | undefined;
  readonly resourceTypes: readonly string[] | undefined;
  readonly resourceId: string | undefined;
  readonly actorId: string | undefined;
  /** ISO 8601. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}
