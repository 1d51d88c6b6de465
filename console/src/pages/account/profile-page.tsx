import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { ownInvitationsQuery, useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { isAboutFields, Problem, problemOf } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { useSaved } from '../../shell/use-saved.js';
import { AccountFrame } from './account-frame.js';
import styles from './account.module.css';

/** Who the person is, and where they are invited. */
export function ProfilePage(): ReactNode {
  return (
    <AccountFrame title="Profile">
      <Profile />
      <Invitations />
    </AccountFrame>
  );
}

function Profile(): ReactNode {
  const { user } = useSession();
  const [name, setName] = useState(user.name);
  const saved = useSaved();
  const save = useAction({
    act: () => api.ownUser.change({ name: name.trim() }),
    changes: [keys.session],
    onDone: saved.done,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saved.sent();
    save.do();
  };
  const edit = (text: string): void => {
    setName(text);
    saved.edited();
  };
  return (
    <Section title="Profile" lead={user.isOperator ? `${user.email}, operator of this server` : user.email}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextField label="Name" value={name} onChange={edit} problem={problemOf(save.error, 'name')} autoComplete="name" />
        {save.error !== null && !isAboutFields(save.error, ['name']) && <Problem error={save.error} />}
        <div className={styles['buttons']}>
          <Button type="submit" look="primary" isPending={save.isPending}>
            Save
          </Button>
          {saved.note}
        </div>
      </form>
      {save.dialog}
    </Section>
  );
}

function Invitations(): ReactNode {
  const invitations = useQuery(ownInvitationsQuery);
  const answer = useAction({
    act: ({ id, accepts }: { readonly id: string; readonly accepts: boolean }) =>
      accepts ? api.invitations.accept(id) : api.invitations.decline(id),
    changes: [keys.session],
  });
  if (invitations.data?.length === 0) return null;
  return (
    <Section title="Invitations" lead="Organizations that you are invited to.">
      {invitations.error !== null && <Problem error={invitations.error} onRetry={() => void invitations.refetch()} />}
      {answer.error !== null && <Problem error={answer.error} />}
      {!invitations.isError && (
        <DataTable
          label="Invitations"
          rows={invitations.data}
          idOf={({ id }) => id}
          columns={[
            { name: 'Organization', cell: ({ organizationName }) => organizationName },
            { name: 'Role', cell: ({ role }) => role },
            { name: 'Valid until', isMinor: true, cell: ({ expiresAt, expired }) => (expired ? 'expired' : <Time at={expiresAt} />) },
            {
              name: 'Actions',
              look: 'actions',
              cell: ({ id, organizationName }) => (
                <>
                  <Button aria-label={`Decline ${organizationName}`} onPress={() => answer.do({ id, accepts: false })}>
                    Decline
                  </Button>
                  <Button aria-label={`Accept ${organizationName}`} onPress={() => answer.do({ id, accepts: true })}>
                    Accept
                  </Button>
                </>
              ),
            },
          ]}
        />
      )}
      {answer.dialog}
    </Section>
  );
}
