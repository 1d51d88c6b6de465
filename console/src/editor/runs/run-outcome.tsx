import { useState, type ReactNode } from 'react';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import show from '../../parts/show/show.module.css';
import { outcomeWords } from './outcome-words.js';
import type { ShownRun } from './use-test-run.js';

interface RunOutcomeProps {
  readonly run: ShownRun | undefined;
  readonly document: WorkflowDocument;
}

/** Says to screen readers how a run ends that begins while the editor is open, and that it waits. */
export function RunOutcome({ run, document }: RunOutcomeProps): ReactNode {
  const [first] = useState(run?.executionId);
  return (
    <p className={show['unseen']} role="status">
      {run === undefined || run.executionId === first ? '' : outcomeWords(run, document)}
    </p>
  );
}
