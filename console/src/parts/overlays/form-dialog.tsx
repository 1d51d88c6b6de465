import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { isAboutFields, Problem } from '../show/problem.js';
import { Code } from '../show/small-parts.js';
import { Dialog, DialogButtons, leave } from './dialog.js';
import styles from './overlays.module.css';

interface FormDialogProps {
  readonly title: string;
  /** The verb on the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Fields that show what the server says about them. */
  readonly fields?: readonly string[];
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for what an action needs. After a failure it stays, with what was typed. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, action, isDangerous = false, isDisabled = false, isPending, error, fields = [], onSubmit, onClose, children } = props;
  // What has begun shows as pending with the next picture only: until then a second press would send the same again.
  const isSent = useRef(false);
  useEffect(() => void (isSent.current = false));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Events of dialogs above this one come through the tree of React.
    event.stopPropagation();
    if (isDisabled || isPending || isSent.current) return;
    isSent.current = true;
    onSubmit();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {children}
        {error !== null && !isAboutFields(error, fields) && <Problem error={error} />}
        <DialogButtons>
          <Button onPress={onClose}>{leave(action)}</Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isDisabled={isDisabled} isPending={isPending}>
            {action}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface ShownOnceProps {
  readonly title: string;
  readonly intro: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** A secret that cannot be read again: it closes with its button alone. */
export function ShownOnce({ title, intro, text, onClose }: ShownOnceProps): ReactNode {
  return (
    <Dialog title={title} isOpen>
      <p>{intro}</p>
      <Code text={text} />
      <DialogButtons>
        <Button look="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
