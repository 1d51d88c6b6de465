import { CircleAlert, Info } from 'lucide-react';
import { SluiceError } from '@sluice/client';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import styles from './show.module.css';

/** What the person has entered or done is refused: the logs of the server say no more. */
const own = [400, 401, 409];

/** What went wrong, where it went wrong. If it was not what the person entered, with the id by which its logs name the request. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }): ReactNode {
  const requestId = error instanceof SluiceError && !own.includes(error.status ?? 0) ? error.requestId : undefined;
  return (
    <div className={styles['problem']} role="alert">
      <CircleAlert size={16} strokeWidth={1.5} aria-hidden />
      <div>
        {messageOf(error)}
        {requestId !== undefined && <p className={styles['request']}>Request {requestId}</p>}
      </div>
      {onRetry !== undefined && <Button onPress={onRetry}>Try again</Button>}
    </div>
  );
}

export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles['note']}>
      <Info size={16} strokeWidth={1.5} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

export function messageOf(error: unknown): string {
  // What follows are words of the browser for programmers.
  if (error instanceof SluiceError && error.kind === 'NETWORK')
    return `${error.message.split(':')[0] ?? ''}. Check the connection and try again.`;
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with one field of a request. The words of the server begin with the name of the field in the API, which is not on the page. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof SluiceError)) return undefined;
  const message = error.details.find(({ path }) => path.join('.') === field)?.message;
  if (message?.startsWith(`${field} `) !== true) return message;
  return message.charAt(field.length + 1).toUpperCase() + message.slice(field.length + 2);
}

/** Whether fields of a form show everything that was refused. */
export function isAboutFields(error: unknown, fields: readonly string[]): boolean {
  if (!(error instanceof SluiceError) || error.details.length === 0) return false;
  return error.details.every(({ path }) => fields.includes(path.join('.')));
}
