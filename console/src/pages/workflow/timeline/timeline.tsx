import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { draftHistoryQuery, type HistoryEntry } from '../../../api/draft-history.js';
import { openDraft } from '../../../api/shared.js';
import { useMayWrite, usePermission, useSession } from '../../../api/session.js';
import type { WorkflowDetail } from '../../../api/workflow.js';
import { Button } from '../../../parts/controls/button.js';
import { Problem } from '../../../parts/show/problem.js';
import { Skeleton } from '../../../parts/show/small-parts.js';
import type { WorkflowViewSearch } from '../workflow-view-search.js';
import { DescribeDialog } from './describe-dialog.js';
import { RestoreDialog } from './restore-dialog.js';
import { ChangesEntry, StateEntry, VersionEntry, type EntryProps } from './timeline-entries.js';
import styles from '../workflow.module.css';

interface TimelineProps {
  readonly workflow: WorkflowDetail;
  readonly search: WorkflowViewSearch;
  readonly onLook: (search: WorkflowViewSearch) => void;
  readonly onRollBack: (version: number) => void;
}

type Asked = { readonly kind: 'restore' | 'describe'; readonly entry: HistoryEntry };

/** The draft, its revisions and the versions, the newest first: who has done what, and how to go back to it. */
export function Timeline({ workflow, search, onLook, onRollBack }: TimelineProps): ReactNode {
  const { id, workspaceId, activeVersion } = workflow;
  const history = useInfiniteQuery(draftHistoryQuery(id));
  const mayWrite = useMayWrite(workspaceId);
  const isAdmin = usePermission(workspaceId) === 'admin';
  const { user } = useSession();
  const [asked, setAsked] = useState<Asked>();
  if (history.data === undefined) {
    return history.error === null ? <Skeleton width="70%" /> : <Problem error={history.error} onRetry={() => void history.refetch()} />;
  }
  const entries = history.data.pages.flatMap(({ data }) => data);
  const present = entries.find(({ edits }) => edits > 0);
  const props = (entry: HistoryEntry): EntryProps => ({
    entry,
    by: entry.userId === user.id ? 'you' : (entry.userName ?? 'an unknown user'),
    isPresent: entry === present,
    isActive: entry.version === activeVersion,
    onLook: (next) => {
      // A comparison has all that was typed just before; without the server there is none.
      void (openDraft.get()?.save() ?? Promise.resolve()).catch(() => undefined).then(() => onLook(next));
    },
    ...(mayWrite && { onRestore: () => setAsked({ kind: 'restore', entry }) }),
    ...(isAdmin && {
      onDescribe: () => setAsked({ kind: 'describe', entry }),
      onRollBack: () => onRollBack(entry.version ?? 0),
    }),
  });
  const close = (): void => setAsked(undefined);
  return (
    <>
      <ol className={styles['versions']} aria-label="Versions">
        {entries.map((entry) => (
          <li key={`${entry.kind} ${entry.to}`} data-current={isShown(entry, search) || undefined}>
            <Entry {...props(entry)} />
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button isPending={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
      {asked?.kind === 'restore' && (
        <RestoreDialog workflow={workflow} entry={asked.entry} onClose={close} onRestored={() => onLook({ tab: 'versions' })} />
      )}
      {asked?.kind === 'describe' && <DescribeDialog workflow={workflow} entry={asked.entry} onClose={close} />}
    </>
  );
}

function Entry(props: EntryProps): ReactNode {
  switch (props.entry.kind) {
    case 'deployed':
      return <VersionEntry {...props} />;
    case 'activated':
    case 'undeployed':
      return <StateEntry {...props} />;
    case 'edits':
    case 'replaced':
      return <ChangesEntry {...props} />;
  }
}

function isShown({ kind, version, to }: HistoryEntry, { v, r }: WorkflowViewSearch): boolean {
  return kind === 'deployed' ? v === version : r === to && (kind === 'edits' || kind === 'replaced');
}
