import { Check, CloudOff, LoaderCircle, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { sessionEnd } from '../../api/shared.js';
import { useShared } from '../../shell/use-shared.js';
import type { DraftSnapshot } from '../store/draft-store.js';
import styles from '../editor.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Whether the server has everything. */
export function SaveState({ draft, isReadOnly }: { readonly draft: DraftSnapshot; readonly isReadOnly: boolean }): ReactNode {
  const isSignedOut = useShared(sessionEnd);
  const { saving, savedAt, queue, ended, isKept } = draft;
  if (isReadOnly) return <State icon={<Lock {...icon} />} text="Read only" />;
  if (saving === 'ended') return <State tone="bad" icon={<Lock {...icon} />} text={`Not saved any more: ${ended ?? ''}`} />;
  if (saving === 'unreached') {
    const count = queue.length === 1 ? '1 edit waits' : `${queue.length} edits wait`;
    const text = `${isSignedOut ? 'You are signed out' : 'The server is not reached'}: ${count} and will be sent`;
    return isKept ? (
      <State tone="warn" icon={<CloudOff {...icon} />} text={text} />
    ) : (
      <State tone="bad" icon={<CloudOff {...icon} />} text={`${text}. The storage of the browser is full: keep this page open`} />
    );
  }
  if (saving !== 'saved') return <State icon={<LoaderCircle {...icon} />} text="Saving" />;
  const time =
    savedAt === undefined ? '' : ` ${new Date(savedAt).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`;
  return <State icon={<Check {...icon} />} text={`Saved${time}`} />;
}

function State({
  icon: shown,
  text,
  tone,
}: {
  readonly icon: ReactNode;
  readonly text: string;
  readonly tone?: 'warn' | 'bad';
}): ReactNode {
  return (
    <span className={styles['saving']} role="status" data-tone={tone}>
      {shown}
      {text}
    </span>
  );
}
