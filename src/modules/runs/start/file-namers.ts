import { mayReadFiles, type Caller } from '#kernel/caller.js';
import { conversationOrigin, type FileNamer } from '#modules/files/index.js';
import type { ExecutionStart } from '../jobs/execution-start.js';

/** A run as far as its files are concerned. */
export interface FilesOfRun extends Pick<ExecutionStart, 'workspaceId' | 'triggerSource'> {
  readonly executionId: string;
}

/** Which files a caller can name; without a caller it is the holder of a link. Those of a run are its own, and those of its conversation. */
export function fileNamer(caller: Caller | undefined, { workspaceId, executionId, triggerSource }: FilesOfRun): FileNamer {
  const { conversationId } = triggerSource ?? {};
  const origins = [executionId, ...(conversationId === undefined ? [] : [conversationOrigin(conversationId)])];
  return { mayRead: caller !== undefined && mayReadFiles(caller, workspaceId), origins };
}
