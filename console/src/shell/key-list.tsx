import type { ReactNode } from 'react';
import { Dialog } from '../parts/overlays/dialog.js';
import { Key } from '../parts/show/small-parts.js';
import { places } from './places.js';
import { keyList } from './sidebar-state.js';
import { useShared } from './use-shared.js';
import styles from './palette.module.css';

const everywhere: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl or ⌘', 'K'], 'Find or do something'],
  [['/'], 'Go to the search field'],
  ...places.map(({ letter, name }) => [['g', letter], `Go to ${name}`] as const),
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['Esc'], 'Close, or go back'],
  [['?'], 'Show this list'],
];

export function KeyList(): ReactNode {
  const isOpen = useShared(keyList);
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => keyList.set(false)}>
      <dl className={styles['keys']}>
        {everywhere.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>{meaning}</dt>
            <dd>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles['hint']}>Single letters can be switched off in Account.</p>
    </Dialog>
  );
}
