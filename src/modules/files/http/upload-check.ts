import { namedWorkspace } from '#edge/upload/upload-form.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { fileName } from '../domain/file-name.js';

/** Refuses a file before its bytes are stored: by its name, and when the form has named a workspace that is not the caller's. */
export function uploadCheck(caller: Caller): (name: string, fields: ReadonlyMap<string, string>) => void {
  return (name, fields) => {
    fileName(name);
    const workspaceId = namedWorkspace(fields);
    if (workspaceId !== undefined) requireWorkspace(caller, workspaceId, 'write');
  };
}
