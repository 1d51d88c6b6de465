import { useVirtualizer } from '@tanstack/react-virtual';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListedWorkflow } from '../../api/workflow-list.js';
import { IconButton } from '../../parts/controls/button.js';
import { joinClasses } from '../../parts/join-classes.js';
import { Menu } from '../../parts/overlays/menu.js';
import { Time } from '../../parts/show/amount.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { Pill, StatusPill } from '../../parts/show/status-pill.js';
import { useRowKeys } from '../runs/use-row-keys.js';
import { actionEntries, type WorkflowAction } from './workflow-actions.js';
import styles from './workflows.module.css';

interface WorkflowsTableProps {
  readonly workspaceId: string;
  readonly workflows: readonly ListedWorkflow[];
  readonly isLoading: boolean;
  readonly permission: 'read' | 'write' | 'admin' | undefined;
  readonly pathOf: (folderId: string | null) => string | undefined;
  readonly figuresOf: (workflowId: string) => { readonly started: number; readonly failed: number } | undefined;
  readonly onOpen: (workflowId: string) => void;
  readonly onAction: (workflow: ListedWorkflow, action: WorkflowAction) => void;
}

const headings = ['Name', 'State', 'Last run', 'Runs, 24 h', 'Failed, 24 h', 'Changed', ''] as const;
const numeric = new Set<string>(['Runs, 24 h', 'Failed, 24 h']);

export function WorkflowsTable({ workflows, isLoading, onOpen, ...common }: WorkflowsTableProps): ReactNode {
  const scroll = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const height = matchMedia('(max-width: 720px)').matches ? 60 : matchMedia('(pointer: coarse)').matches ? 36 : 32;
  const rows = useVirtualizer({
    count: workflows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 12,
  });
  useEffect(() => rows.measure(), [height, rows]);
  useRowKeys({
    ids: workflows.map(({ id }) => id),
    current,
    onMove: (id, index) => {
      setCurrent(id);
      rows.scrollToIndex(index);
    },
    onOpen,
  });
  return (
    <div ref={scroll} className={styles['scroll']}>
      <div role="table" aria-label="Workflows" aria-rowcount={workflows.length + 1} aria-busy={isLoading} className={styles['table']}>
        <div role="rowgroup">
          <div role="row" className={styles['head']}>
            {headings.map((name) => (
              <span key={name} role="columnheader" className={joinClasses(numeric.has(name) && styles['number'])}>
                {name === '' ? <span className={styles['unseen']}>Actions</span> : name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: isLoading ? undefined : rows.getTotalSize() }}>
          {isLoading && Array.from({ length: 10 }, (_, index) => <LoadingRow key={index} />)}
          {rows.getVirtualItems().map(({ index, start }) => {
            const workflow = workflows[index];
            if (workflow === undefined) return null;
            return (
              <Row key={workflow.id} workflow={workflow} index={index} start={start} isCurrent={workflow.id === current} {...common} />
            );
          })}
        </div>
      </div>
      <p role="status" className={styles['unseen']}>
        {isLoading ? 'Loading workflows' : `${workflows.length} ${workflows.length === 1 ? 'workflow' : 'workflows'}`}
      </p>
    </div>
  );
}

interface RowProps extends Omit<WorkflowsTableProps, 'workflows' | 'isLoading' | 'onOpen'> {
  readonly workflow: ListedWorkflow;
  readonly index: number;
  readonly start: number;
  readonly isCurrent: boolean;
}

function Row({ workspaceId, workflow, index, start, isCurrent, permission, pathOf, figuresOf, onAction }: RowProps): ReactNode {
  const { id, name, activeVersion, lastRunAt, lastRunStatus, updatedAt, folderId } = workflow;
  const figures = figuresOf(id);
  const path = pathOf(folderId);
  const entries = actionEntries(workflow, permission, (action) => onAction(workflow, action));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles['row']}
      style={{ position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}
      data-current={isCurrent || undefined}
    >
      <span role="cell" className={joinClasses(styles['name'], styles['cell-name'])}>
        <Link
          to="/workspace/$workspaceId/w/$workflowId"
          params={{ workspaceId, workflowId: id }}
          className={styles['link'] ?? ''}
          dir="auto"
        >
          {name}
        </Link>
        {path !== undefined && (
          <span className={styles['path']} dir="auto">
            {path}
          </span>
        )}
      </span>
      <span role="cell" className={styles['cell-state']}>
        <StatePill version={activeVersion} />
      </span>
      <span role="cell" className={joinClasses(styles['muted'], styles['cell-last'])}>
        {lastRunAt === null ? (
          'Never'
        ) : (
          <>
            {lastRunStatus !== null && <StatusPill status={lastRunStatus} />} <Time at={lastRunAt} />
          </>
        )}
      </span>
      <span role="cell" className={joinClasses(styles['number'], styles['cell-runs'])}>
        <Figure count={figures?.started} workspaceId={workspaceId} search={{ workflow: id, since: '24h' }} what="run" of={name} />
      </span>
      <span role="cell" className={joinClasses(styles['number'], styles['cell-failed'])} data-bad={(figures?.failed ?? 0) > 0 || undefined}>
        <Figure
          count={figures?.failed}
          workspaceId={workspaceId}
          search={{ workflow: id, since: '24h', level: 'error' }}
          what="failed run"
          of={name}
        />
      </span>
      <span role="cell" className={joinClasses(styles['muted'], styles['cell-changed'])}>
        <Time at={updatedAt} />
      </span>
      <span role="cell" className={styles['cell-menu']}>
        {entries.length > 0 && (
          <Menu
            label={`Actions of ${name}`}
            placement="bottom end"
            button={
              <IconButton label={`Actions of ${name}`}>
                <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            }
            entries={entries}
          />
        )}
      </span>
    </div>
  );
}

interface FigureProps {
  readonly count: number | undefined;
  readonly workspaceId: string;
  readonly search: Readonly<Record<string, string>>;
  /** One of them, in words. */
  readonly what: string;
  /** Name of their workflow. */
  readonly of: string;
}

/** A number of runs, which leads to them. */
function Figure({ count = 0, workspaceId, search, what, of: name }: FigureProps): ReactNode {
  if (count === 0) return <span className={styles['muted']}>0</span>;
  const text = count.toLocaleString('en');
  return (
    <Link
      to="/workspace/$workspaceId/logs"
      params={{ workspaceId }}
      search={search}
      className={styles['link'] ?? ''}
      aria-label={`${text} ${what}${count === 1 ? '' : 's'} of ${name}`}
    >
      {text}
    </Link>
  );
}

/** Which version is active, if any. */
export function StatePill({ version }: { readonly version: number | null }): ReactNode {
  return version !== null ? (
    <Pill tone="good" icon={<CircleCheck size={12} strokeWidth={2} aria-hidden />}>
      Deployed <span className={styles['version']}>v{version}</span>
    </Pill>
  ) : (
    <Pill tone="plain" icon={<CircleDashed size={12} strokeWidth={2} aria-hidden />}>
      Draft
    </Pill>
  );
}

function LoadingRow(): ReactNode {
  return (
    <div className={styles['row']} aria-hidden>
      {['55%', '64px', '56px', '24px', '24px', '56px', '16px'].map((width, index) => (
        <Skeleton key={`${index}${width}`} width={width} />
      ))}
    </div>
  );
}
