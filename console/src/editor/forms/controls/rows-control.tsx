import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Json } from '../../../../../src/kernel/json.js';
import { Button, IconButton } from '../../../parts/controls/button.js';
import styles from '../forms.module.css';
import { useForm } from '../form-context.js';
import { useAddedEntry } from '../use-added-entry.js';
import { useTyped } from '../use-typed.js';
import { pastedRows, readRows, writeRows, type Row } from '../values/key-value-rows.js';
import { TextControl } from './text-control.js';

interface RowsControlProps {
  readonly label: string;
  readonly value: Json | undefined;
  readonly rows: readonly Row[];
  readonly onChange: (value: Json) => void;
}

const both = { references: true, secrets: true };

/** Keys and values, row by row. Pasted lines and query strings become rows. */
export function RowsControl({ label, value, rows: stored, onChange }: RowsControlProps): ReactNode {
  const { isReadOnly } = useForm();
  // Rows without a text are not stored, so they are kept as what is being typed.
  const typed = useTyped(JSON.stringify(stored), (text) => onChange(writeRows(JSON.parse(text) as Row[], value)), { normal });
  const rows = JSON.parse(typed.text) as readonly Row[];
  const added = useAddedEntry(rows.length);
  const change = (next: readonly Row[]): void => typed.type(JSON.stringify(next));
  const paste = (index: number, text: string): boolean => {
    const pasted = pastedRows(text);
    if (pasted === undefined || isReadOnly) return false;
    change(rows.toSpliced(index, 1, ...pasted));
    return true;
  };
  return (
    <div ref={added.box} className={styles['rows']}>
      {rows.map(([key, held], index) => (
        <div key={index} className={styles['row']} data-entry>
          <input
            aria-label={`${label}: name ${index + 1}`}
            placeholder="Name"
            value={key}
            readOnly={isReadOnly}
            onChange={(event) => change(rows.with(index, [event.target.value, held]))}
            onBlur={typed.settle}
            onPaste={(event) => {
              if (paste(index, event.clipboardData.getData('text/plain'))) event.preventDefault();
            }}
          />
          <TextControl
            names={{}}
            label={`${label}: value ${index + 1}`}
            placeholder="Value"
            text={held}
            holds={both}
            onType={(text) => change(rows.with(index, [key, text]))}
            onLeave={typed.settle}
          />
          <IconButton label={`Remove row ${index + 1}`} isDisabled={isReadOnly} onPress={() => change(rows.toSpliced(index, 1))}>
            <X size={14} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          look="quiet"
          isDisabled={isReadOnly}
          onPress={() => {
            added.add();
            change([...rows, ['', '']]);
          }}
        >
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          Add row
        </Button>
      </div>
    </div>
  );
}

function normal(text: string): string {
  return JSON.stringify(readRows(writeRows(JSON.parse(text) as Row[], undefined)) ?? []);
}
