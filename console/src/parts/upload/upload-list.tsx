import { CircleAlert, CircleCheck, CircleDashed, RotateCw, Upload, X } from 'lucide-react';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UploadItem, Uploads } from '../../uploads/use-uploads.js';
import { Button, IconButton } from '../controls/button.js';
import { Confirm } from '../overlays/dialog.js';
import { bytesText } from '../show/amounts.js';
import { messageOf } from '../show/problem.js';
import styles from './upload.module.css';

const icons = { waiting: CircleDashed, sending: Upload, done: CircleCheck, failed: CircleAlert } as const;

/** The uploads of a page: progress, what went wrong, and how each is ended or repeated. */
export function UploadList({ uploads }: { readonly uploads: Uploads }): ReactNode {
  const { items, clear, stop } = uploads;
  const left = items.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => left > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: left > 0,
    withResolver: true,
  });
  if (items.length === 0) return null;
  const done = items.filter(({ state }) => state === 'done').length;
  return (
    <section className={styles['uploads']} aria-label="Uploads">
      <div className={styles['head']}>
        <h2 role="status">{done === items.length ? `${counted(done)} uploaded` : `${done} of ${counted(items.length)} uploaded`}</h2>
        {done > 0 && (
          <Button look="quiet" onPress={clear}>
            Clear
          </Button>
        )}
      </div>
      <Confirm
        title="Stop the uploads?"
        consequences={[`Uploads end when you leave this page. ${counted(left)} ${left === 1 ? 'is' : 'are'} not uploaded yet.`]}
        action="Stop and leave"
        isOpen={leaving.status === 'blocked'}
        onConfirm={() => {
          stop();
          leaving.proceed?.();
        }}
        onClose={() => leaving.reset?.()}
      />
      <ul>
        {items.map((item) => (
          <UploadRow key={item.id} item={item} uploads={uploads} />
        ))}
      </ul>
    </section>
  );
}

function counted(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

function UploadRow({ item, uploads }: { readonly item: UploadItem; readonly uploads: Uploads }): ReactNode {
  const { file, state, sentBytes, error } = item;
  const Icon = icons[state];
  return (
    <li className={styles['row']} data-state={state}>
      <Icon size={14} strokeWidth={1.5} aria-hidden />
      <span className={styles['name']} dir="auto">
        {file.name}
      </span>
      {state === 'sending' && (
        <progress className={styles['progress']} aria-label={`Progress of ${file.name}`} max={Math.max(1, file.size)} value={sentBytes} />
      )}
      <span className={styles['state']}>{state === 'failed' ? messageOf(error) : textOf(item)}</span>
      {state === 'failed' && (
        <IconButton label={`Try ${file.name} again`} onPress={() => uploads.retry(item)}>
          <RotateCw size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      {state !== 'done' && (
        <IconButton label={state === 'failed' ? `Dismiss ${file.name}` : `Cancel ${file.name}`} onPress={() => uploads.remove(item)}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function textOf({ state, sentBytes, file }: UploadItem): string {
  if (state === 'waiting') return `${bytesText(file.size)}, waiting`;
  if (state === 'done') return bytesText(file.size);
  return sentBytes < file.size ? `${bytesText(sentBytes)} of ${bytesText(file.size)}` : 'Storing';
}
