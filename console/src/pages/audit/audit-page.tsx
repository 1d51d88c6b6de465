import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { auditQuery } from '../../api/audit.js';
import { useSession } from '../../api/session.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { AuditFilterBar } from './audit-filter-bar.js';
import type { AuditSearch } from './audit-search.js';
import { AuditTable } from './audit-table.js';
import { EntryDetails } from './entry-details.js';
import styles from './audit.module.css';

/** Who changed what, the newest first, as far as the filters of the address let it through. */
export function AuditPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/audit' });
  const search = useSearch({ from: '/signed-in/workspace/$workspaceId/audit' });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/audit' });
  const { workspaces } = useSession();
  const organizationId = workspaces.find(({ id }) => id === workspaceId)?.organizationId ?? null;
  const isOfOrganization = search.of === 'organization' && organizationId !== null;
  const log = useInfiniteQuery(auditQuery(isOfOrganization ? { organizationId } : { workspaceId }, search));
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const current = entries.find(({ id }) => id === search.entry);
  const show = (next: AuditSearch): void => void navigate({ search: next, replace: true });
  const { entry: _, ...filters } = search;

  return (
    <Page
      title="Audit log"
      isFull
      actions={
        <ButtonLink href={`/workspace/${encodeURIComponent(workspaceId)}/audit/verify`}>
          <ShieldCheck size={14} strokeWidth={1.5} aria-hidden />
          Verify
        </ButtonLink>
      }
    >
      <AuditFilterBar search={filters} hasOrganization={organizationId !== null} onChange={show} />
      {log.error !== null && (
        <div className={styles['problem']}>
          <Problem error={log.error} onRetry={() => void log.refetch()} />
        </div>
      )}
      {log.isSuccess && entries.length === 0 && !log.hasNextPage && (
        <EmptyState title="No entry matches" actions={<Button onPress={() => show({})}>Remove all filters</Button>}>
          <p>Each change of a setting, a member, a workflow or a key appears here a moment after it happened.</p>
        </EmptyState>
      )}
      {(log.isPending || entries.length > 0 || log.hasNextPage) && (
        <div className={styles['split']} data-details={current === undefined ? undefined : true}>
          <AuditTable
            entries={entries}
            isLoading={log.isPending}
            hasMore={log.hasNextPage}
            isLoadingMore={log.isFetchingNextPage}
            current={search.entry}
            onMore={() => void log.fetchNextPage()}
            onLook={(entry) => show({ ...filters, entry })}
          />
          {current !== undefined && <EntryDetails key={current.id} entry={current} onClose={() => show(filters)} />}
        </div>
      )}
    </Page>
  );
}
