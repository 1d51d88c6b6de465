import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { Permission } from '../../api/workspace.js';
import { Choice } from '../../parts/controls/choice.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog, ShownOnce } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';
import { permissions } from './permission-menu.js';
import styles from './settings.module.css';

interface InviteDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Makes a link that gives a colleague access. There is no mailer: the person sends it. */
export function InviteDialog({ workspaceId, onClose }: InviteDialogProps): ReactNode {
  const [email, setEmail] = useState('');
  const [permission, setPermission] = useState<Permission>('read');
  const [token, setToken] = useState<string>();
  const invitation = useAction({
    act: () => api.workspaceInvitations.invite(workspaceId, { email: email.trim(), permission }),
    changes: [keys.members(workspaceId)],
    onDone: ({ data }) => setToken(data.token),
  });
  if (token !== undefined) {
    return (
      <ShownOnce
        title={`The link for ${email.trim()}`}
        intro="Send this link to your colleague. It is shown only now, works once, and counts for this address alone."
        text={`${location.origin}/invite#${token}`}
        onClose={onClose}
      />
    );
  }
  return (
    <>
      <FormDialog
        title="Invite a colleague"
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
        <div className={styles['choices']}>
          <span>Permission</span>
          <Choice label="Permission" value={permission} options={permissions} onChange={setPermission} />
          <p className={styles['muted']}>{permissions.find(({ value }) => value === permission)?.meaning}</p>
        </div>
      </FormDialog>
      {invitation.dialog}
    </>
  );
}
