import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usedServersQuery, type McpServer } from '../../api/mcp.js';
import { useMayWrite } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { McpFrame } from './mcp-frame.js';
import { arrival } from './arrival.js';
import { RegisterDialog } from './register-dialog.js';
import { ServerMenu, type ServerAction } from './server-menu.js';
import { UsedToolsDialog } from './tools-dialog.js';

/** Servers elsewhere, whose tools the workspace calls. */
export function UsedServersPage(): ReactNode {
  return <McpFrame title="Used">{(workspaceId) => <UsedServers key={workspaceId} workspaceId={workspaceId} />}</McpFrame>;
}

function UsedServers({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const servers = useQuery(usedServersQuery(workspaceId));
  const mayWrite = useMayWrite(workspaceId);
  const [open, setOpen] = useState<{ readonly kind: 'register' } | { readonly kind: ServerAction; readonly server: McpServer }>();
  const [outcome, setOutcome] = useState(arrival);
  const changes = [keys.mcp(workspaceId)];
  const direct = useAction({
    act: async ({ kind, server }: { readonly kind: ServerAction; readonly server: McpServer }) => outcomeOf(kind, server),
    changes,
    onDone: setOutcome,
  });
  const deletion = useAction({ act: (id: string) => api.mcpServers.delete(id), changes, onDone: () => setOpen(undefined) });
  const close = (): void => setOpen(undefined);
  const choose = (kind: ServerAction, server: McpServer): void => {
    deletion.reset();
    if (kind === 'tools' || kind === 'delete') setOpen({ kind, server });
    else direct.do({ kind, server });
  };
  return (
    <Section
      title="Servers that are used"
      lead="Blocks and agents call the tools of these servers."
      actions={
        mayWrite && (
          <Button look="primary" onPress={() => setOpen({ kind: 'register' })}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            Register server
          </Button>
        )
      }
    >
      {direct.error !== null && <Problem error={direct.error} />}
      <div role="status">{outcome !== undefined && <Note>{outcome}</Note>}</div>
      {servers.error !== null ? (
        <Problem error={servers.error} onRetry={() => void servers.refetch()} />
      ) : (
        <DataTable
          label="Servers that are used"
          rows={servers.data}
          idOf={({ id }) => id}
          empty="No server is registered."
          columns={[
            { name: 'Name', cell: (server) => nameOf(server) },
            { name: 'Address', isMinor: true, cell: ({ url }) => url },
            { name: 'Tools', look: 'number', cell: ({ toolCount }) => toolCount ?? '–' },
            { name: 'Read', isMinor: true, cell: ({ refreshedAt }) => (refreshedAt === null ? 'never' : <Time at={refreshedAt} />) },
            {
              name: 'Actions',
              look: 'actions',
              cell: (server) => <ServerMenu server={server} onChoose={(kind) => choose(kind, server)} />,
            },
          ]}
        />
      )}
      {open?.kind === 'register' && <RegisterDialog workspaceId={workspaceId} onClose={close} />}
      {open?.kind === 'tools' && <UsedToolsDialog server={open.server} onClose={close} />}
      {open?.kind === 'delete' && (
        <Confirm
          title={`Delete ${open.server.name}?`}
          consequences={['Blocks and agents that call its tools fail from now on']}
          action="Delete server"
          isDangerous
          isOpen
          isPending={deletion.isPending}
          problem={deletion.error !== null && <Problem error={deletion.error} />}
          onConfirm={() => deletion.do(open.server.id)}
          onClose={close}
        />
      )}
      {direct.dialog}
      {deletion.dialog}
    </Section>
  );
}

function nameOf({ name, enabled, oauthGrant, authorizedAt }: McpServer): string {
  if (!enabled) return `${name} (off)`;
  return oauthGrant === 'authorization_code' && authorizedAt === null ? `${name} (not signed in)` : name;
}

/** Does it, and says what came of it. */
async function outcomeOf(kind: ServerAction, { id, name, enabled }: McpServer): Promise<string> {
  if (kind === 'authorize') {
    globalThis.location.assign((await api.mcpServers.authorize(id)).data.address);
    return `The browser goes to ${name}.`;
  }
  if (kind === 'test') {
    const { ok, latencyMs, toolCount = 0, error = 'no reason given' } = (await api.mcpServers.test(id)).data;
    return ok ? `${name} answered in ${Math.round(latencyMs)} ms and has ${toolCount} tools.` : `${name} failed: ${error}`;
  }
  if (kind === 'refresh') {
    const { toolCount, added, changed, removed } = (await api.mcpServers.refresh(id)).data;
    return `${name} has ${toolCount} tools: ${added.length} new, ${changed.length} changed, ${removed.length} removed.`;
  }
  await api.mcpServers.change(id, { enabled: !enabled });
  return enabled ? `${name} is off: its tools are not called.` : `${name} is on.`;
}
