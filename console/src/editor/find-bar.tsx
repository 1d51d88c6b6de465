import { X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { wordsOf } from '../canvas/block-lines.js';
import { Button, IconButton } from '../parts/controls/button.js';
import { SearchField } from '../parts/controls/text-field.js';
import type { Command } from './commands/command.js';
import { findText, replaceText } from './commands/find.js';
import styles from './editor.module.css';

interface FindBarProps {
  readonly document: WorkflowDocument;
  readonly isReadOnly: boolean;
  readonly onGo: (blockId: string) => void;
  readonly onReplace: (command: Command) => void;
  readonly onClose: () => void;
}

const mostShown = 50;

/** Looks through names, types and fields, and replaces what it found as one edit. The list is the preview. */
export function FindBar({ document, isReadOnly, onGo, onReplace, onClose }: FindBarProps): ReactNode {
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const found = useMemo(() => findText(document, text, by), [document, text, by]);
  const count = found.filter(({ canReplace }) => canReplace).length;
  return (
    <search
      className={styles['find']}
      aria-label="Find in the workflow"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={styles['find-fields']}>
        <SearchField label="Find in the workflow" value={text} onChange={setText} autoFocus />
        {!isReadOnly && (
          <>
            <SearchField label="Replace by" value={by} onChange={setBy} />
            <Button
              isDisabled={count === 0}
              onPress={() => {
                onReplace(replaceText(document, text, by));
                setText('');
              }}
            >
              {count === 0 ? 'Replace' : `Replace ${count}`}
            </Button>
          </>
        )}
        <IconButton label="Close" onPress={onClose}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      {text !== '' && (
        <>
          <p className={styles['muted']} role="status">
            {found.length === 0 ? 'Nothing was found.' : `Found in ${found.length} ${found.length === 1 ? 'place' : 'places'}`}
          </p>
          <ul className={styles['found']}>
            {found.slice(0, mostShown).map(({ blockId, blockName, field, excerpt, canReplace }, index) => (
              <li key={`${index}${blockId}`}>
                <button type="button" onClick={() => onGo(blockId)}>
                  <span dir="auto">{blockName}</span> <span>{wordsOf(field)}</span> <code dir="auto">{excerpt}</code>
                  {!isReadOnly && by !== '' && !canReplace && <em>stays</em>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </search>
  );
}
