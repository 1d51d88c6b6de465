import { useQuery } from '@tanstack/react-query';
import { UserPlus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useSession } from '../../api/session.js';
import { membersQuery, workspaceInvitationsQuery, workspaceQuery, type Permission } from '../../api/workspace.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { InviteDialog } from './invite-dialog.js';
import { PermissionMenu } from './permission-menu.js';
import { SettingsFrame } from './settings-frame.js';

/** Who works in the workspace, and who is invited. */
export function MembersPage(): ReactNode {
  return (
    <SettingsFrame title="Members">
      {(workspaceId) => (
        <>
          <Members workspaceId={workspaceId} />
          <Invitations workspaceId={workspaceId} />
        </>
      )}
    </SettingsFrame>
  );
}

interface Member {
  readonly userId: string;
  readonly email: string;
  readonly permission: Permission;
}

function Members({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const members = useQuery(membersQuery(workspaceId));
  const workspace = useQuery(workspaceQuery(workspaceId));
  const { user } = useSession();
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  const change = useAction({
    act: ({ userId, permission }: Pick<Member, 'userId' | 'permission'>) =>
      api.workspaceMembers.change(workspaceId, userId, { permission }),
    changes: [keys.members(workspaceId)],
  });
  const ownerId = workspace.data?.ownerId;
  return (
    <Section
      title="Members"
      lead="Owners and admins of the organization are admins here, also when they are not in this list."
      actions={
        <Button look="primary" onPress={() => setIsInviting(true)}>
          <UserPlus size={14} strokeWidth={1.5} aria-hidden />
          Invite
        </Button>
      }
    >
      {members.error !== null && <Problem error={members.error} onRetry={() => void members.refetch()} />}
      {change.error !== null && <Problem error={change.error} />}
      {!members.isError && (
        <DataTable
          label="Members"
          rows={members.data}
          idOf={({ userId }) => userId}
          empty="No one was added to this workspace itself."
          columns={[
            { name: 'Person', cell: ({ userId, email }) => (userId === user.id ? `${email} (you)` : email) },
            {
              name: 'Permission',
              cell: ({ userId, email, permission }) =>
                userId === ownerId ? (
                  'Owner'
                ) : (
                  <PermissionMenu
                    label={`Permission of ${email}`}
                    value={permission}
                    onChange={(next) => change.do({ userId, permission: next })}
                  />
                ),
            },
            {
              name: 'Actions',
              look: 'actions',
              cell: (member) =>
                member.userId !== ownerId && (
                  <IconButton label={`Remove ${member.email}`} onPress={() => setLeaving(member)}>
                    <X size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                ),
            },
          ]}
        />
      )}
      {isInviting && <InviteDialog workspaceId={workspaceId} onClose={() => setIsInviting(false)} />}
      {leaving !== undefined && <RemoveDialog workspaceId={workspaceId} member={leaving} onClose={() => setLeaving(undefined)} />}
      {change.dialog}
    </Section>
  );
}

interface RemoveDialogProps {
  readonly workspaceId: string;
  readonly member: Member;
  readonly onClose: () => void;
}

function RemoveDialog({ workspaceId, member, onClose }: RemoveDialogProps): ReactNode {
  const removal = useAction({
    act: () => api.workspaceMembers.remove(workspaceId, member.userId),
    changes: [keys.members(workspaceId), keys.apiKeys(workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title={`Remove ${member.email}?`}
        consequences={['They lose access at once, on all their open pages', 'Keys of this workspace that they made stop working']}
        action="Remove"
        isDangerous
        isOpen
        isPending={removal.isPending}
        problem={removal.error !== null && <Problem error={removal.error} />}
        onConfirm={() => removal.do()}
        onClose={onClose}
      />
      {removal.dialog}
    </>
  );
}

function Invitations({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const invitations = useQuery(workspaceInvitationsQuery(workspaceId));
  const withdrawal = useAction({
    act: (invitationId: string) => api.workspaceInvitations.withdraw(workspaceId, invitationId),
    changes: [keys.members(workspaceId)],
  });
  if (invitations.data?.length === 0) return null;
  return (
    <Section title="Invitations" lead="Links that were not used yet. Invite an address again for another link.">
      {invitations.error !== null && <Problem error={invitations.error} onRetry={() => void invitations.refetch()} />}
      {withdrawal.error !== null && <Problem error={withdrawal.error} />}
      {!invitations.isError && (
        <DataTable
          label="Invitations"
          rows={invitations.data}
          idOf={({ id }) => id}
          columns={[
            { name: 'E-mail', cell: ({ email }) => email },
            { name: 'Permission', cell: ({ permission }) => permission },
            { name: 'Invited', isMinor: true, cell: ({ invitedAt }) => <Time at={invitedAt} /> },
            { name: 'Valid until', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            {
              name: 'Actions',
              look: 'actions',
              cell: ({ id, email }) => (
                <IconButton label={`Revoke the invitation of ${email}`} onPress={() => withdrawal.do(id)}>
                  <X size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              ),
            },
          ]}
        />
      )}
      {withdrawal.dialog}
    </Section>
  );
}
