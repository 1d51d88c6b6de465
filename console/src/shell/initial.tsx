import type { CSSProperties, ReactNode } from 'react';
import { hueOf } from './hue.js';
import styles from './shell.module.css';

/** The coloured first letter of a workspace or a person. */
export function Initial({ name }: { readonly name: string }): ReactNode {
  const style = { '--hue': hueOf(name) } as CSSProperties;
  return (
    <span className={styles['initial']} style={style} aria-hidden>
      {String.fromCodePoint(name.trim().codePointAt(0) ?? 63).toUpperCase()}
    </span>
  );
}
