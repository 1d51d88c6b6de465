import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { AuditLog } from '../../api/audit.js';
import { Button } from '../../parts/controls/button.js';
import list from '../../parts/list/list.module.css';
import { LoadingRows } from '../../parts/list/loading-rows.js';
import { Time } from '../../parts/show/amount.js';
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

const resource = `${styles['resource']} ${list['wide']}`;

export function AuditTable({ entries, isLoading, hasMore, isLoadingMore, current, onMore, onLook }: AuditTableProps): ReactNode {
  return (
    <div className={styles['scroll']}>
      <table className={list['table']} aria-label="Audit log" aria-busy={isLoading}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col" className={resource}>
              About
            </th>
            <th scope="col" className={list['when']}>
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {isLoading && <LoadingRows classes={[undefined, undefined, resource, list['when']]} />}
          {entries.map((entry) => (
            <tr key={entry.id} data-current={entry.id === current || undefined} onClick={() => onLook(entry.id)}>
              <td>
                <AriaButton className={list['open'] ?? ''} onPress={() => onLook(entry.id)}>
                  {entry.description}
                </AriaButton>
              </td>
              <td className={list['muted']}>{actorOf(entry)}</td>
              <td className={`${resource} ${list['muted']}`}>{entry.resourceType.replaceAll('_', ' ')}</td>
              <td className={`${list['when']} ${list['muted']}`}>
                <Time at={entry.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <div className={list['more']}>
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
