import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { comparableQuery } from '../../api/run.js';
import { statusOf, versionOf } from '../../pages/runs/run-facts.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { relativeTime } from '../../parts/show/amounts.js';
import { Problem } from '../../parts/show/problem.js';
import { Chooser } from '../chooser.js';
import type { Command } from '../commands/command.js';
import { namedInputs, removeNamedInput, saveNamedInput } from './named-inputs.js';
import type { TestRuns } from './use-test-run.js';
import styles from './runs.module.css';

interface InputSourcesProps {
  readonly runs: TestRuns;
  readonly document: WorkflowDocument;
  readonly onEdit: (command: Command) => void;
}

/** Fills the input with that of an earlier run or of an example, and keeps it as an example. */
export function InputSources({ runs, document, onEdit }: InputSourcesProps): ReactNode {
  const { earlier, read } = runs;
  const [open, setOpen] = useState<'run' | 'example'>();
  const examples = namedInputs(document);
  return (
    <>
      <div className={styles['actions']}>
        <Button isPending={earlier.isPending} onPress={() => setOpen('run')}>
          Input of an earlier run
        </Button>
        <Button onPress={() => ('input' in read ? setOpen('example') : runs.showProblems())}>Save as an example</Button>
      </div>
      {earlier.error !== null && <Problem error={earlier.error} />}
      {earlier.isLate && (
        <div className={styles['again']} role="status">
          <p className={styles['muted']}>The input of the run is here. You have changed the input meanwhile, so it was not replaced.</p>
          <Button onPress={earlier.replace}>Replace the input</Button>
        </div>
      )}
      {examples.length > 0 && (
        <section className={styles['examples']} aria-label="Examples">
          <h2>Examples</h2>
          <ul>
            {examples.map((example) => (
              <li key={example.id}>
                <button type="button" onClick={() => earlier.fill(example.input)} dir="auto">
                  {example.name}
                </button>
                <IconButton label={`Remove the example ${example.name}`} onPress={() => onEdit(removeNamedInput(example))}>
                  <Trash2 size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      {open === 'run' && <EarlierRuns runs={runs} onChoose={earlier.take} onClose={() => setOpen(undefined)} />}
      {open === 'example' && 'input' in read && (
        <NameDialog
          names={examples.map(({ name }) => name)}
          onSave={(name) => {
            onEdit(saveNamedInput(document, name, read.input));
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface EarlierRunsProps {
  readonly runs: TestRuns;
  readonly onChoose: (executionId: string) => void;
  readonly onClose: () => void;
}

function EarlierRuns({ runs: { workspaceId, workflowId }, onChoose, onClose }: EarlierRunsProps): ReactNode {
  const found = useQuery({ ...comparableQuery(workspaceId, workflowId), staleTime: 0 });
  const [now] = useState(Date.now);
  const choices = (found.data ?? []).map((entry) => ({
    id: entry.executionId,
    text: `${statusOf(entry)}, ${relativeTime(Date.parse(entry.startedAt), now)}`,
    words: `${entry.trigger} ${entry.executionId}`,
    end: `${entry.trigger}, ${versionOf(entry)}`,
  }));
  const none = found.error?.message ?? (found.isPending ? 'The runs are read…' : 'The workflow has no such run.');
  return (
    <Chooser
      title="Input of an earlier run"
      placeholder="Find a run by its status, trigger or id…"
      none={none}
      sections={[{ name: 'Latest runs', choices }]}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  /** Names of the examples that there are. */
  readonly names: readonly string[];
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ names, onSave, onClose }: NameDialogProps): ReactNode {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  return (
    <FormDialog
      title="Save the input as an example?"
      action="Save"
      isDisabled={name === ''}
      isPending={false}
      error={null}
      onSubmit={() => onSave(name)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoFocus
        value={typed}
        maxLength={100}
        help={`${names.includes(name) ? 'The example with this name is replaced. ' : ''}Everyone who may read the workflow sees it, and its versions and exports contain it.`}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
