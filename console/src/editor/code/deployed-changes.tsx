import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentQuery } from '../../api/workflow.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { TextChanges } from '../../versions/text-changes.js';
import { deployedText, type DeployedText } from './deployed-text.js';
import styles from './code.module.css';

/** What differs between a text of the draft and that of the active version. */
export function DeployedChanges({ place, text }: { readonly place: DeployedText; readonly text: string }): ReactNode {
  const version = useQuery(documentQuery(place.workflowId, place.version));
  if (version.error !== null) return <Problem error={version.error} onRetry={() => void version.refetch()} />;
  if (version.data === undefined) return <Skeleton width="60%" />;
  const before = deployedText(version.data, place);
  return (
    <section className={styles['changes']} aria-label={`Changes since v${place.version}`}>
      {before === text ? (
        <p>Nothing differs from v{place.version}.</p>
      ) : (
        <TextChanges from={before ?? ''} to={text} isWhole={before === undefined} />
      )}
    </section>
  );
}
