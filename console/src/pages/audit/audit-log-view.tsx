import { SluiceError } from '@sluice/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { auditQuery, type AuditPlace } from '../../api/audit.js';
import { Button } from '../../parts/controls/button.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { messageOf, Problem } from '../../parts/show/problem.js';
import { AuditFilterBar } from './audit-filter-bar.js';
import type { AuditSearch } from './audit-search.js';
import { AuditTable } from './audit-table.js';
import { EntryDetails } from './entry-details.js';
import styles from './audit.module.css';

interface AuditLogViewProps {
  readonly place: AuditPlace;
  readonly search: AuditSearch;
  /** Whether the log of the organization can be chosen instead. */
  readonly hasOrganization: boolean;
  readonly onShow: (search: AuditSearch) => void;
}

/** Who changed what, the newest first, as far as the filters let it through. */
export function AuditLogView({ place, search, hasOrganization, onShow }: AuditLogViewProps): ReactNode {
  const log = useInfiniteQuery(auditQuery(place, search));
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const current = entries.find(({ id }) => id === search.entry);
  const { entry: _, ...filters } = search;
  const isForbidden = log.error instanceof SluiceError && log.error.status === 403;
  return (
    <>
      {(!isForbidden || search.of !== undefined) && <AuditFilterBar search={filters} hasOrganization={hasOrganization} onChange={onShow} />}
      {isForbidden && (
        <EmptyState title="You may not read this audit log">
          <p>{messageOf(log.error)}. Admins and owners of an organization with the plan for it read the log of its workspaces.</p>
        </EmptyState>
      )}
      {log.error !== null && !isForbidden && (
        <div className={styles['problem']}>
          <Problem error={log.error} onRetry={() => void log.refetch()} />
        </div>
      )}
      {log.isSuccess && entries.length === 0 && !log.hasNextPage && (
        <EmptyState title="No entry matches" actions={<Button onPress={() => onShow({})}>Remove all filters</Button>}>
          <p>Each change of a setting, a member, a workflow or a key appears here a moment after it happened.</p>
        </EmptyState>
      )}
      {(log.isPending || entries.length > 0 || log.hasNextPage) && (
        <div
          className={styles['split']}
          data-details={current === undefined ? undefined : true}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && current !== undefined && !event.defaultPrevented) onShow(filters);
          }}
        >
          <AuditTable
            entries={entries}
            isLoading={log.isPending}
            hasMore={log.hasNextPage}
            isLoadingMore={log.isFetchingNextPage}
            current={search.entry}
            onMore={() => void log.fetchNextPage()}
            onLook={(entry) => onShow({ ...filters, entry })}
          />
          {current !== undefined && <EntryDetails key={current.id} entry={current} onClose={() => onShow(filters)} />}
        </div>
      )}
    </>
  );
}
