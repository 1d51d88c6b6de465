import { useParams } from '@tanstack/react-router';
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

const inEditor: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['/'], 'Add a block after the selected one'],
  [['Enter'], 'Go to the fields of the selected block; Esc leads back'],
  [['i'], 'Add a block inside the selected container'],
  [['m'], 'Move what is selected into a container or out of it'],
  [['c'], 'Connect the selected block'],
  [['f'], 'Go to a block'],
  [['Alt', 'arrows'], 'Next block in that direction'],
  [['arrows'], 'Move what is selected'],
  [['Delete'], 'Remove what is selected'],
  [['d'], 'Disable or enable'],
  [['l'], 'Lay out'],
  [['a'], 'Select all'],
  [['Ctrl or ⌘', 'Z'], 'Undo; with Shift, redo'],
  [['Ctrl or ⌘', 'D'], 'Duplicate'],
  [['Ctrl or ⌘', 'F'], 'Find and replace'],
  [['Ctrl or ⌘', 'Enter'], 'Run the draft'],
  [['0'], 'Show all'],
];

export function KeyList(): ReactNode {
  const isOpen = useShared(keyList);
  const { workflowId } = useParams({ strict: false });
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => keyList.set(false)}>
      <dl className={styles['keys']}>
        {(workflowId === undefined ? everywhere : [...inEditor, ...everywhere.filter(([[first]]) => first !== '/')]).map(
          ([keys, meaning]) => (
            <div key={meaning}>
              <dt>{meaning}</dt>
              <dd>
                {keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className={styles['hint']}>Single letters can be switched off in Account.</p>
    </Dialog>
  );
}
