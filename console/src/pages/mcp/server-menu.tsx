import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { McpServer } from '../../api/mcp.js';
import { usePermissionOf } from './use-permission-of.js';
import { IconButton } from '../../parts/controls/button.js';
import { Menu } from '../../parts/overlays/menu.js';

export type ServerAction = 'tools' | 'test' | 'refresh' | 'authorize' | 'switch' | 'delete';

interface ServerMenuProps {
  readonly server: McpServer;
  readonly onChoose: (action: ServerAction) => void;
}

/** What can be done with a server, by the permission of the person. */
export function ServerMenu({ server, onChoose }: ServerMenuProps): ReactNode {
  const { mayWrite, isAdmin } = usePermissionOf(server.workspaceId);
  const actions: readonly (readonly [ServerAction, string, boolean])[] = [
    ['tools', 'Show tools', true],
    ['test', 'Test', mayWrite],
    ['refresh', 'Read tools again', mayWrite],
    ['authorize', server.authorizedAt === null ? 'Sign in' : 'Sign in again', mayWrite && server.oauthGrant === 'authorization_code'],
    ['switch', server.enabled ? 'Switch off' : 'Switch on', mayWrite],
    ['delete', 'Delete…', isAdmin],
  ];
  return (
    <Menu
      label={`Actions of ${server.name}`}
      placement="bottom end"
      button={
        <IconButton label={`Actions of ${server.name}`}>
          <Ellipsis size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      }
      entries={actions.filter(([, , may]) => may).map(([id, label]) => ({ id, label, onChoose: () => onChoose(id) }))}
    />
  );
}
