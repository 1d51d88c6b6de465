import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { effectsQuery } from '../../api/run.js';
import { Effects } from '../../pages/run/effects.js';
import type { ShownRun } from '../runs/use-test-run.js';
import styles from './data.module.css';

interface BlockEffectsProps {
  readonly run: ShownRun;
  readonly workspaceId: string;
  readonly blockId: string;
}

/** What a block has sent out of the server; nothing for blocks that send nothing. */
export function BlockEffects({ run: { executionId }, workspaceId, blockId }: BlockEffectsProps): ReactNode {
  const effects = useQuery(effectsQuery(workspaceId, executionId));
  if (effects.error === null && effects.data?.some((effect) => effect.blockId === blockId) !== true) return null;
  return (
    <section className={styles['part']} aria-label="Effects">
      <h3>Effects</h3>
      <Effects workspaceId={workspaceId} executionId={executionId} blockId={blockId} />
    </section>
  );
}
