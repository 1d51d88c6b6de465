import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usedToolsQuery, type McpServer } from '../../api/mcp.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import styles from './mcp.module.css';

/** The tools of a server that is used, as it described them last. */
export function UsedToolsDialog({ server, onClose }: { readonly server: McpServer; readonly onClose: () => void }): ReactNode {
  const { data, error } = useQuery(usedToolsQuery(server.workspaceId, server.id));
  return (
    <Dialog title={`Tools of ${server.name}`} isOpen onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Skeleton width="60%" />}
      {data?.length === 0 && <p>The server has no tools.</p>}
      <ul className={styles['tools']}>
        {data?.map(({ name, description }) => (
          <li key={name}>
            <code>{name}</code>
            <p>{description}</p>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button onPress={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}
