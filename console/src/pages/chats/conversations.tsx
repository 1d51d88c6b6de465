import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { conversationsQuery } from '../../api/chats.js';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useMayWrite } from '../../api/session.js';
import { IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { bytesText } from '../../parts/show/amounts.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';

/** What agents of the workspace remember. */
export function Conversations({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const conversations = useInfiniteQuery(conversationsQuery(workspaceId));
  const mayWrite = useMayWrite(workspaceId);
  const [leaving, setLeaving] = useState<string>();
  const deletion = useAction({
    act: (id: string) => api.memory.delete(id, { workspaceId }),
    changes: [keys.chats(workspaceId)],
    onDone: () => setLeaving(undefined),
  });
  const ask = (id: string): void => {
    deletion.reset();
    setLeaving(id);
  };
  return (
    <Section title="Conversations" lead="What agents remember, by the id that a workflow gives.">
      {conversations.error !== null ? (
        <Problem error={conversations.error} onRetry={() => void conversations.refetch()} />
      ) : (
        <DataTable
          label="Conversations"
          rows={conversations.data?.pages.flatMap(({ data }) => data)}
          idOf={({ id }) => id}
          empty="No agent remembers a conversation."
          more={
            conversations.hasNextPage
              ? { label: 'Show more', isLoading: conversations.isFetchingNextPage, onMore: () => void conversations.fetchNextPage() }
              : undefined
          }
          columns={[
            { name: 'Conversation', cell: ({ id }) => id },
            { name: 'Messages', look: 'number', cell: ({ messages }) => messages.toLocaleString('en') },
            { name: 'Size', look: 'number', isMinor: true, cell: ({ bytes }) => bytesText(bytes) },
            { name: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
            {
              name: 'Actions',
              look: 'actions',
              cell: ({ id }) =>
                mayWrite && (
                  <IconButton label={`Delete conversation ${id}`} onPress={() => ask(id)}>
                    <X size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                ),
            },
          ]}
        />
      )}
      {leaving !== undefined && (
        <Confirm
          title={`Delete conversation ${leaving}?`}
          consequences={['Agents forget what was said', 'Runs stay in the log']}
          action="Delete conversation"
          isDangerous
          isOpen
          isPending={deletion.isPending}
          problem={deletion.error !== null && <Problem error={deletion.error} />}
          onConfirm={() => deletion.do(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {deletion.dialog}
    </Section>
  );
}
