import { Plus, X } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { TableColumn } from '../../api/tables.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { Note } from '../../parts/show/problem.js';
import { operatorsFor, type Condition } from '../../table/conditions.js';
import styles from './table.module.css';

interface FilterDialogProps {
  readonly columns: readonly TableColumn[];
  readonly conditions: readonly Condition[];
  /** Whether the address has a filter that the builder cannot show. */
  readonly isOther: boolean;
  readonly onChange: (conditions: readonly Condition[]) => void;
  readonly onClose: () => void;
}

/** Conditions, all of which must hold. */
export function FilterDialog({ columns, conditions, isOther, onChange, onClose }: FilterDialogProps): ReactNode {
  const first = firstFor(columns[0]);
  const [values, setValues] = useState<readonly Condition[]>(conditions.length > 0 ? conditions : [first]);
  const set = (index: number, next: Condition): void => setValues(values.with(index, next));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChange(values);
    onClose();
  };
  return (
    <Dialog title="Filter rows" isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        {isOther && <Note>The filter of this address was written by hand. These conditions replace it.</Note>}
        {values.map((condition, index) => (
          <fieldset key={index} className={styles['condition']}>
            <legend>{index === 0 ? 'Rows where' : 'and'}</legend>
            <ConditionFields columns={columns} condition={condition} onChange={(next) => set(index, next)} />
            <IconButton label={`Remove condition ${index + 1}`} onPress={() => setValues(values.toSpliced(index, 1))}>
              <X size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </fieldset>
        ))}
        <div>
          <Button look="quiet" onPress={() => setValues([...values, first])}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            Add a condition
          </Button>
        </div>
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Filter
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface ConditionFieldsProps {
  readonly columns: readonly TableColumn[];
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

function ConditionFields({ columns, condition, onChange }: ConditionFieldsProps): ReactNode {
  const type = columns.find(({ name }) => name === condition.column)?.type ?? 'string';
  const operators = operatorsFor(type);
  const takesValue = operators.find(({ id }) => id === condition.operator)?.takesValue ?? false;
  return (
    <>
      <Select
        label="Column"
        value={condition.column}
        options={columns.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => onChange(firstFor(columns.find((column) => column.name === name)))}
      />
      <Select
        label="Condition"
        value={condition.operator}
        options={operators.map(({ id, label }) => ({ value: id, label }))}
        onChange={(operator) => onChange({ ...condition, operator })}
      />
      {takesValue && type === 'boolean' && (
        <Select
          label="Value"
          value={condition.text === '' ? null : condition.text}
          options={['true', 'false'].map((value) => ({ value, label: value }))}
          onChange={(text) => onChange({ ...condition, text })}
        />
      )}
      {takesValue && type !== 'boolean' && (
        <TextField
          label="Value"
          value={condition.text}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          {...(type === 'date' && { placeholder: '2031-03-04' })}
          onChange={(text) => onChange({ ...condition, text })}
        />
      )}
    </>
  );
}

function firstFor(column: TableColumn | undefined): Condition {
  return { column: column?.name ?? '', operator: operatorsFor(column?.type ?? 'string')[0]?.id ?? 'given', text: '' };
}
