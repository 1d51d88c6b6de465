import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { foldersQuery } from '../../api/workflow-list.js';
import { Select } from '../../parts/controls/select.js';
import { folderRows } from './folder-tree.js';

interface FolderSelectProps {
  readonly workspaceId: string;
  readonly label: string;
  /** Null is the root. */
  readonly value: string | null;
  /** Folders that cannot be chosen. */
  readonly without?: ReadonlySet<string>;
  readonly onChange: (folderId: string | null) => void;
}

const root = 'root';

export function FolderSelect({ workspaceId, label, value, without = new Set(), onChange }: FolderSelectProps): ReactNode {
  const folders = useQuery(foldersQuery(workspaceId));
  const rows = folderRows(folders.data ?? []).filter(({ id }) => !without.has(id));
  return (
    <Select
      label={label}
      value={value ?? root}
      options={[{ value: root, label: 'No folder' }, ...rows.map(({ id, path }) => ({ value: id, label: path }))]}
      onChange={(id) => onChange(id === root ? null : id)}
    />
  );
}
