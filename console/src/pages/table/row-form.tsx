import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { RowView, TableColumn } from '../../api/tables.js';
import { Button } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { cellOfText, textOfCell } from '../../table/cell-text.js';
import type { Cells, TableEdits } from './use-table-edits.js';
import styles from './table.module.css';

interface RowFormProps {
  readonly columns: readonly TableColumn[];
  /** Absent for a row to be added. */
  readonly row: RowView | undefined;
  readonly edits: TableEdits;
}

const empty = 'empty';

/** All cells of a row as fields. What the server refuses is shown at its field. The form of a new row begins again when it was added. */
export function RowForm({ columns, row, edits }: RowFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const isNew = row === undefined;
  const begin = (): void => form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  useEffect(() => {
    if (isNew) begin();
  }, [isNew]);
  const textOf = ({ name, type }: TableColumn): string => textOfCell(type, row?.data[name]);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const sent = useRef(texts);
  const changed = columns.filter((column) => texts[column.name] !== undefined && texts[column.name] !== textOf(column));
  const save = useMutation({
    mutationFn: async (cells: Cells) => void (await (row === undefined ? edits.insert([cells]) : edits.update(row.id, cells))),
    onSuccess: (_, cells) => {
      // What was typed meanwhile stays.
      const isSaved = ([name, text]: readonly [string, string]): boolean => Object.hasOwn(cells, name) && text === sent.current[name];
      setTexts((now) => Object.fromEntries(Object.entries(now).filter((entry) => !isSaved(entry))));
      if (isNew) begin();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = changed.map((column) => [column.name, cellOfText(column, texts[column.name] ?? '')] as const);
    const problems = read.flatMap(([name, each]) => ('problem' in each ? [[name, each.problem]] : []));
    setUnread(Object.fromEntries(problems));
    sent.current = texts;
    if (problems.length === 0) save.mutate(Object.fromEntries(read.flatMap(([name, each]) => ('cell' in each ? [[name, each.cell]] : []))));
  };
  const problemAt = (name: string): string | undefined =>
    unread[name] ?? problemOf(save.error, `data.${name}`) ?? problemOf(save.error, `rows.0.${name}`);
  const isPlaced = columns.some(({ name }) => problemAt(name) !== undefined);
  return (
    <form ref={form} className={styles['form']} onSubmit={submit}>
      {columns.map((column) => {
        const { name, type, required } = column;
        const value = texts[name] ?? textOf(column);
        const onChange = (text: string): void => setTexts({ ...texts, [name]: text });
        if (type === 'boolean') {
          return (
            <Select
              key={name}
              label={name}
              value={value === '' ? empty : value}
              options={[empty, 'true', 'false'].map((each) => ({ value: each, label: each }))}
              problem={problemAt(name)}
              onChange={(chosen) => onChange(chosen === empty ? '' : chosen)}
            />
          );
        }
        return (
          <TextField
            key={name}
            label={name}
            isOptional={!required}
            isLong={type === 'json' || value.length > 60}
            inputMode={type === 'number' ? 'decimal' : 'text'}
            value={value}
            problem={problemAt(name)}
            {...(type === 'date' && { help: 'Such as 2031-03-04, or 2031-03-04T05:06:07Z' })}
            onChange={onChange}
          />
        );
      })}
      {save.error !== null && !isPlaced && <Problem error={save.error} />}
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" isDisabled={row !== undefined && changed.length === 0} isPending={save.isPending}>
          {row === undefined ? 'Add row' : 'Save'}
        </Button>
        <span role="status" className={styles['muted']}>
          {save.isSuccess && changed.length === 0 ? (isNew ? 'Added' : 'Saved') : ''}
        </span>
      </div>
    </form>
  );
}
