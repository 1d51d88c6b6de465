import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ExternalLink, Pencil, Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { chatsQuery, type Chat } from '../../api/chats.js';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { workflowsQuery } from '../../api/workflows.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { DataTable } from '../../parts/show/data-table.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { useIsAdmin } from '../settings/settings-frame.js';
import { ChatDialog } from './chat-dialog.js';
import { Conversations } from './conversations.js';
import styles from './chats.module.css';

/** Pages on which people talk to a workflow, and what agents remember. */
export function ChatsPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/chats' });
  const isAdmin = useIsAdmin(workspaceId);
  return (
    <Page title="Chats">
      <div className={styles['page']}>
        {isAdmin ? (
          <Chats key={workspaceId} workspaceId={workspaceId} />
        ) : (
          <EmptyState title="Only admins of the workspace manage chats">
            <p>What agents remember of conversations is below.</p>
          </EmptyState>
        )}
        <Conversations workspaceId={workspaceId} />
      </div>
    </Page>
  );
}

type Open = { readonly kind: 'create' } | { readonly kind: 'change' | 'delete'; readonly chat: Chat };

const access: Readonly<Record<Chat['authType'], string>> = {
  public: 'everyone',
  password: 'a password',
  email: 'a code by e-mail',
  sso: 'single sign-on',
};

function Chats({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const chats = useQuery(chatsQuery(workspaceId));
  const workflows = useQuery(workflowsQuery(workspaceId));
  const [open, setOpen] = useState<Open>();
  const names = new Map(workflows.data?.map(({ id, name }) => [id, name]));
  const close = (): void => setOpen(undefined);
  return (
    <Section
      title="Chats"
      lead="A chat is a page on which people talk to a deployed workflow."
      actions={
        <Button look="primary" onPress={() => setOpen({ kind: 'create' })}>
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          Create chat
        </Button>
      }
    >
      {chats.error !== null ? (
        <Problem error={chats.error} onRetry={() => void chats.refetch()} />
      ) : (
        <DataTable
          label="Chats"
          rows={chats.data}
          idOf={({ id }) => id}
          empty="No chat yet."
          columns={[
            { name: 'Title', cell: ({ title, isActive }) => (isActive ? title : `${title} (off)`) },
            { name: 'Workflow', isMinor: true, cell: ({ workflowId }) => names.get(workflowId) ?? '–' },
            { name: 'Open to', cell: ({ authType }) => access[authType] },
            {
              name: 'Page',
              cell: ({ chatUrl, identifier, title }) => (
                <a
                  href={chatUrl}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`${identifier}, the page of ${title}`}
                  className={styles['link']}
                >
                  {identifier} <ExternalLink size={12} strokeWidth={1.5} aria-hidden />
                </a>
              ),
            },
            {
              name: 'Actions',
              look: 'actions',
              cell: (chat) => (
                <>
                  <IconButton label={`Change ${chat.title}`} onPress={() => setOpen({ kind: 'change', chat })}>
                    <Pencil size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                  <IconButton label={`Delete ${chat.title}`} onPress={() => setOpen({ kind: 'delete', chat })}>
                    <X size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                </>
              ),
            },
          ]}
        />
      )}
      {open?.kind === 'create' && <ChatDialog workspaceId={workspaceId} chat={undefined} onClose={close} />}
      {open?.kind === 'change' && <ChatDialog workspaceId={workspaceId} chat={open.chat} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog chat={open.chat} onClose={close} />}
    </Section>
  );
}

function DeleteDialog({ chat, onClose }: { readonly chat: Chat; readonly onClose: () => void }): ReactNode {
  const deletion = useAction({
    act: () => api.chats.delete(chat.id),
    changes: [keys.chats(chat.workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title={`Delete ${chat.title}?`}
        consequences={['Its page and its conversations are removed', 'The runs that it started stay']}
        action="Delete chat"
        isDangerous
        isOpen
        isPending={deletion.isPending}
        problem={deletion.error !== null && <Problem error={deletion.error} />}
        onConfirm={() => deletion.do()}
        onClose={onClose}
      />
      {deletion.dialog}
    </>
  );
}
