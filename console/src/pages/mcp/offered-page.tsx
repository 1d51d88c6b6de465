import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { offeredServersQuery, type WorkflowServer } from '../../api/mcp.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { CopyButton } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { McpFrame } from './mcp-frame.js';
import { OfferDialog } from './offer-dialog.js';
import { OfferedTools } from './offered-tools.js';
import { usePermissionOf } from './use-permission-of.js';
import styles from './mcp.module.css';

/** Servers that MCP clients connect to: deployed workflows are their tools. */
export function OfferedServersPage(): ReactNode {
  return <McpFrame title="Offered">{(workspaceId) => <OfferedServers key={workspaceId} workspaceId={workspaceId} />}</McpFrame>;
}

type Open = { readonly kind: 'create' } | { readonly kind: 'tools' | 'delete'; readonly server: WorkflowServer };

function OfferedServers({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const servers = useQuery(offeredServersQuery(workspaceId));
  const { mayWrite, isAdmin } = usePermissionOf(workspaceId);
  const [open, setOpen] = useState<Open>();
  const deletion = useAction({
    act: (id: string) => api.workflowServers.delete(id),
    changes: [keys.mcp(workspaceId)],
    onDone: () => setOpen(undefined),
  });
  const close = (): void => {
    deletion.reset();
    setOpen(undefined);
  };
  return (
    <Section
      title="Servers that are offered"
      lead="Assistants and agents elsewhere call deployed workflows as tools, with an API key in the header X-API-Key."
      actions={
        mayWrite && (
          <Button look="primary" onPress={() => setOpen({ kind: 'create' })}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            Offer server
          </Button>
        )
      }
    >
      {servers.error !== null ? (
        <Problem error={servers.error} onRetry={() => void servers.refetch()} />
      ) : (
        <DataTable
          label="Servers that are offered"
          rows={servers.data}
          idOf={({ id }) => id}
          empty="No server is offered."
          columns={[
            { name: 'Name', cell: ({ name }) => name },
            {
              name: 'Address',
              isMinor: true,
              cell: ({ name, url }) => (
                <span className={styles['address']}>
                  <code>{url}</code>
                  <CopyButton label={`Copy the address of ${name}`} text={url} />
                </span>
              ),
            },
            { name: 'Open to', cell: ({ isPublic }) => (isPublic ? 'everyone' : 'keys') },
            {
              name: 'Actions',
              look: 'actions',
              cell: (server) => (
                <>
                  <Button
                    look="quiet"
                    aria-label={`${toolsText(server)} of ${server.name}`}
                    onPress={() => setOpen({ kind: 'tools', server })}
                  >
                    {toolsText(server)}
                  </Button>
                  {isAdmin && (
                    <IconButton label={`Delete ${server.name}`} onPress={() => setOpen({ kind: 'delete', server })}>
                      <X size={14} strokeWidth={1.5} aria-hidden />
                    </IconButton>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      {open?.kind === 'create' && <OfferDialog workspaceId={workspaceId} onClose={close} />}
      {open?.kind === 'tools' && <OfferedTools server={open.server} onClose={close} />}
      {open?.kind === 'delete' && (
        <Confirm
          title={`Delete ${open.server.name}?`}
          consequences={['Its clients get an error from now on', 'The workflows stay']}
          action="Delete server"
          isDangerous
          isOpen
          isPending={deletion.isPending}
          problem={deletion.error !== null && <Problem error={deletion.error} />}
          onConfirm={() => deletion.do(open.server.id)}
          onClose={close}
        />
      )}
      {deletion.dialog}
    </Section>
  );
}

function toolsText({ toolCount }: WorkflowServer): string {
  return toolCount === 1 ? '1 tool' : `${toolCount} tools`;
}
