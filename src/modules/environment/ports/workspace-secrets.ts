/** The values of a workspace's environment, for whoever runs its workflows. Checks no permissions. */
export abstract class WorkspaceSecrets {
  /**
   * By name; empty for a workspace that is unknown or deleted. What this process changed is seen at once, what another process
   * changed after 750 ms at the latest. A variable whose value cannot be opened, because the encryption key is another one now,
   * is not in it. Shared between callers; never to be shown or logged.
   */
  abstract of(workspaceId: string): Promise<ReadonlyMap<string, string>>;

  /** Whether the workspace is deleted: nothing may be done in it any more. Known as soon as its secrets are, by the same look. */
  abstract isDeleted(workspaceId: string): Promise<boolean>;
}
