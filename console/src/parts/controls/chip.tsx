import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import styles from './controls.module.css';

/** A filter that counts, with a button that removes it. */
export function Chip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }): ReactNode {
  return (
    <span className={styles['chip']}>
      <span title={label}>{label}</span>
      <Button aria-label={`Remove filter: ${label}`} className={styles['remove'] ?? ''} onPress={onRemove}>
        <X size={12} strokeWidth={2} aria-hidden />
      </Button>
    </span>
  );
}
