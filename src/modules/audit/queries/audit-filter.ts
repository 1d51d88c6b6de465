/** The filter of a list of audit entries. An absent member does not filter; bounds are inclusive. */
export interface AuditFilter {
  /** Absent: entries about the organization itself, not about its workspaces. */
  readonly workspaceId: string | undefined;
  readonly action: string | undefined;
  readonly resourceTypes: readonly string[] | undefined;
  readonly resourceId: string | undefined;
  readonly actorId: string | undefined;
  /** ISO 8601. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}
