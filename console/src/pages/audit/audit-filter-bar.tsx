import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { Chip } from '../../parts/controls/chip.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { auditSearchFrom, resourceTypes, type AuditSearch } from './audit-search.js';
import styles from './audit.module.css';

interface AuditFilterBarProps {
  readonly search: AuditSearch;
  readonly hasOrganization: boolean;
  readonly onChange: (search: AuditSearch) => void;
}

const names = { type: 'About', action: 'Action', from: 'From', to: 'Until' } as const;

export function AuditFilterBar({ search, hasOrganization, onChange }: AuditFilterBarProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { of: _, ...others } = search;
  const active = (Object.keys(names) as (keyof typeof names)[]).filter((name) => search[name] !== undefined);
  return (
    <div className={styles['bar']} role="search" aria-label="Filters of the audit log">
      {hasOrganization && (
        <Choice
          label="Entries of"
          value={search.of ?? 'workspace'}
          options={[
            { value: 'workspace', label: 'Workspace' },
            { value: 'organization', label: 'Organization' },
          ]}
          onChange={(of) => onChange(of === 'organization' ? { ...others, of } : others)}
        />
      )}
      <Button onPress={() => setIsOpen(true)}>Filter</Button>
      {active.map((name) => (
        <Chip
          key={name}
          label={`${names[name]} ${search[name]?.replaceAll('_', ' ')}`}
          onRemove={() => onChange(auditSearchFrom({ ...search, [name]: undefined }))}
        />
      ))}
      {isOpen && <AuditFilterDialog search={search} onChange={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

interface AuditFilterDialogProps {
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
  readonly onClose: () => void;
}

const any = 'any';

function AuditFilterDialog({ search, onChange, onClose }: AuditFilterDialogProps): ReactNode {
  const [values, setValues] = useState<Readonly<Record<string, string | undefined>>>({ ...search });
  const field = (name: keyof typeof names): { readonly value: string; readonly onChange: (value: string) => void } => ({
    value: values[name] ?? '',
    onChange: (value) => setValues({ ...values, [name]: value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChange(auditSearchFrom({ ...values, type: values['type'] === any ? undefined : values['type'] }));
    onClose();
  };
  return (
    <Dialog title="Filter the audit log" isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <Select
          label="About"
          options={[{ value: any, label: 'Anything' }, ...resourceTypes.map((value) => ({ value, label: value.replaceAll('_', ' ') }))]}
          value={values['type'] ?? any}
          onChange={(type) => setValues({ ...values, type })}
        />
        <TextField label="Action" isOptional help="Such as workflow.deployed" {...field('action')} />
        <div className={styles['pair']}>
          <TextField label="From" type="date" isOptional {...field('from')} />
          <TextField label="Until" type="date" isOptional {...field('to')} />
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
