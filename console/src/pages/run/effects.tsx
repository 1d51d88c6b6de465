import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { effectsQuery } from '../../api/run.js';
import { Time } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import styles from './run.module.css';

interface EffectsProps {
  readonly workspaceId: string;
  readonly executionId: string;
  /** Absent: all of the run. */
  readonly blockId: string | undefined;
}

/** What left the server: of the block, or of the whole run. */
export function Effects({ workspaceId, executionId, blockId }: EffectsProps): ReactNode {
  const effects = useQuery(effectsQuery(workspaceId, executionId));
  if (effects.error !== null) return <Problem error={effects.error} onRetry={() => void effects.refetch()} />;
  const shown = effects.data?.filter((effect) => blockId === undefined || effect.blockId === blockId);
  if (shown === undefined) return null;
  if (shown.length === 0) return <p className={styles['none']}>Nothing was sent out of this server.</p>;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Target</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ effectKey, outcome, target, kind, error, intendedAt }) => (
          <tr key={effectKey}>
            <td>{outcome}</td>
            <td>
              {kind} {target}
              {error !== undefined && <p className={styles['none']}>{error}</p>}
            </td>
            <td>
              <Time at={intendedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
