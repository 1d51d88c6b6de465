import type { ReactNode } from 'react';
import { Button } from '../parts/controls/button.js';
import { Time } from '../parts/show/amount.js';
import type { DraftSnapshot, DraftStore } from './store/draft-store.js';
import styles from './editor.module.css';

/** What could not be saved as it was made: one line each, with what can be done. */
export function Conflicts({
  store,
  draft,
  nameOf,
}: {
  readonly store: DraftStore;
  readonly draft: DraftSnapshot;
  readonly nameOf: (userId: string | null) => string;
}): ReactNode {
  const { conflicts, notices } = draft;
  if (conflicts.length + notices.length === 0) return null;
  return (
    <div className={styles['conflicts']} role="alert">
      {conflicts.map((conflict) => {
        const theirs = conflict.theirs.at(-1);
        return (
          <div key={conflict.edit.editId}>
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
            <Button onPress={() => store.decide(conflict, 'theirs')}>Keep theirs</Button>
            <Button onPress={() => store.decide(conflict, 'mine')}>Keep mine</Button>
          </div>
        );
      })}
      {notices.map((notice, index) => (
        <div key={`${index}${notice}`}>
          <span>{notice}</span>
        </div>
      ))}
      {notices.length > 0 && <Button onPress={() => store.dismissNotices()}>Close</Button>}
    </div>
  );
}
