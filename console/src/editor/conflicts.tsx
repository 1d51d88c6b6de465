import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../parts/controls/button.js';
import { Time } from '../parts/show/amount.js';
import { CopyButton } from '../parts/show/small-parts.js';
import { TextChanges } from '../versions/text-changes.js';
import type { Conflict, UnsavedEdit } from './store/draft-state.js';
import type { DraftSnapshot, DraftStore } from './store/draft-store.js';
import { editText, sidesOf } from './store/edit-text.js';
import { noAccess } from './use-draft.js';
import styles from './editor.module.css';

interface ConflictsProps {
  readonly store: DraftStore;
  readonly draft: DraftSnapshot;
  readonly nameOf: (userId: string | null) => string;
}

/** What could not be saved as it was made: one line each, with what can be done. */
export function Conflicts({ store, draft, nameOf }: ConflictsProps): ReactNode {
  const { conflicts, unsaved, notices, ended } = draft;
  const isGone = ended === noAccess;
  if (conflicts.length + unsaved.length + notices.length === 0 && !isGone) return null;
  const reasonOf = ({ why, removedBy }: UnsavedEdit): string =>
    removedBy === undefined ? (why ?? 'you may not change it') : `${nameOf(removedBy)} removed the block`;
  return (
    <div className={styles['conflicts']} role="alert">
      {isGone && (
        <div>
          <span>{ended}</span>
          <ButtonLink href="/">Go to the home page</ButtonLink>
        </div>
      )}
      {conflicts.map((conflict) => (
        <Question key={conflict.edit.editId} conflict={conflict} nameOf={nameOf} onDecide={(keep) => store.decide(conflict, keep)} />
      ))}
      {[...Map.groupBy(unsaved, reasonOf)].map(([reason, edits]) => (
        <div key={reason}>
          <span>
            {namesOf(edits)} {edits.length === 1 ? 'is' : 'are'} not in the draft: {reason}
          </span>
          <CopyButton label="Copy what was not saved" text={edits.map(({ operations }) => editText(operations)).join('\n\n')} />
        </div>
      ))}
      {notices.map((notice, index) => (
        <div key={`${index}${notice}`}>
          <span>{notice}</span>
        </div>
      ))}
      {unsaved.length > 0 && <Button onPress={() => store.discardUnsaved()}>Discard</Button>}
      {notices.length > 0 && <Button onPress={() => store.dismissNotices()}>Close</Button>}
    </div>
  );
}

function Question({
  conflict,
  nameOf,
  onDecide,
}: Pick<ConflictsProps, 'nameOf'> & { readonly conflict: Conflict; readonly onDecide: (keep: 'theirs' | 'mine') => void }): ReactNode {
  const theirs = conflict.theirs.at(-1);
  const sides = sidesOf(conflict);
  return (
    <div>
      <span>
        {nameOf(theirs?.userId ?? null)} changed the same
        {theirs !== undefined && (
          <>
            {' '}
            <Time at={theirs.at} />: “{theirs.label ?? 'the whole draft'}”
          </>
        )}
        . Yours: “{conflict.edit.label}”.
      </span>
      <div className={styles['choices']}>
        <Button onPress={() => onDecide('theirs')}>Keep theirs</Button>
        <Button onPress={() => onDecide('mine')}>Keep mine</Button>
      </div>
      {sides !== undefined && (
        <div className={styles['sides']} role="group" aria-label="From theirs to yours" tabIndex={0}>
          <TextChanges from={sides.theirs} to={sides.mine} />
        </div>
      )}
    </div>
  );
}

const mostNames = 3;

function namesOf(edits: readonly UnsavedEdit[]): string {
  const names = [...new Set(edits.map(({ label }) => `“${label}”`))];
  const others = names.length - mostNames;
  return others > 0 ? `${names.slice(0, mostNames).join(', ')} and ${others} more` : names.join(', ');
}
