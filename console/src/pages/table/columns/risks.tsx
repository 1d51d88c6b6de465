import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableUse } from '../../../api/column-changes.js';
import styles from './columns.module.css';

interface RisksProps {
  readonly risks: readonly string[];
  readonly uses: readonly TableUse[];
  readonly workspaceId: string;
}

/** What a change breaks, with links to the workflows that use the table. */
export function Risks({ risks, uses, workspaceId }: RisksProps): ReactNode {
  if (risks.length === 0) return null;
  return (
    <section className={styles['risks']} aria-label="What the change breaks">
      <TriangleAlert size={16} strokeWidth={1.5} aria-hidden />
      <div>
        <ul>
          {risks.map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
        {uses.length > 0 && (
          <p>
            {uses.slice(0, 5).map(({ id, name, blocks }) => (
              <Link key={id} to="/workspace/$workspaceId/w/$workflowId" params={{ workspaceId, workflowId: id }} title={blocks.join(', ')}>
                {name}
              </Link>
            ))}
            {uses.length > 5 && <span>and {uses.length - 5} more</span>}
          </p>
        )}
      </div>
    </section>
  );
}
