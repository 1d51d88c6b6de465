import { useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis, UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usersQuery } from '../../api/operator.js';
import { useSession } from '../../api/session.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { ShownOnce } from '../../parts/overlays/form-dialog.js';
import { Menu } from '../../parts/overlays/menu.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { CreateUserDialog } from './create-user-dialog.js';
import { OperatorFrame } from './operator-frame.js';

/** The people of the installation. */
export function UsersPage(): ReactNode {
  return (
    <OperatorFrame title="Users">
      <Users />
    </OperatorFrame>
  );
}

interface UserChange {
  readonly id: string;
  readonly isOperator?: boolean;
  readonly suspended?: boolean;
}

function Users(): ReactNode {
  const users = useInfiniteQuery(usersQuery);
  const { user: me } = useSession();
  const [isCreating, setIsCreating] = useState(false);
  const [link, setLink] = useState<{ readonly email: string; readonly text: string }>();
  const change = useAction({ act: ({ id, ...body }: UserChange) => api.users.change(id, body), changes: [keys.operator] });
  const recovery = useAction({
    act: ({ id }: { readonly id: string; readonly email: string }) => api.userSessions.recover(id),
    onDone: ({ data }, { email }) => setLink({ email, text: `${location.origin}/recover#${data.token}` }),
  });
  const error = change.error ?? recovery.error;
  return (
    <Section
      title="Users"
      lead="A user without a password gets one with a link that you make and send."
      actions={
        <Button look="primary" onPress={() => setIsCreating(true)}>
          <UserPlus size={14} strokeWidth={1.5} aria-hidden />
          Create user
        </Button>
      }
    >
      {error !== null && <Problem error={error} />}
      {users.error !== null ? (
        <Problem error={users.error} onRetry={() => void users.refetch()} />
      ) : (
        <DataTable
          label="Users"
          rows={users.data?.pages.flatMap(({ data }) => data)}
          idOf={({ id }) => id}
          more={
            users.hasNextPage
              ? { label: 'Show more', isLoading: users.isFetchingNextPage, onMore: () => void users.fetchNextPage() }
              : undefined
          }
          columns={[
            { name: 'E-mail', cell: ({ id, email }) => (id === me.id ? `${email} (you)` : email) },
            { name: 'Name', isMinor: true, cell: ({ name }) => name },
            { name: 'State', cell: ({ suspended, isOperator }) => (suspended ? 'suspended' : isOperator ? 'operator' : 'active') },
            { name: 'Created', isMinor: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              name: 'Actions',
              look: 'actions',
              cell: ({ id, email, isOperator, suspended }) => (
                <Menu
                  label={`Actions of ${email}`}
                  placement="bottom end"
                  button={
                    <IconButton label={`Actions of ${email}`}>
                      <Ellipsis size={14} strokeWidth={1.5} aria-hidden />
                    </IconButton>
                  }
                  entries={[
                    { id: 'link', label: 'Make recovery link', onChoose: () => recovery.do({ id, email }) },
                    {
                      id: 'operator',
                      label: isOperator ? 'Take the role of operator' : 'Make operator',
                      onChoose: () => change.do({ id, isOperator: !isOperator }),
                    },
                    {
                      id: 'suspend',
                      label: suspended ? 'Let in again' : 'Suspend',
                      onChoose: () => change.do({ id, suspended: !suspended }),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      {isCreating && <CreateUserDialog onClose={() => setIsCreating(false)} />}
      {link !== undefined && (
        <ShownOnce
          title={`The link for ${link.email}`}
          intro="With this link the person chooses a password. It is shown only now, and works once within an hour."
          text={link.text}
          onClose={() => setLink(undefined)}
        />
      )}
      {change.dialog}
      {recovery.dialog}
    </Section>
  );
}
