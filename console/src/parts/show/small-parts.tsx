import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { copyText } from '../copy-text.js';
import { IconButton } from '../controls/button.js';
import styles from './show.module.css';

export function Skeleton({ width }: { readonly width: string }): ReactNode {
  return <div className={styles['skeleton']} style={{ width }} aria-hidden />;
}

export function Key({ children, isDecoration = false }: { readonly children: ReactNode; readonly isDecoration?: boolean }): ReactNode {
  return (
    <kbd className={styles['key']} aria-hidden={isDecoration}>
      {children}
    </kbd>
  );
}

/** For screen readers alone. */
export function Unseen({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles['unseen']}>{children}</span>;
}

export function CopyButton({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied. Select the text and copy it'>();
  const isCopied = outcome === 'Copied';
  const copy = async (): Promise<void> => {
    setOutcome((await copyText(text)) ? 'Copied' : 'Not copied. Select the text and copy it');
    setTimeout(() => setOutcome(undefined), 2000);
  };
  return (
    <IconButton label={outcome ?? label} onPress={() => void copy()}>
      {isCopied ? <Check size={14} strokeWidth={1.5} aria-hidden /> : <Copy size={14} strokeWidth={1.5} aria-hidden />}
    </IconButton>
  );
}

/** Text to paste elsewhere. */
export function Code({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): ReactNode {
  return (
    <div className={styles['code']}>
      <pre>{text}</pre>
      <CopyButton label={label} text={text} />
    </div>
  );
}

/** Names and values below each other. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function FactRow({ name, value }: { readonly name: string; readonly value: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
