import type { ImportReport } from '@sluice/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { counted } from '../../parts/show/counted.js';
import { Note, Problem, problemOf } from '../../parts/show/problem.js';
import { endOfFirstRecord, readDelimited } from '../../table/delimited.js';
import { cleanName, guessColumns, type ColumnDraft } from '../../table/guess-columns.js';
import styles from './tables.module.css';

interface NewTableProps {
  readonly workspaceId: string;
  /** A CSV file whose rows become the table. */
  readonly file?: File;
  readonly onCreated: (tableId: string) => void;
  readonly onClose: () => void;
}

interface Draft extends ColumnDraft {
  readonly required?: boolean;
  readonly unique?: boolean;
}

const types = ['string', 'number', 'boolean', 'date', 'json'] as const;
const longestMs = 600_000;
const sampleBytes = 64 * 1024;

/** Asks for the name and the columns of a table; those of a CSV file are proposed. */
export function NewTable({ workspaceId, file, onCreated, onClose }: NewTableProps): ReactNode {
  const proposed = useQuery({
    queryKey: ['file', file?.name, file?.size, file?.lastModified],
    queryFn: async () => (file === undefined ? [{ name: '', type: 'string' as const }] : guessColumns(await sampleOf(file))),
    staleTime: Infinity,
  });
  if (proposed.error !== null)
    return (
      <Dialog title={`New table from ${file?.name ?? ''}`} isOpen onClose={onClose}>
        <Problem error={proposed.error} onRetry={() => void proposed.refetch()} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
        </DialogButtons>
      </Dialog>
    );
  if (proposed.data === undefined) return null;
  const name = file === undefined ? '' : cleanName(file.name.replace(/\.[^.]*$/, ''), 0);
  return <TableForm workspaceId={workspaceId} file={file} name={name} columns={proposed.data} onCreated={onCreated} onClose={onClose} />;
}

interface TableFormProps extends Omit<NewTableProps, 'file'> {
  readonly file: File | undefined;
  readonly name: string;
  readonly columns: readonly Draft[];
}

function TableForm({ workspaceId, file, name: proposed, columns: drafts, onCreated, onClose }: TableFormProps): ReactNode {
  const queries = useQueryClient();
  const [name, setName] = useState(proposed);
  const [columns, setColumns] = useState(drafts);
  const [isGrown, setIsGrown] = useState(false);
  const created = useRef<string>(undefined);
  const create = useMutation({
    mutationFn: async (): Promise<ImportReport | undefined> => {
      // The second attempt continues with the table of the first one.
      created.current ??= (await api.tables.create({ workspaceId, name, schema: { columns } })).data.table.id;
      if (file === undefined) return undefined;
      const content = await withHeads(file, columns);
      return (await api.tableCsv.import(created.current, content, { workspaceId }, { timeoutMs: longestMs })).data;
    },
    onSuccess: async (report) => {
      await queries.invalidateQueries({ queryKey: keys.tables(workspaceId) });
      const isWhole = report === undefined || (report.refusedCount === 0 && report.stopped === null);
      if (created.current !== undefined && isWhole) onCreated(created.current);
    },
  });
  const set = (index: number, next: Draft): void => setColumns(columns.with(index, next));
  const addColumn = (): void => {
    setColumns([...columns, { name: '', type: 'string' }]);
    setIsGrown(true);
  };
  const report = create.data;
  if (report !== undefined && created.current !== undefined) {
    return <Partly report={report} onOpen={() => onCreated(created.current ?? '')} />;
  }
  const problemAt = (index: number, field: string): string | undefined => problemOf(create.error, `schema.columns.${index}.${field}`);
  return (
    <FormDialog
      title={file === undefined ? 'New table' : `New table from ${file.name}`}
      action={file === undefined ? 'Create table' : 'Create and import'}
      isPending={create.isPending}
      error={create.error}
      fields={['name', ...columns.map((_, index) => `schema.columns.${index}.name`)]}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        problem={problemOf(create.error, 'name')}
        help="Letters, digits and underscores"
        isDisabled={created.current !== undefined}
        autoFocus
      />
      <div className={styles['columns']}>
        {columns.map((column, index) => (
          <fieldset key={index} className={styles['column']}>
            <legend>Column {index + 1}</legend>
            <TextField
              label="Name"
              value={column.name}
              onChange={(text) => set(index, { ...column, name: text })}
              problem={problemAt(index, 'name')}
              autoFocus={isGrown}
            />
            <Select
              label="Type"
              value={column.type}
              options={types.map((value) => ({ value, label: value }))}
              onChange={(type) => set(index, { ...column, type })}
            />
            <div className={styles['rules']}>
              <Checkbox isSelected={column.required ?? false} onChange={(required) => set(index, { ...column, required })}>
                Required
              </Checkbox>
              <Checkbox isSelected={column.unique ?? false} onChange={(unique) => set(index, { ...column, unique })}>
                Unique
              </Checkbox>
            </div>
            {file === undefined && columns.length > 1 && (
              <IconButton label={`Remove column ${index + 1}`} onPress={() => setColumns(columns.toSpliced(index, 1))}>
                <X size={14} strokeWidth={1.5} aria-hidden />
              </IconButton>
            )}
          </fieldset>
        ))}
      </div>
      {file === undefined && (
        <div>
          <Button look="quiet" onPress={addColumn}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            Add a column
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

const mostLines = 10;

/** Some lines of the file did not fit, or its rest could not be read. */
function Partly({ report, onOpen }: { readonly report: ImportReport; readonly onOpen: () => void }): ReactNode {
  const { insertedCount, refusedCount, refused, stopped } = report;
  return (
    <Dialog title="The table was created" isOpen onClose={onOpen}>
      <Note>
        {counted(insertedCount, 'row was imported.', 'rows were imported.')}
        {refusedCount > 0 && ` ${counted(refusedCount, 'line of the file does not fit.', 'lines of the file do not fit.')}`}
        {stopped !== null && ` The file was not read from line ${stopped.line} on: ${stopped.message}`}
      </Note>
      <ul className={styles['refused']}>
        {refused.slice(0, mostLines).map(({ line, problems }) => (
          <li key={line}>
            Line {line}: {problems.map(({ message }) => message).join('. ')}
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button look="primary" onPress={onOpen}>
          Open table
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The first records, without the last one, which the sample may cut. */
async function sampleOf(file: File): Promise<ReturnType<typeof readDelimited>> {
  const records = readDelimited(await file.slice(0, sampleBytes).text(), ',');
  return file.size > sampleBytes && records.length > 2 ? records.slice(0, -1) : records;
}

/** The same file under the names of the columns of the table. */
async function withHeads(file: File, columns: readonly Draft[]): Promise<Blob> {
  // One character for each byte, whatever the bytes mean: what ends a record is one byte.
  const head = new TextDecoder('windows-1252').decode(await file.slice(0, sampleBytes).arrayBuffer());
  return new Blob([`${columns.map(({ name }) => name).join(',')}\n`, file.slice(endOfFirstRecord(head))], { type: 'text/csv' });
}
