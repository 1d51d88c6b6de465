import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { keys } from '../../api/keys.js';
import { mostSelected } from '../../api/bulk.js';
import { useLiveRuns } from '../../api/log-changes.js';
import { useMayWrite } from '../../api/session.js';
import { workflowsQuery } from '../../api/workflows.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { useShared } from '../../shell/use-shared.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { BulkMenu } from './bulk/bulk-menu.js';
import { FilterBar } from './filter-bar.js';
import { FilterChips } from './filter-chips.js';
import { filtersFrom, searchOf, type RunFilters } from './run-filters.js';
import { editorPathOf } from './run-facts.js';
import { RunPreview } from './run-preview.js';
import { RunStrip } from './run-strip.js';
import { RunsTable, type RowSelection } from './runs-table.js';
import { shownColumns } from './views/saved-views.js';
import { ViewMenu } from './views/view-menu.js';
import styles from './runs.module.css';

/** The runs of a workspace, the newest first, as far as the filters of the address let them through. */
export function RunsPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/logs' });
  const search = useSearch({ from: '/signed-in/workspace/$workspaceId/logs' });
  const filters = useMemo(() => filtersFrom(search), [search]);
  const navigate = useNavigate({ from: '/workspace/$workspaceId/logs' });
  const workflows = useQuery(workflowsQuery(workspaceId));
  const [isAtTop, setIsAtTop] = useState(true);
  const live = useLiveRuns(workspaceId, filters, isAtTop);
  const runs = live.query;
  const entries = useMemo(() => runs.data?.pages.flatMap((page) => page.entries) ?? [], [runs.data]);
  const columns = useShared(shownColumns);
  const mayWrite = useMayWrite(workspaceId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(noRuns);
  const current = entries.find(({ executionId }) => executionId === search.run);

  const filter = (next: RunFilters): void => {
    // What is not in the list any more would be changed unseen.
    setSelected(noRuns);
    void navigate({ search: searchOf(next), replace: true });
  };
  const look = (run: string | undefined): void => void navigate({ search: { ...searchOf(filters), ...(run && { run }) }, replace: true });
  const open = (executionId: string): void =>
    void navigate({ to: '/workspace/$workspaceId/logs/$executionId', params: { workspaceId, executionId } });
  const nameOf = (id: string): string => workflows.data?.find((workflow) => workflow.id === id)?.name ?? id;
  const isFiltered = Object.keys(filters).some((name) => name !== 'order');

  return (
    <Page title="Runs" isFull actions={<Refresh workspaceId={workspaceId} />}>
      <FilterBar filters={filters} workflows={workflows.data ?? []} onChange={filter}>
        {mayWrite && <BulkMenu workspaceId={workspaceId} filters={filters} />}
        <ViewMenu workspaceId={workspaceId} filters={filters} onChange={filter} />
      </FilterBar>
      <FilterChips filters={filters} nameOf={nameOf} onChange={filter} />
      <RunStrip
        workspaceId={workspaceId}
        filters={filters}
        isListPending={runs.isPending}
        onRange={(from, to) => filter(filtersFrom({ ...searchOf(filters), since: '', from, to }))}
      />
      {mayWrite && <BulkBar workspaceId={workspaceId} selected={selected} onClear={() => setSelected(noRuns)} />}
      {runs.error !== null && (
        <div className={styles['chips']}>
          <Problem error={runs.error} onRetry={() => void (runs.isFetchNextPageError ? runs.fetchNextPage() : runs.refetch())} />
        </div>
      )}
      {runs.isSuccess && entries.length === 0 ? (
        <NoRuns isFiltered={isFiltered} onClear={() => filter({})} />
      ) : (
        <div className={styles['split']} data-preview={current === undefined ? undefined : true}>
          <RunsTable
            entries={entries}
            columns={columns}
            isLoading={runs.isPending}
            hasMore={runs.hasNextPage && !runs.isFetchNextPageError}
            isLoadingMore={runs.isFetchingNextPage}
            current={search.run}
            live={live}
            selection={mayWrite ? selectionOf(entries, selected, setSelected) : undefined}
            onTop={setIsAtTop}
            onMore={() => void runs.fetchNextPage()}
            onLook={look}
            onOpen={open}
            hrefOf={(executionId) => `/workspace/${encodeURIComponent(workspaceId)}/logs/${encodeURIComponent(executionId)}`}
          />
          {current !== undefined && (
            <RunPreview
              entry={current}
              editor={editorPathOf({ ...current, workspaceId }, mayWrite)}
              onOpen={() => open(current.executionId)}
              onClose={() => look(undefined)}
            />
          )}
        </div>
      )}
    </Page>
  );
}

const noRuns: ReadonlySet<string> = new Set();

function selectionOf(
  entries: readonly { readonly executionId: string }[],
  ids: ReadonlySet<string>,
  change: (ids: ReadonlySet<string>) => void,
): RowSelection {
  const all = entries.map(({ executionId }) => executionId).slice(0, mostSelected);
  const toggle = (id: string): void => {
    const next = new Set(ids);
    if (!next.delete(id) && next.size < mostSelected) next.add(id);
    change(next);
  };
  return { ids, toggle, toggleAll: () => change(all.every((id) => ids.has(id)) ? noRuns : new Set(all)) };
}

function Refresh({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const queries = useQueryClient();
  const queryKey = keys.logs(workspaceId);
  const isFetching = useIsFetching({ queryKey }) > 0;
  return (
    <IconButton label="Look for new runs" isDisabled={isFetching} onPress={() => void queries.resetQueries({ queryKey })}>
      <RefreshCw size={14} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
}

function NoRuns({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }): ReactNode {
  if (isFiltered) {
    return (
      <EmptyState title="No run matches these filters" actions={<Button onPress={onClear}>Remove all filters</Button>}>
        <p>Runs that match appear here as soon as they start.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No workflow has run yet">
      <p>Each run of a deployed workflow appears here, with its steps, its input and its output.</p>
    </EmptyState>
  );
}
