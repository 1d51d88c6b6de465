import type { ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Chip } from '../../parts/controls/chip.js';
import { chipsOf, type RunFilters } from './run-filters.js';
import styles from './runs.module.css';

interface FilterChipsProps {
  readonly filters: RunFilters;
  readonly nameOf: (workflowId: string) => string;
  readonly onChange: (filters: RunFilters) => void;
}

export function FilterChips({ filters, nameOf, onChange }: FilterChipsProps): ReactNode {
  const chips = chipsOf(filters, nameOf);
  if (chips.length === 0) return null;
  return (
    <div className={styles['chips']} role="group" aria-label="Active filters">
      {chips.map(({ label, without }) => (
        <Chip key={label} label={label} onRemove={() => onChange(without)} />
      ))}
      {chips.length > 1 && (
        <Button look="quiet" onPress={() => onChange({})}>
          Remove all
        </Button>
      )}
    </div>
  );
}
