import { useQuery } from '@tanstack/react-query';
import type { StoredFile } from '../../api/files.js';
import { usePermission, useSession } from '../../api/session.js';
import { membersQuery } from '../../api/workspace.js';

/** Who uploaded each file. Only admins may read who the members of the workspace are. */
export function useUploaderOf(workspaceId: string): (file: StoredFile) => string {
  const { user } = useSession();
  const isAdmin = usePermission(workspaceId) === 'admin';
  const members = useQuery({ ...membersQuery(workspaceId), enabled: isAdmin });
  return ({ uploadedBy, uploadedByEmail }) => {
    if (uploadedByEmail !== undefined) return uploadedByEmail;
    if (uploadedBy === null) return 'A run';
    if (uploadedBy === user.id) return 'You';
    return members.data?.find(({ userId }) => userId === uploadedBy)?.email ?? 'Another member';
  };
}
