import { CircleCheck, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HistoryEntry } from '../../../api/draft-history.js';
import { IconButton } from '../../../parts/controls/button.js';
import { Menu, type MenuEntry } from '../../../parts/overlays/menu.js';
import { Time } from '../../../parts/show/amount.js';
import { Pill } from '../../../parts/show/status-pill.js';
import type { WorkflowViewSearch } from '../workflow-view-search.js';
import { changesTitle } from './changes-title.js';
import styles from '../workflow.module.css';

export interface EntryProps {
  readonly entry: HistoryEntry;
  /** Who has done it. */
  readonly by: string;
  /** Whether the draft is as it was then. */
  readonly isPresent: boolean;
  /** Whether new runs use the version. */
  readonly isActive: boolean;
  readonly onLook: (search: WorkflowViewSearch) => void;
  /** Absent for those who may not. */
  readonly onRestore?: () => void;
  readonly onDescribe?: () => void;
  readonly onRollBack?: () => void;
}

/** A deployment. */
export function VersionEntry({ entry, by, isActive, onLook, onDescribe, onRollBack }: EntryProps): ReactNode {
  const { labels, description, endedAt } = entry;
  const version = entry.version ?? 0;
  const [name] = labels;
  const show = (): void => onLook({ v: version, tab: 'versions' });
  const entries: readonly MenuEntry[] = [
    { id: 'show', label: 'Show on the canvas', onChoose: show },
    { id: 'draft', label: 'Compare the draft with it', onChoose: () => onLook({ with: version }) },
    ...(version > 1
      ? [{ id: 'previous', label: `Compare it with v${version - 1}`, onChoose: () => onLook({ v: version, with: version - 1 }) }]
      : []),
    ...(onDescribe === undefined ? [] : [{ id: 'describe', label: 'Name and comment…', onChoose: onDescribe }]),
    ...(onRollBack === undefined || isActive ? [] : [{ id: 'rollBack', label: 'Roll back to it…', onChoose: onRollBack }]),
  ];
  return (
    <>
      <div className={styles['version-head']}>
        <button type="button" className={styles['number']} aria-label={`Show v${version} on the canvas`} onClick={show}>
          v{version}
        </button>
        {name !== undefined && <span dir="auto">{name}</span>}
        {isActive && (
          <Pill tone="good" icon={<CircleCheck size={12} strokeWidth={2} aria-hidden />}>
            Active
          </Pill>
        )}
        <Actions label={`Actions of v${version}`} entries={entries} />
      </div>
      {description !== null && <p dir="auto">{description}</p>}
      <p className={styles['muted']}>
        Deployed <Time at={endedAt} /> by {by}
      </p>
    </>
  );
}

/** A roll back, or the end of a deployment. */
export function StateEntry({ entry: { version, endedAt }, by }: EntryProps): ReactNode {
  return (
    <p className={styles['muted']}>
      {version === null ? 'Undeployed' : `Rolled back to v${version}`} <Time at={endedAt} /> by {by}
    </p>
  );
}

/** Changes of the draft, which made revisions. */
export function ChangesEntry({ entry, by, isPresent, onLook, onRestore }: EntryProps): ReactNode {
  const { from, to, endedAt } = entry;
  const entries: readonly MenuEntry[] = [
    ...(isPresent ? [] : [{ id: 'show', label: 'Show on the canvas', onChoose: () => onLook({ r: to, tab: 'versions' }) }]),
    ...(from < 1 ? [] : [{ id: 'changes', label: 'Show what changed', onChoose: () => onLook({ r: to, withR: from }) }]),
    ...(isPresent ? [] : [{ id: 'draft', label: 'Compare the draft with it', onChoose: () => onLook({ withR: to }) }]),
    ...(isPresent || onRestore === undefined ? [] : [{ id: 'restore', label: 'Restore it…', onChoose: onRestore }]),
  ];
  return (
    <>
      <div className={styles['version-head']}>
        <span dir="auto">{changesTitle(entry)}</span>
        {isPresent && <Pill tone="plain">Draft</Pill>}
        {entries.length > 0 && <Actions label={`Actions of revision ${to}`} entries={entries} />}
      </div>
      <p className={styles['muted']}>
        Revision {to}, <Time at={endedAt} /> by {by}
      </p>
    </>
  );
}

function Actions({ label, entries }: { readonly label: string; readonly entries: readonly MenuEntry[] }): ReactNode {
  return (
    <span className={styles['version-menu']}>
      <Menu
        label={label}
        placement="bottom end"
        button={
          <IconButton label={label}>
            <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        }
        entries={entries}
      />
    </span>
  );
}
