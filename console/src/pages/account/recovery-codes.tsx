import { useMemo, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { Code } from '../../parts/show/small-parts.js';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The only time that the codes are shown: it is left by its button alone. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps): ReactNode {
  const text = useMemo(() => codes.join('\n'), [codes]);
  return (
    <Dialog title="Keep your recovery codes" isOpen>
      <p>Each signs you in once without the app. They are not shown again: keep them where you keep passwords.</p>
      <Code text={text} label="Copy recovery codes" />
      <DialogButtons>
        <Button onPress={() => download(`${text}\n`)}>Download</Button>
        <Button look="primary" onPress={onClose}>
          I have kept them
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'sluice-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
