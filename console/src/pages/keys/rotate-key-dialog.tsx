import { useState, type ReactNode } from 'react';
import type { ApiKeyEntry, KeyRing } from '../../api/api-keys.js';
import { keys } from '../../api/keys.js';
import { Choice } from '../../parts/controls/choice.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { useAction } from '../../shell/use-action.js';
import styles from './keys.module.css';

interface RotateKeyDialogProps {
  readonly ring: KeyRing;
  readonly entry: ApiKeyEntry;
  readonly onValue: (value: string) => void;
  readonly onClose: () => void;
}

const overlaps = [
  { value: '86400', label: 'For a day' },
  { value: '3600', label: 'For an hour' },
  { value: '604800', label: 'For a week' },
  { value: '0', label: 'Not at all' },
] as const;

export function RotateKeyDialog({ ring, entry, onValue, onClose }: RotateKeyDialogProps): ReactNode {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('86400');
  const rotation = useAction({
    act: () => ring.rotate(entry.id, Number(overlap)),
    changes: [keys.apiKeys(ring.owner)],
    onDone: onValue,
  });
  return (
    <>
      <FormDialog
        title={`Rotate ${entry.name}?`}
        action="Rotate key"
        isPending={rotation.isPending}
        error={rotation.error}
        onSubmit={() => rotation.do()}
        onClose={onClose}
      >
        <p>The key gets a new value, which is shown once.</p>
        <div className={styles['choices']}>
          <span>The present value still works</span>
          <Choice label="The present value still works" value={overlap} options={overlaps} onChange={setOverlap} />
        </div>
      </FormDialog>
      {rotation.dialog}
    </>
  );
}
