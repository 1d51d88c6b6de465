import type { ReactNode } from 'react';
import { Initial } from '../../shell/initial.js';
import styles from './panel.module.css';

/** Who else has the draft open. */
export function People({ names }: { readonly names: readonly string[] }): ReactNode {
  if (names.length === 0) return null;
  return (
    <ul className={styles['people']} aria-label="Also here">
      {names.slice(0, 5).map((name, index) => (
        <li key={`${index}${name}`} title={name} aria-label={name}>
          <Initial name={name} />
        </li>
      ))}
    </ul>
  );
}
