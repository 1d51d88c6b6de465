import type { ReactNode } from 'react';
import type { Block } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { FieldControl } from './controls/field-control.js';
import styles from './forms.module.css';
import { fieldOf } from './values/form-fields.js';

interface RetryFieldsProps {
  readonly block: Block;
  readonly isReadOnly: boolean;
  readonly onEdit: (operations: readonly DraftOperation[], label: string) => void;
}

type Retry = NonNullable<Block['retry']>;

const off: Retry = { enabled: false, maxTries: 3, waitBetweenTriesMs: 1000 };
const schemas = {
  enabled: { title: 'Retry after a failure', enum: [true, false], default: false, description: 'A failed block runs again after a pause.' },
  maxTries: {
    title: 'Attempts',
    type: 'number',
    default: off.maxTries,
    description: 'How often the block runs at most, the first time included.',
  },
  waitBetweenTriesMs: {
    title: 'Pause',
    type: 'number',
    default: off.waitBetweenTriesMs,
    description: 'Pause between two attempts, in milliseconds.',
  },
} as const;

/** How often a block is retried: an option of all blocks that can fail. */
export function RetryFields({ block, onEdit }: RetryFieldsProps): ReactNode {
  const retry = block.retry ?? off;
  const names = retry.enabled ? (['enabled', 'maxTries', 'waitBetweenTriesMs'] as const) : (['enabled'] as const);
  return (
    <section className={styles['section']} aria-label="Retries">
      {names.map((name) => (
        <FieldControl
          key={name}
          field={fieldOf(name, schemas[name], { value: retry[name], isRequired: false })}
          problems={[]}
          onChange={(value) => {
            const operation = { op: 'option', id: block.id, name: 'retry', value: { ...retry, [name]: value ?? off[name] } } as const;
            onEdit([operation], `Change the retries of ${block.name}`);
          }}
        />
      ))}
    </section>
  );
}
