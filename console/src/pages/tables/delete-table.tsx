import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { Table } from '../../api/tables.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';

interface DeleteTableProps {
  readonly workspaceId: string;
  readonly table: Table;
  readonly onClose: () => void;
}

export function DeleteTable({ workspaceId, table, onClose }: DeleteTableProps): ReactNode {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.tables.archive(table.id, {}, { workspaceId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.tables(workspaceId) });
      onClose();
    },
  });
  const { rowCount } = table;
  return (
    <Confirm
      title={`Delete the table ${table.name}?`}
      consequences={[
        `${rowCount.toLocaleString('en')} ${rowCount === 1 ? 'row is' : 'rows are'} no longer found, and deleted after 30 days`,
        'Workflows and triggers that use the table fail',
        'The name is free again',
      ]}
      action="Delete table"
      isDangerous
      isOpen
      isPending={remove.isPending}
      problem={remove.error !== null && <Problem error={remove.error} />}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
