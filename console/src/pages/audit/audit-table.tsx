import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { AuditLog } from '../../api/audit.js';
import { Button } from '../../parts/controls/button.js';
import { Time } from '../../parts/show/amount.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import styles from './audit.module.css';

interface AuditTableProps {
  readonly entries: readonly AuditLog[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly current: string | undefined;
  readonly onMore: () => void;
  readonly onLook: (id: string) => void;
}

export function AuditTable({ entries, isLoading, hasMore, isLoadingMore, current, onMore, onLook }: AuditTableProps): ReactNode {
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label="Audit log" aria-busy={isLoading}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col" className={styles['resource']}>
              About
            </th>
            <th scope="col" className={styles['when']}>
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {isLoading && Array.from({ length: 14 }, (_, index) => <LoadingRow key={index} />)}
          {entries.map((entry) => (
            <tr key={entry.id} data-current={entry.id === current || undefined} onClick={() => onLook(entry.id)}>
              <td>
                <AriaButton className={styles['open'] ?? ''} onPress={() => onLook(entry.id)}>
                  {entry.description}
                </AriaButton>
              </td>
              <td className={styles['muted']}>{actorOf(entry)}</td>
              <td className={`${styles['resource']} ${styles['muted']}`}>{entry.resourceType.replaceAll('_', ' ')}</td>
              <td className={`${styles['when']} ${styles['muted']}`}>
                <Time at={entry.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <div className={styles['more']}>
          <Button onPress={onMore} isPending={isLoadingMore}>
            Show earlier entries
          </Button>
        </div>
      )}
    </div>
  );
}

/** Names are those of the time of the event. */
export function actorOf({ actorName, actorEmail }: AuditLog): string {
  return actorName ?? actorEmail ?? 'Sluice';
}

function LoadingRow(): ReactNode {
  return (
    <tr>
      <td>
        <Skeleton width="60%" />
      </td>
      <td>
        <Skeleton width="50%" />
      </td>
      <td className={styles['resource']}>
        <Skeleton width="40%" />
      </td>
      <td className={styles['when']}>
        <Skeleton width="60%" />
      </td>
    </tr>
  );
}
