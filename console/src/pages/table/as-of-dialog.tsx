import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import styles from './table.module.css';

interface AsOfDialogProps {
  readonly asOf: string | undefined;
  readonly onChange: (asOf: string | undefined) => void;
  readonly onClose: () => void;
}

/** Asks for the time at which the table is looked at. */
export function AsOfDialog({ asOf, onChange, onClose }: AsOfDialogProps): ReactNode {
  const [text, setText] = useState(asOf === undefined ? '' : localField(asOf));
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const moment = Date.parse(text);
    if (text !== '' && Number.isNaN(moment)) return setProblem('Enter a date and a time.');
    onChange(text === '' ? undefined : new Date(moment).toISOString());
    onClose();
  };
  return (
    <Dialog title="Show the table as it was" isOpen onClose={onClose}>
      {/* A time with seconds is no step of the field. */}
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextField
          label="Time"
          type="datetime-local"
          value={text}
          onChange={setText}
          problem={problem}
          help="Rows under the present columns. Leave it empty for the present rows."
          autoFocus
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Show
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** A time as a field of local times has it. */
function localField(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
