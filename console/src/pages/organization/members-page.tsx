import { useQuery } from '@tanstack/react-query';
import { UserPlus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { organizationInvitationsQuery, organizationMembersQuery, type OrganizationRole } from '../../api/organization.js';
import { useSession } from '../../api/session.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { InviteDialog } from './invite-dialog.js';
import { OrganizationFrame } from './organization-frame.js';
import { RoleMenu } from './role-menu.js';

/** Who belongs to the organization, and who is invited. */
export function OrganizationMembersPage(): ReactNode {
  return (
    <OrganizationFrame title="Members" isForOwners>
      {(organizationId) => (
        <>
          <Members organizationId={organizationId} />
          <Invitations organizationId={organizationId} />
        </>
      )}
    </OrganizationFrame>
  );
}

interface Member {
  readonly userId: string;
  readonly email: string;
  readonly role: OrganizationRole;
}

function Members({ organizationId }: { readonly organizationId: string }): ReactNode {
  const members = useQuery(organizationMembersQuery(organizationId));
  const { user } = useSession();
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  const change = useAction({
    act: ({ userId, role }: Pick<Member, 'userId' | 'role'>) => api.organizationMembers.change(organizationId, userId, { role }),
    changes: [keys.organization(organizationId)],
  });
  return (
    <Section
      title="Members"
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
          columns={[
            { name: 'Person', cell: ({ userId, email }) => (userId === user.id ? `${email} (you)` : email) },
            {
              name: 'Role',
              cell: ({ userId, email, role }) => (
                <RoleMenu label={`Role of ${email}`} value={role} onChange={(next) => change.do({ userId, role: next })} />
              ),
            },
            {
              name: 'Actions',
              look: 'actions',
              cell: (member) => (
                <IconButton label={`Remove ${member.email}`} onPress={() => setLeaving(member)}>
                  <X size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              ),
            },
          ]}
        />
      )}
      {isInviting && <InviteDialog organizationId={organizationId} onClose={() => setIsInviting(false)} />}
      {leaving !== undefined && <RemoveDialog organizationId={organizationId} member={leaving} onClose={() => setLeaving(undefined)} />}
      {change.dialog}
    </Section>
  );
}

interface RemoveDialogProps {
  readonly organizationId: string;
  readonly member: Member;
  readonly onClose: () => void;
}

function RemoveDialog({ organizationId, member, onClose }: RemoveDialogProps): ReactNode {
  const removal = useAction({
    act: () => api.organizationMembers.remove(organizationId, member.userId),
    changes: [keys.organization(organizationId)],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title={`Remove ${member.email}?`}
        consequences={[
          'They leave all workspaces of the organization at once',
          'Workspaces that they own go to you',
          'Their keys of these workspaces stop working',
        ]}
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

function Invitations({ organizationId }: { readonly organizationId: string }): ReactNode {
  const invitations = useQuery(organizationInvitationsQuery(organizationId));
  const withdrawal = useAction({
    act: (invitationId: string) => api.organizationInvitations.withdraw(organizationId, invitationId),
    changes: [keys.organization(organizationId)],
  });
  if (invitations.data?.length === 0) return null;
  return (
    <Section title="Invitations" lead="Links that were not used yet. Users also find the invitation in their account.">
      {invitations.error !== null && <Problem error={invitations.error} onRetry={() => void invitations.refetch()} />}
      {withdrawal.error !== null && <Problem error={withdrawal.error} />}
      {!invitations.isError && (
        <DataTable
          label="Invitations"
          rows={invitations.data}
          idOf={({ id }) => id}
          columns={[
            { name: 'E-mail', cell: ({ email }) => email },
            { name: 'Role', cell: ({ role }) => role },
            { name: 'Valid until', cell: ({ expiresAt, expired }) => (expired ? 'expired' : <Time at={expiresAt} />) },
            {
              name: 'Actions',
              look: 'actions',
              cell: ({ id, email }) => (
                <IconButton label={`Withdraw the invitation of ${email}`} onPress={() => withdrawal.do(id)}>
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
