import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { filtersFrom, searchOf, triggers, type RunFilters } from './run-filters.js';
import styles from './runs.module.css';

interface FilterDialogProps {
  readonly filters: RunFilters;
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (filters: RunFilters) => void;
  readonly onClose: () => void;
}

const any = 'any';

/** All filters that need more than a click. */
export function FilterDialog({ filters, workflows, onChange, onClose }: FilterDialogProps): ReactNode {
  const shown = {
    ...(filters.from && { from: localField(filters.from) }),
    ...(filters.to && { to: localField(filters.to) }),
  };
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ ...searchOf(filters), ...shown });
  const field = (name: string): { readonly value: string; readonly onChange: (value: string) => void } => ({
    value: values[name] ?? '',
    onChange: (value) => setValues({ ...values, [name]: value === any ? '' : value }),
  });
  const choice = (name: string): { readonly value: string; readonly onChange: (value: string) => void } => ({
    ...field(name),
    value: values[name] === undefined || values[name] === '' ? any : values[name],
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isTimed = values['from'] || values['to'];
    // Fields have minutes. A time that was not changed keeps its seconds.
    const kept = { ...(values['from'] === shown.from && { from: filters.from }), ...(values['to'] === shown.to && { to: filters.to }) };
    onChange(filtersFrom({ ...values, ...kept, ...(isTimed ? { since: undefined } : {}) }));
    onClose();
  };
  return (
    <Dialog title="Filter runs" isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <Select
          label="Workflow"
          options={[{ value: any, label: 'Any workflow' }, ...workflows.map(({ id, name }) => ({ value: id, label: name }))]}
          {...choice('workflow')}
        />
        <Select
          label="Started by"
          options={[{ value: any, label: 'Any trigger' }, ...triggers.map((value) => ({ value, label: value }))]}
          {...choice('trigger')}
        />
        <div className={styles['pair']}>
          <TextField label="From" type="datetime-local" {...field('from')} />
          <TextField label="Until" type="datetime-local" {...field('to')} />
          <TextField label="At least, in ms" inputMode="numeric" {...field('minMs')} />
          <TextField label="At most, in ms" inputMode="numeric" {...field('maxMs')} />
          <TextField label="Costs at least, in $" inputMode="decimal" {...field('minCost')} />
          <TextField label="Model" {...field('model')} />
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

/** A time as a field of local times has it. */
function localField(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
