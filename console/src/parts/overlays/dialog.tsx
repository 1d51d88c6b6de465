import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../controls/button.js';
import styles from './overlays.module.css';

interface DialogProps {
  /** The title is a question or names what is asked for. */
  readonly title: string;
  readonly isOpen: boolean;
  /** Absent: it cannot be left without an answer. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, children }: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className={styles['veil'] ?? ''}
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <Modal className={styles['modal'] ?? ''}>
        <AriaDialog className={styles['dialog'] ?? ''}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly consequences: readonly string[];
  /** The verb on the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isPending?: boolean;
  readonly isOpen: boolean;
  readonly problem?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that matters. */
export function Confirm({
  title,
  consequences,
  action,
  isDangerous,
  isPending,
  isOpen,
  problem,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <ul className={styles['consequences']}>
        {consequences.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {problem}
      <DialogButtons>
        <Button onPress={onClose}>{leave(action)}</Button>
        <Button look={isDangerous === true ? 'danger' : 'primary'} isPending={isPending === true} onPress={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The word on the button that only closes. Beside "Cancel run" it cannot be the same. */
export function leave(action: string): string {
  return action.startsWith('Cancel') ? 'Back' : 'Cancel';
}

export function DialogButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles['buttons']}>{children}</div>;
}
