import { LayoutGrid, Plus, Redo2, Search, Undo2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '../../parts/controls/button.js';
import { People } from '../panel/people.js';
import { SaveState } from '../panel/save-state.js';
import { PictureMenu } from '../picture/picture-menu.js';
import type { DraftSnapshot, DraftStore } from '../store/draft-store.js';
import type { Commands } from '../use-commands.js';
import styles from '../editor.module.css';

interface EditorBarProps {
  readonly store: DraftStore;
  readonly draft: DraftSnapshot;
  readonly commands: Commands;
  readonly placed: ComponentProps<typeof PictureMenu>['placed'];
  /** Of the workflow. */
  readonly name: string;
  /** Of the others who look at the draft. */
  readonly people: ComponentProps<typeof People>['names'];
  readonly isReadOnly: boolean;
  readonly mayNotWrite: boolean;
  readonly onFind: () => void;
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The buttons below the canvas, whether all is saved, and who else is there. */
export function EditorBar({ draft, commands, placed, name, people, mayNotWrite, onFind, ...change }: EditorBarProps): ReactNode {
  return (
    <div className={styles['bar']}>
      {!change.isReadOnly && <Changes draft={draft} commands={commands} store={change.store} />}
      <IconButton label="Find" onPress={onFind}>
        <Search {...icon} />
      </IconButton>
      <PictureMenu placed={placed} edges={draft.document.edges} name={name} onRefused={commands.refuse} />
      <SaveState draft={draft} isReadOnly={mayNotWrite} />
      <People names={people} />
    </div>
  );
}

function Changes({ store, draft, commands }: Pick<EditorBarProps, 'store' | 'draft' | 'commands'>): ReactNode {
  const undone = draft.undo.at(-1)?.label;
  const redone = draft.redo.at(-1)?.label;
  return (
    <>
      <IconButton label="Add a block (/)" onPress={() => commands.setChoosing({ kind: 'insert' })}>
        <Plus {...icon} />
      </IconButton>
      <IconButton label={undone === undefined ? 'Undo' : `Undo: ${undone}`} isDisabled={undone === undefined} onPress={() => store.undo()}>
        <Undo2 {...icon} />
      </IconButton>
      <IconButton label={redone === undefined ? 'Redo' : `Redo: ${redone}`} isDisabled={redone === undefined} onPress={() => store.redo()}>
        <Redo2 {...icon} />
      </IconButton>
      <IconButton label="Lay out (l)" onPress={commands.layOut}>
        <LayoutGrid {...icon} />
      </IconButton>
    </>
  );
}
