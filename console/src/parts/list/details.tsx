import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../controls/button.js';
import styles from './list.module.css';

interface DetailsProps {
  /** What is shown: a file, an entry. */
  readonly kind: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';

/** What a list shows beside it of the row that was chosen. It takes the focus from the row, and gives it back when it closes. */
export function Details({ kind, title, onClose, children }: DetailsProps): ReactNode {
  const place = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const details = place.current;
    const opener = document.activeElement;
    // A page that opens with its address keeps the focus where it begins, and who types continues to type.
    if (opener !== document.body && opener?.matches(fields) !== true) heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && details?.contains(document.activeElement) === true) opener.focus();
    };
  }, []);
  return (
    <aside
      ref={place}
      className={styles['details']}
      aria-label={kind}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={styles['top']}>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h2>
        <IconButton label={`Close ${kind.toLowerCase()}`} onPress={onClose}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      {children}
    </aside>
  );
}
