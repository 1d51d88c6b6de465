/** The values that runs of a workspace use, and whether it is deleted. */
export interface OpenedSecrets {
  readonly values: ReadonlyMap<string, string>;
  readonly isDeleted: boolean;
}

/** The values of a workspace's environment for runs. It does not check permissions. */
export abstract class WorkspaceSecrets {
  /** The values, and whether the workspace is deleted: they are read together and equally fresh. */
  abstract opened(workspaceId: string): Promise<OpenedSecrets>;

  /**
   * The values by name; empty for a workspace that is unknown or deleted. Changes by this process are visible at once, changes by another
   * process after at most 750 ms. A variable that cannot be decrypted because the encryption key has changed is left out. The map is
   * shared between callers and must never be shown or logged.
   */
  async of(workspaceId: string): Promise<ReadonlyMap<string, string>> {
    return (await this.opened(workspaceId)).values;
  }

  /** The names of the secrets that were set after a moment (ISO 8601), as far as they still are. */
  abstract setSince(workspaceId: string, since: string): Promise<ReadonlySet<string>>;

  /** The next question about the workspace is answered from the database. */
  abstract forget(workspaceId: string): void;

  /** Whether the workspace is deleted, so that no run may start in it. */
  async isDeleted(workspaceId: string): Promise<boolean> {
    return (await this.opened(workspaceId)).isDeleted;
  }
}
