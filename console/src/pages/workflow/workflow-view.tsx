import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { findBlock, type WorkflowDocument } from '../../../../src/document/document.js';
import { useMayWrite } from '../../api/session.js';
import { documentQuery, type WorkflowDetail } from '../../api/workflow.js';
import { Canvas } from '../../canvas/canvas.js';
import { lazyPart } from '../../parts/lazy-part.js';
import { Button } from '../../parts/controls/button.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { isMissing } from '../../parts/show/read-problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { Tabs } from '../../parts/show/tabs.js';
import { documentChanges } from '../../versions/document-changes.js';
import { BlockInspector } from './block-inspector.js';
import { ChangesView, statesOf } from './changes-view.js';
import { Timeline } from './timeline/timeline.js';
import type { PlaceChange, WorkflowViewSearch } from './workflow-view-search.js';
import styles from './workflow.module.css';

interface WorkflowViewProps {
  readonly workflow: WorkflowDetail;
  readonly search: WorkflowViewSearch;
  readonly onLook: (search: WorkflowViewSearch | ((now: WorkflowViewSearch) => WorkflowViewSearch)) => void;
  /** The run of the address is not shown any more. */
  readonly onLeaveRun: () => void;
  readonly onRollBack: (version: number) => void;
}

const Editor = lazyPart(
  async () => (await import('../../editor/editor.js')).Editor,
  (_, failure) => <div className={styles['notice']}>{failure ?? <Skeleton width="40%" />}</div>,
);

/** The draft in the editor; or a version, or what differs between two. */
export function WorkflowView(props: WorkflowViewProps): ReactNode {
  const { workflow, search, onLook, onLeaveRun, onRollBack } = props;
  const mayWrite = useMayWrite(workflow.workspaceId);
  if ([search.v, search.r, search.with, search.withR].some((each) => each !== undefined)) return <VersionView {...props} />;
  const versions = <Timeline workflow={workflow} search={search} onLook={onLook} onRollBack={onRollBack} />;
  return (
    <Editor
      workflow={workflow}
      isReadOnly={!mayWrite}
      place={search}
      onLeaveRun={onLeaveRun}
      onLook={(change) => onLook((now) => defined({ ...now, ...change }))}
      tabs={[{ id: 'versions', label: 'Versions', content: versions }]}
    />
  );
}

function defined(search: PlaceChange): WorkflowViewSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The draft, a revision or a version on the canvas, and beside it the selected block, the timeline or what differs. */
function VersionView({ workflow, search, onLook, onRollBack }: WorkflowViewProps): ReactNode {
  const { id } = workflow;
  const isComparing = search.with !== undefined || search.withR !== undefined;
  const shown = useQuery(documentQuery(id, search.v, search.r));
  const other = useQuery({ ...documentQuery(id, search.with, search.withR), enabled: isComparing });
  const changes = useMemo(
    () => (isComparing && shown.data !== undefined && other.data !== undefined ? documentChanges(other.data, shown.data) : undefined),
    [isComparing, shown.data, other.data],
  );
  const states = useMemo(() => (changes === undefined ? undefined : statesOf(changes)), [changes]);
  const selected = shown.data === undefined || search.block === undefined ? undefined : findBlock(shown.data.blocks, search.block);
  const { block: _block, tab: _tab, ...place } = search;
  const select = (block: string | undefined): void => onLook({ ...place, ...(block !== undefined && { block, tab: 'block' }) });
  const usual = isComparing ? 'changes' : selected === undefined ? 'versions' : 'block';
  const tabs = [
    {
      id: 'block',
      label: 'Block',
      content:
        selected === undefined || shown.data === undefined ? (
          <p className={styles['muted']}>Select a block to see its fields.</p>
        ) : (
          <BlockInspector key={selected.id} block={selected} document={shown.data} />
        ),
    },
    {
      id: 'versions',
      label: 'Versions',
      content: <Timeline workflow={workflow} search={search} onLook={onLook} onRollBack={onRollBack} />,
    },
    ...(isComparing
      ? [
          {
            id: 'changes',
            label: 'Changes',
            count: changes === undefined ? undefined : changes.blocks.length,
            content: changes === undefined ? <Skeleton width="60%" /> : <ChangesView changes={changes} onSelect={select} />,
          },
        ]
      : []),
  ];
  const tab = tabs.some((each) => each.id === search.tab) ? (search.tab ?? usual) : usual;
  const error = shown.error ?? other.error;
  return (
    <div className={styles['split']}>
      <div className={styles['stage']}>
        <Heading search={search} onLook={onLook} />
        {error === null ? (
          <Drawing name={nameOf(search.v, search.r)} document={shown.data} states={states} selected={selected?.id} onSelect={select} />
        ) : isMissing(error) ? (
          <EmptyState title="There is no such version">
            <p>Choose another one in the list.</p>
          </EmptyState>
        ) : (
          <div className={styles['notice']}>
            <Problem error={error} onRetry={() => void Promise.all([shown.refetch(), isComparing && other.refetch()])} />
          </div>
        )}
      </div>
      <aside className={styles['panel']} aria-label="About the workflow">
        <Tabs
          label="About the workflow"
          selected={tab}
          onSelect={(next) => onLook({ ...place, ...(search.block !== undefined && { block: search.block }), tab: next })}
          tabs={tabs}
        />
      </aside>
    </div>
  );
}

function nameOf(version: number | undefined, revision: number | undefined): string {
  if (version !== undefined) return `Version ${version}`;
  return revision === undefined ? 'Draft' : `Revision ${revision}`;
}

/** Says what is on the canvas. */
function Heading({ search, onLook }: Pick<WorkflowViewProps, 'search' | 'onLook'>): ReactNode {
  const isComparing = search.with !== undefined || search.withR !== undefined;
  const other = isComparing ? `, compared with ${nameOf(search.with, search.withR).toLowerCase()}` : '';
  return (
    <div className={styles['heading']} role="status">
      <span>
        {nameOf(search.v, search.r)}
        {other}
      </span>
      <Button onPress={() => onLook({ tab: 'versions' })}>Back to the draft</Button>
    </div>
  );
}

interface DrawingProps {
  readonly name: string;
  readonly document: WorkflowDocument | undefined;
  readonly states: ReturnType<typeof statesOf> | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (blockId: string | undefined) => void;
}

function Drawing({ name, document, states, selected, onSelect }: DrawingProps): ReactNode {
  if (document === undefined) {
    return (
      <div className={styles['notice']}>
        <Skeleton width="40%" />
      </div>
    );
  }
  if (Object.keys(document.blocks).length === 0) {
    return (
      <EmptyState title={`${name === 'Draft' ? 'The draft' : name} has no block yet`}>
        <p>Import a document as a new workflow, or save one here with the API:</p>
        <p>
          <code>PUT /api/v1/workflows/&lt;id&gt;/state</code>
        </p>
      </EmptyState>
    );
  }
  return <Canvas label={name} document={document} {...(states && { states })} selected={selected} onSelect={onSelect} />;
}
