import { namedWorkspace } from '#edge/upload/upload-form.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { fileName } from '../domain/file-name.js';

/** Rejects a file before its bytes are stored: for an invalid name, or for a workspace that the caller cannot write to. */
export function uploadCheck(caller: Caller): (name: string, fields: ReadonlyMap<string, string>) => void {
  return (name, fields) => {
    fileName(name);
    const workspaceId = namedWorkspace(fields);
    if (workspaceId !== undefined) requireWorkspace(caller, workspaceId, 'write');
  };
}
