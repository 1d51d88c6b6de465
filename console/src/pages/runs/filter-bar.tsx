import { ListFilter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { TextFilter } from '../../parts/controls/text-filter.js';
import { Menu } from '../../parts/overlays/menu.js';
import { FilterDialog } from './filter-dialog.js';
import { dayBefore, ranges, statuses, type RunFilters, type Status } from './run-filters.js';
import styles from './runs.module.css';

interface FilterBarProps {
  readonly filters: RunFilters;
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (filters: RunFilters) => void;
  /** What else belongs to the list. */
  readonly children: ReactNode;
}

export function FilterBar({ filters, workflows, onChange, children }: FilterBarProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles['bar']} role="search" aria-label="Filters of runs">
      <div className={styles['find']}>
        <TextFilter
          label="Search in errors and names of workflows"
          placeholder="Error or workflow"
          text={filters.q ?? ''}
          onChange={(q) => onChange(withText(filters, q))}
        />
      </div>
      <div className={styles['statuses']}>
        <Choice
          label="Status"
          value={statusOf(filters)}
          options={[{ value: 'all', label: 'All' }, ...statuses.map((value) => ({ value, label: words[value] }))]}
          onChange={(status) => onChange(withStatus(filters, status))}
        />
      </div>
      <Menu
        label="Time"
        button={<Button>{ranges.find(({ value }) => value === filters.since)?.label ?? 'Any time'}</Button>}
        entries={[
          { id: 'any', label: 'Any time', onChoose: () => onChange(withoutTime(filters)) },
          { id: 'yesterday', label: 'Yesterday', onChoose: () => onChange({ ...withoutTime(filters), ...dayBefore(Date.now()) }) },
          ...ranges.map(({ value, label }) => ({ id: value, label, onChoose: () => onChange({ ...withoutTime(filters), since: value }) })),
        ]}
      />
      <Button onPress={() => setIsOpen(true)}>
        <ListFilter size={14} strokeWidth={1.5} aria-hidden />
        Filter
      </Button>
      <span className={styles['more']}>{children}</span>
      {isOpen && <FilterDialog filters={filters} workflows={workflows} onChange={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

const words: Readonly<Record<Status, string>> = {
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The one status that the filters leave; several are chips only. */
function statusOf({ status = [], level }: RunFilters): Status | 'all' | 'some' {
  const [only] = status;
  if (level !== undefined || status.length > 1) return 'some';
  return only ?? 'all';
}

function withStatus({ status: _, level: __, ...others }: RunFilters, status: Status | 'all' | 'some'): RunFilters {
  return status === 'all' || status === 'some' ? others : { ...others, status: [status] };
}

function withText(filters: RunFilters, q: string): RunFilters {
  const { q: _, ...others } = filters;
  return q.trim() === '' ? others : { ...others, q };
}

function withoutTime({ since: _, from: __, to: ___, ...others }: RunFilters): RunFilters {
  return others;
}
