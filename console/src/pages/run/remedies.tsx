import type { Diagnosis, Log } from '@sluice/client';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Code } from '../../parts/show/small-parts.js';
import { CancelDialog } from './cancel-dialog.js';
import { ReleaseQuarantineDialog } from './release-quarantine-dialog.js';
import { ReplayDialog } from './replay-dialog.js';
import styles from './run.module.css';

interface RemediesProps {
  readonly run: Log;
  readonly workspaceId: string;
  readonly remedies: Diagnosis['remedies'];
  readonly mayAct: boolean;
  /** Whether the run continues where it stopped, instead of a replay. */
  readonly isQuarantined: boolean;
}

type Remedy = Diagnosis['remedies'][number];

/** What helps: a button where the page can do it, and the command line for all of it. */
export function Remedies({ run, workspaceId, remedies, mayAct, isQuarantined }: RemediesProps): ReactNode {
  const [open, setOpen] = useState<'cancel' | 'replay' | 'replay-draft' | 'release'>();
  const dialog = { run, workspaceId, onClose: () => setOpen(undefined) };
  const shown = remedies.filter(({ action }) => action !== 'wait');
  const waits = remedies.filter(({ action }) => action === 'wait');
  if (remedies.length === 0) return null;
  return (
    <>
      {waits.map(({ how }) => (
        <p key={how}>{how}.</p>
      ))}
      {shown.length > 0 && (
        <div className={styles['remedies']}>
          {buttonsOf(shown).map(({ action, words }) =>
            action === 'answer' ? (
              <Link
                key={action}
                to="/workspace/$workspaceId/questions"
                params={{ workspaceId }}
                search={{ view: 'all', question: run.executionId }}
              >
                {words}
              </Link>
            ) : (
              mayAct && (
                <Button key={action} onPress={() => setOpen(isQuarantined && action === 'replay' ? 'release' : action)}>
                  {isQuarantined && action === 'replay' ? 'Continue the run…' : words}
                </Button>
              )
            ),
          )}
        </div>
      )}
      {shown.length > 0 && (
        <details className={styles['commands']}>
          <summary>On the command line</summary>
          {shown.map(({ action, how }) => (
            <div key={`${action} ${how}`}>
              <p>{isQuarantined && action === 'replay' ? 'Continue the run' : titles[action]}</p>
              <Code text={how} />
            </div>
          ))}
        </details>
      )}
      {open === 'release' && <ReleaseQuarantineDialog {...dialog} />}
      {open === 'cancel' && <CancelDialog {...dialog} />}
      {open === 'replay' && <ReplayDialog {...dialog} />}
      {open === 'replay-draft' && <ReplayDialog {...dialog} version="draft" />}
    </>
  );
}

const titles: Readonly<Record<Remedy['action'], string>> = {
  answer: 'Answer the question',
  cancel: 'Cancel the run',
  replay: 'Replay the run',
  'replay-draft': 'Replay the run with the draft',
  'start-worker': 'Start another worker',
  'retry-projection': 'Let the projection read the event again',
  wait: 'Wait',
};

type Pressable = 'answer' | 'cancel' | 'replay' | 'replay-draft';

const words: Readonly<Record<Pressable, string>> = {
  answer: 'Go to the question',
  cancel: 'Cancel the run…',
  replay: 'Replay the run…',
  'replay-draft': 'Replay with the draft…',
};

/** Each action once: several questions lead to the same page. A remedy of the command line alone has none. */
function buttonsOf(remedies: readonly Remedy[]): readonly { readonly action: Pressable; readonly words: string }[] {
  const actions = new Set(remedies.map(({ action }) => action));
  return (Object.keys(words) as Pressable[]).filter((action) => actions.has(action)).map((action) => ({ action, words: words[action] }));
}
