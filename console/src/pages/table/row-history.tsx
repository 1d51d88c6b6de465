import type { RowChangeView } from '@sluice/client';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { rowHistoryQuery, type TableColumn, type TablePlace } from '../../api/tables.js';
import { Button } from '../../parts/controls/button.js';
import { Time } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { textOfCell } from '../../table/cell-text.js';
import type { TableEdits } from './use-table-edits.js';
import styles from './table.module.css';

interface RowHistoryProps {
  readonly place: TablePlace;
  readonly columns: readonly TableColumn[];
  readonly rowId: string;
  readonly canWrite: boolean;
  readonly edits: TableEdits;
}

const verbs = { insert: 'Added', update: 'Changed', delete: 'Deleted', restore: 'Restored' } as const;

/** Who changed which cell, the newest first. */
export function RowHistory({ place, columns, rowId, canWrite, edits }: RowHistoryProps): ReactNode {
  const { workspaceId, tableId } = place;
  const history = useInfiniteQuery(rowHistoryQuery(workspaceId, tableId, rowId));
  const { user } = useSession();
  const changes = history.data?.pages.flatMap((page) => page.changes) ?? [];
  const who = ({ actorId, actorEmail }: RowChangeView): string => {
    if (actorId === null) return 'Sluice';
    return actorId === user.id ? 'You' : (actorEmail ?? 'A former member');
  };
  return (
    <div className={styles['history']}>
      {history.error !== null && <Problem error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <Skeleton width="70%" />}
      {history.isSuccess && changes.length === 0 && <p className={styles['muted']}>The history of this row is no longer kept.</p>}
      <ol>
        {changes.map((change) => (
          <Change
            key={change.id}
            place={place}
            columns={columns}
            rowId={rowId}
            change={change}
            who={who(change)}
            canWrite={canWrite}
            edits={edits}
          />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button onPress={() => void history.fetchNextPage()} isPending={history.isFetchingNextPage}>
          Show earlier changes
        </Button>
      )}
    </div>
  );
}

interface ChangeProps extends RowHistoryProps {
  readonly change: RowChangeView;
  readonly who: string;
}

function Change({ place, columns, rowId, change, who, canWrite, edits }: ChangeProps): ReactNode {
  const { operation, at, executionId, cells, id } = change;
  const undo = useMutation({ mutationFn: () => edits.undo(rowId, id) });
  const text = (column: string, cell: unknown): string =>
    textOfCell(columns.find(({ name }) => name === column)?.type ?? (typeof cell === 'object' ? 'json' : 'string'), cell);
  return (
    <li className={styles['change']}>
      <div className={styles['by']}>
        <strong>{who}</strong>
        <span>
          {verbs[operation].toLowerCase()}
          {operation === 'update' ? '' : ' the row'}
        </span>
        <span className={styles['muted']}>
          <Time at={at} isFocusable />
        </span>
        {canWrite && (
          <Button
            look="quiet"
            isPending={undo.isPending}
            onPress={() => undo.mutate()}
            aria-label={`Undo: ${verbs[operation].toLowerCase()} by ${who}`}
          >
            Undo
          </Button>
        )}
      </div>
      {executionId !== null && (
        <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId: place.workspaceId, executionId }}>
          By a run
        </Link>
      )}
      {cells.length > 0 && (
        <dl className={styles['cells']}>
          {cells.map(({ column, before, after }) => (
            <div key={column}>
              <dt>{column}</dt>
              <dd>
                {before !== null && <del>{text(column, before)}</del>} {after !== null && <ins>{text(column, after)}</ins>}
                {after === null && <span className={styles['muted']}>empty</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {undo.error !== null && <Problem error={undo.error} />}
    </li>
  );
}
