import type { SluiceError } from '@sluice/client';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../parts/controls/button.js';
import styles from './deploy.module.css';

const mostShown = 5;

/** Nothing was deployed, because the draft has changed while the dialog was open. */
export function ChangedSince({ error: { details }, onLook }: { readonly error: SluiceError; readonly onLook: () => void }): ReactNode {
  return (
    <div className={styles['since']} role="alert">
      <h3>
        <TriangleAlert size={14} strokeWidth={1.5} aria-hidden />
        The draft has changed while you looked at it. Nothing was deployed.
      </h3>
      <ul>
        {details.slice(-mostShown).map(({ message }, index) => (
          <li key={`${index}${message}`} dir="auto">
            {message}
          </li>
        ))}
        {details.length > mostShown && <li>and {details.length - mostShown} earlier changes</li>}
      </ul>
      <p>Look at what has changed, then deploy again. What you have typed here stays.</p>
      <Button onPress={onLook}>Show the new changes</Button>
    </div>
  );
}
