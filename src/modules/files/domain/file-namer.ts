/** Which stored files a caller, a visitor or the holder of a link can name. */
export interface FileNamer {
  /** Whether they may read the files of the workspace: they name any of them by id, name or key. Others name files of `origins` by id. */
  readonly mayRead: boolean;
  /** The runs and conversations that they take part in: the `correlationId` with which their files were stored. */
  readonly origins: readonly string[];
}

/** The origin of the files of a conversation. No run has such an id. */
export function conversationOrigin(conversationId: string): string {
  return `conversation ${conversationId}`;
}
