import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { OrganizationRole } from '../../api/organization.js';
import { Choice } from '../../parts/controls/choice.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog, ShownOnce } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';
import { roles } from './role-menu.js';

interface InviteDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

/** Makes a link with which a person joins the organization. */
export function InviteDialog({ organizationId, onClose }: InviteDialogProps): ReactNode {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OrganizationRole>('member');
  const [token, setToken] = useState<string>();
  const invitation = useAction({
    act: () => api.organizationInvitations.invite(organizationId, { email: email.trim(), role }),
    changes: [keys.organization(organizationId)],
    onDone: ({ data }) => setToken(data.token),
  });
  if (token !== undefined) {
    return (
      <ShownOnce
        title={`The link for ${email.trim()}`}
        intro="Send this link to the person. It is shown only now, works once, and counts for this address alone."
        text={`${location.origin}/invite#${token}`}
        onClose={onClose}
      />
    );
  }
  return (
    <>
      <FormDialog
        title="Invite to the organization"
        action="Make link"
        isPending={invitation.isPending}
        error={invitation.error}
        fields={['email']}
        onSubmit={() => invitation.do()}
        onClose={onClose}
      >
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onChange={setEmail}
          problem={problemOf(invitation.error, 'email')}
          autoComplete="off"
          autoFocus
        />
        <div>
          <Choice label="Role" value={role} options={roles} onChange={setRole} />
        </div>
        <p>{roles.find(({ value }) => value === role)?.meaning}</p>
      </FormDialog>
      {invitation.dialog}
    </>
  );
}
