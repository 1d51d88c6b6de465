import type { ImportReport } from '@sluice/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { api } from '../../api/client.js';
import { tableChanged, type Table, type TablePlace } from '../../api/tables.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { bytesText } from '../../parts/show/amounts.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { readDelimited } from '../../table/delimited.js';
import styles from './table.module.css';

interface ImportDialogProps {
  readonly place: TablePlace;
  readonly table: Table;
  readonly onClose: () => void;
}

interface Chosen {
  readonly file: File;
  readonly heads: readonly string[];
}

const longestMs = 600_000;
const headBytes = 64 * 1024;

/** Checks a CSV file against the table first, and imports it when the person has seen the result. */
export function ImportDialog({ place, table, onClose }: ImportDialogProps): ReactNode {
  const { workspaceId, tableId } = place;
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const send = async (file: File, dryRun: boolean): Promise<ImportReport> =>
    (await api.tableCsv.import(tableId, file, { workspaceId, dryRun }, { timeoutMs: longestMs })).data;
  const check = useMutation({ mutationFn: (file: File) => send(file, true) });
  const run = useMutation({
    mutationFn: (file: File) => send(file, false),
    onSuccess: () => tableChanged(queries, place),
  });
  const choose = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (file === undefined) return;
    run.reset();
    const [heads = []] = readDelimited(await file.slice(0, headBytes).text(), ',');
    setChosen({ file, heads: heads.map((head) => head.trim()) });
    check.mutate(file);
  };
  const report = run.data ?? check.data;
  const isReady = check.data !== undefined && check.data.insertedCount > 0 && run.data === undefined;
  return (
    <Dialog title={`Import a CSV file into ${table.name}`} isOpen onClose={onClose}>
      <p className={styles['muted']}>
        The first line has the names of the columns. Nothing is imported before you have seen the result of the check.
      </p>
      <div className={styles['buttons']}>
        <FileTrigger acceptedFileTypes={['.csv', 'text/csv']} onSelect={(files) => void choose(files)}>
          <Button>{chosen === undefined ? 'Choose a file' : 'Choose another file'}</Button>
        </FileTrigger>
        {chosen !== undefined && (
          <span className={styles['muted']}>
            {chosen.file.name}, {bytesText(chosen.file.size)}
          </span>
        )}
      </div>
      {chosen !== undefined && <Heads heads={chosen.heads} table={table} />}
      <div role="status" className={styles['form']}>
        {check.isPending && <Note>The file is being checked.</Note>}
        {run.isPending && <Note>The file is being imported.</Note>}
        {report !== undefined && !run.isPending && <Report report={report} isDone={run.data !== undefined} />}
      </div>
      {(run.error ?? check.error) !== null && <Problem error={run.error ?? check.error} />}
      <DialogButtons>
        <Button onPress={onClose}>{run.data === undefined ? 'Cancel' : 'Close'}</Button>
        {run.data === undefined && (
          <Button
            look="primary"
            isDisabled={!isReady}
            isPending={run.isPending}
            onPress={() => {
              if (chosen !== undefined) run.mutate(chosen.file);
            }}
          >
            {isReady ? `Import ${rowsText(check.data.insertedCount)}` : 'Import'}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** Which columns of the file go where. */
function Heads({ heads, table }: { readonly heads: readonly string[]; readonly table: Table }): ReactNode {
  const { columns } = table.schema;
  const matched = heads.filter((head) => columns.some(({ name }) => name === head));
  const absent = columns.filter(({ name }) => !heads.includes(name)).map(({ name }) => name);
  return (
    <dl className={styles['heads']}>
      <dt>In file and table</dt>
      <dd>{matched.join(', ') || 'none'}</dd>
      {matched.length < heads.length && (
        <>
          <dt>In the file alone</dt>
          <dd>{heads.filter((head) => !matched.includes(head)).join(', ')}</dd>
        </>
      )}
      {absent.length > 0 && (
        <>
          <dt>Left empty</dt>
          <dd>{absent.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

const mostLines = 20;

function Report({ report, isDone }: { readonly report: ImportReport; readonly isDone: boolean }): ReactNode {
  const { insertedCount, refusedCount, refused, stopped } = report;
  return (
    <>
      <p>
        <strong>
          {rowsText(insertedCount)} {isDone ? 'imported' : 'fit'}
        </strong>
        {refusedCount > 0 && `, ${refusedCount.toLocaleString('en')} ${refusedCount === 1 ? 'line does' : 'lines do'} not fit`}
      </p>
      {refused.length > 0 && (
        <table className={styles['changes']}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, mostLines).map(({ line, problems }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{problems.map(({ message }) => message).join('. ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refusedCount > Math.min(mostLines, refused.length) && (
        <p className={styles['muted']}>and {(refusedCount - Math.min(mostLines, refused.length)).toLocaleString('en')} more</p>
      )}
      {stopped !== null && <Problem error={`The file was read up to line ${stopped.line}: ${stopped.message}`} />}
    </>
  );
}

function rowsText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
}
