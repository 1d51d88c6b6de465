import { Link } from '@tanstack/react-router';
import { Folder, FolderOpen, FolderPlus, Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import type { FolderRow } from './folder-tree.js';
import type { WorkflowSearch } from './workflow-search.js';
import styles from './workflows.module.css';

interface FoldersProps {
  readonly workspaceId: string;
  readonly rows: readonly FolderRow[];
  readonly search: WorkflowSearch;
  /** Absent while the workflows are read. */
  readonly counts: ReadonlyMap<string | null, number> | undefined;
  /** Absent: the person may not create folders. */
  readonly onNew?: (() => void) | undefined;
  readonly onChoose: (folderId: string | undefined) => void;
}

const all = 'all';
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The folders as links beside the list; on small screens as a choice above it. */
export function Folders({ workspaceId, rows, search, counts, onNew, onChoose }: FoldersProps): ReactNode {
  const { folder, ...others } = search;
  return (
    <>
      <nav aria-label="Folders" className={styles['folders']}>
        <div className={styles['folders-head']}>
          <h2>Folders</h2>
          {onNew !== undefined && (
            <IconButton label="New folder" onPress={onNew}>
              <FolderPlus size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
        </div>
        <ul>
          <li>
            <Link
              to="/workspace/$workspaceId/w"
              params={{ workspaceId }}
              search={others}
              className={styles['folder'] ?? ''}
              aria-current={folder === undefined ? 'page' : undefined}
              data-current={folder === undefined || undefined}
            >
              <Layers {...icon} />
              <span>All workflows</span>
              <span className={styles['count']}>{counts?.get(null)}</span>
            </Link>
          </li>
          {rows.map(({ id, name, path, depth }) => (
            <li key={id}>
              <Link
                to="/workspace/$workspaceId/w"
                params={{ workspaceId }}
                search={{ ...others, folder: id }}
                className={styles['folder'] ?? ''}
                style={{ paddingLeft: 8 + depth * 16 }}
                title={path}
                aria-current={folder === id ? 'page' : undefined}
                data-current={folder === id || undefined}
              >
                {folder === id ? <FolderOpen {...icon} /> : <Folder {...icon} />}
                <span dir="auto">{name}</span>
                <span className={styles['count']}>{counts && (counts.get(id) ?? 0)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['folder-choice']}>
        <Select
          label="Folder"
          value={folder ?? all}
          options={[{ value: all, label: 'All workflows' }, ...rows.map(({ id, path }) => ({ value: id, label: path }))]}
          onChange={(id) => onChoose(id === all ? undefined : id)}
        />
      </div>
    </>
  );
}
