import { useMayWrite } from '../../api/session.js';
import { useIsAdmin } from '../settings/settings-frame.js';

/** What the person may do with the servers of a workspace. */
export function usePermissionOf(workspaceId: string): { readonly mayWrite: boolean; readonly isAdmin: boolean } {
  const mayWrite = useMayWrite(workspaceId);
  const isAdmin = useIsAdmin(workspaceId);
  return { mayWrite, isAdmin };
}
