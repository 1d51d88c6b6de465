import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { memberNamesQuery, versionsQuery, type VersionView } from '../../api/workflow.js';
import { IconButton } from '../../parts/controls/button.js';
import { Menu, type MenuEntry } from '../../parts/overlays/menu.js';
import { Time } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { Pill } from '../../parts/show/status-pill.js';
import type { WorkflowViewSearch } from './workflow-view-search.js';
import styles from './workflow.module.css';

interface VersionsListProps {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly search: WorkflowViewSearch;
  readonly onLook: (search: WorkflowViewSearch) => void;
  readonly onRollBack: (version: number) => void;
}

/** Who deployed what and when, for admins. */
export function VersionsList({ workspaceId, workflowId, search, onLook, onRollBack }: VersionsListProps): ReactNode {
  const versions = useQuery(versionsQuery(workflowId));
  const nameOf = useNames(workspaceId);
  if (versions.error !== null) return <Problem error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data === undefined) return <Skeleton width="70%" />;
  if (versions.data.length === 0) {
    return <p className={styles['muted']}>Not deployed yet. A deployment makes a version of the draft, which runs use.</p>;
  }
  const before = (version: number): number | undefined => versions.data.find((each) => each.version < version)?.version;
  return (
    <ol className={styles['versions']} aria-label="Versions">
      {versions.data.map((each) => {
        const { version, isActive } = each;
        const previous = before(version);
        const entries: readonly MenuEntry[] = [
          { id: 'show', label: 'Show on the canvas', onChoose: () => onLook({ v: version, tab: 'versions' }) },
          { id: 'draft', label: 'Compare the draft with it', onChoose: () => onLook({ with: version }) },
          ...(previous === undefined
            ? []
            : [{ id: 'previous', label: `Compare it with v${previous}`, onChoose: () => onLook({ v: version, with: previous }) }]),
          ...(!isActive ? [{ id: 'rollBack', label: 'Roll back to it…', onChoose: () => onRollBack(version) }] : []),
        ];
        return (
          <li key={version} data-current={search.v === version || undefined}>
            <Version version={each} by={nameOf(each.deployedBy)} entries={entries} onShow={() => onLook({ v: version, tab: 'versions' })} />
          </li>
        );
      })}
    </ol>
  );
}

interface VersionProps {
  readonly version: VersionView;
  readonly by: string;
  readonly entries: readonly MenuEntry[];
  readonly onShow: () => void;
}

function Version({ version: { version, name, description, deployedAt, isActive }, by, entries, onShow }: VersionProps): ReactNode {
  return (
    <>
      <div className={styles['version-head']}>
        <button type="button" className={styles['number']} aria-label={`Show v${version} on the canvas`} onClick={onShow}>
          v{version}
        </button>
        {name !== null && <span dir="auto">{name}</span>}
        {isActive && (
          <Pill tone="good" icon={<CircleCheck size={12} strokeWidth={2} aria-hidden />}>
            Active
          </Pill>
        )}
        <span className={styles['version-menu']}>
          <Menu
            label={`Actions of v${version}`}
            placement="bottom end"
            button={
              <IconButton label={`Actions of v${version}`}>
                <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            }
            entries={entries}
          />
        </span>
      </div>
      {description !== null && <p dir="auto">{description}</p>}
      <p className={styles['muted']}>
        <Time at={deployedAt} /> by {by}
      </p>
    </>
  );
}

/** The list is for admins, who may read who else is in the workspace. */
function useNames(workspaceId: string): (userId: string) => string {
  const { user } = useSession();
  const names = useQuery(memberNamesQuery(workspaceId));
  return (userId) => {
    if (userId === user.id) return 'you';
    return names.data?.get(userId) ?? (names.isSuccess ? 'a former member' : 'another member');
  };
}
