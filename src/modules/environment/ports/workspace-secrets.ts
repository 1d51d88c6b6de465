/** The values of a workspace's environment for runs. It does not check permissions. */
export abstract class WorkspaceSecrets {
  /**
   * The values by name; empty for a workspace that is unknown or deleted. Changes by this process are visible at once, changes by another
   * process after at most 750 ms. A variable that cannot be decrypted because the encryption key has changed is left out. The map is
   * shared between callers and must never be shown or logged.
   */
  abstract of(workspaceId: string): Promise<ReadonlyMap<string, string>>;

  /** Whether the workspace is deleted, so that no run may start in it. It is read together with the secrets and equally fresh. */
  abstract isDeleted(workspaceId: string): Promise<boolean>;
}
