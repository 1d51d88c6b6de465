import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { fileName } from '../domain/file-name.js';

/** Refuses a file before its bytes are stored: when the form has named a workspace that is not the caller's, and by its name. */
export function uploadCheck(caller: Caller): (name: string, fields: ReadonlyMap<string, string>) => void {
  return (name, fields) => {
    const workspaceId = fields.get('workspaceId');
    if (workspaceId !== undefined) requireWorkspace(caller, workspaceId, 'write');
    fileName(name);
  };
}
