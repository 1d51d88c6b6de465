import type { ReactNode } from 'react';
import { isStrict, type WorkflowDocument } from '../../../../src/document/document.js';
import type { Json } from '../../../../src/kernel/json.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { TextField } from '../../parts/controls/text-field.js';
import { useTyped } from '../forms/use-typed.js';
import styles from './panel.module.css';

interface SettingsPanelProps {
  readonly document: WorkflowDocument;
  readonly isReadOnly: boolean;
  readonly onEdit: (operations: readonly DraftOperation[], label: string) => void;
}

/** What is set for the whole workflow. It is part of its versions and exports. */
export function SettingsPanel({ document, isReadOnly, onEdit }: SettingsPanelProps): ReactNode {
  const { description } = document.metadata;
  const set = (name: string, value: Json | undefined, label: string): void =>
    onEdit([{ op: 'metadata', name, ...(value !== undefined && { value }) }], label);
  const typed = useTyped(typeof description === 'string' ? description : '', (text) =>
    set('description', text === '' ? undefined : text, 'Change the description of the workflow'),
  );
  return (
    <section className={styles['fields']} aria-label="Settings of the workflow">
      <h2>Settings</h2>
      <TextField
        label="Description"
        isOptional
        isLong
        isReadOnly={isReadOnly}
        value={typed.text}
        onChange={typed.type}
        onBlur={typed.settle}
        help="What the workflow does, for those who read it or its exports."
      />
      <Checkbox
        isSelected={isStrict(document)}
        isReadOnly={isReadOnly}
        onChange={(isOn) => set('strictInput', isOn ? true : undefined, isOn ? 'Check inputs' : 'Check inputs no longer')}
      >
        Refuse inputs that the fields of the Start block do not declare
      </Checkbox>
    </section>
  );
}
