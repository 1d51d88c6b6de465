import { CircleAlert, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, ButtonLink, IconButton } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Chip } from '../../parts/controls/chip.js';
import { Choice } from '../../parts/controls/choice.js';
import { Select } from '../../parts/controls/select.js';
import { SearchField, TextField } from '../../parts/controls/text-field.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Menu } from '../../parts/overlays/menu.js';
import { Tooltip } from '../../parts/overlays/tooltip.js';
import { Duration, Money, Time } from '../../parts/show/amount.js';
import { BarChart } from '../../parts/show/bar-chart.js';
import { DataTable } from '../../parts/show/data-table.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Code, CopyButton, Facts, Key, Skeleton } from '../../parts/show/small-parts.js';
import { Pill, StatusPill, type RunStatus } from '../../parts/show/status-pill.js';
import { Tabs } from '../../parts/show/tabs.js';
import { BlockFormExample } from './block-form-example.js';
import styles from './parts.module.css';

const colours = ['canvas', 'surface', 'raised', 'line', 'control-line', 'text', 'muted', 'accent', 'good', 'bad', 'warn', 'wait'] as const;
const statuses: readonly RunStatus[] = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'];
const options = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
] as const;

/** All parts in all states, for those who build pages and for the tests of accessibility. */
export function PartsPage(): ReactNode {
  useEffect(() => {
    document.title = 'Parts · Sluice';
  }, []);
  return (
    <main className={styles['page']}>
      <h1>Parts of the console</h1>
      <Colours />
      <Controls />
      <Fields />
      <States />
      <Overlays />
      <Data />
      <BlockFormExample />
    </main>
  );
}

function Colours(): ReactNode {
  return (
    <section aria-labelledby="colours">
      <h2 id="colours">Colours</h2>
      <div className={styles['grid']}>
        {colours.map((name) => (
          <div key={name} className={styles['swatch']}>
            <span style={{ background: `var(--${name})` }} />
            <span>{name}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

function Controls(): ReactNode {
  const [choice, setChoice] = useState<'one' | 'two'>('one');
  return (
    <section aria-labelledby="controls">
      <h2 id="controls">Controls</h2>
      <div className={styles['row']}>
        <Button look="primary">Deploy</Button>
        <Button>Replay</Button>
        <Button look="quiet">Remove all</Button>
        <Button look="danger">Delete workflow</Button>
        <Button isDisabled>Not possible</Button>
        <ButtonLink href="/docs">API reference</ButtonLink>
        <IconButton label="Copy">
          <Copy size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <Choice label="Example of a choice" value={choice} options={options} onChange={setChoice} />
        <Chip label="Failed" onRemove={() => undefined} />
        <Key>Ctrl K</Key>
      </div>
    </section>
  );
}

function Fields(): ReactNode {
  const [text, setText] = useState('');
  const [isOn, setIsOn] = useState(true);
  const [chosen, setChosen] = useState<'one' | 'two'>('one');
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <div className={styles['grid']}>
        <TextField label="Name" help="As your colleagues know it" />
        <TextField label="Key" problem="Must begin with sk-sluice-. Copy it once more." defaultValue="sk-" />
        <TextField label="Note" isOptional isLong />
        <Select label="Permission" value={chosen} options={options} onChange={setChosen} />
        <SearchField label="Search" value={text} onChange={setText} />
        <Checkbox isSelected={isOn} onChange={setIsOn}>
          Keep me signed in
        </Checkbox>
      </div>
    </section>
  );
}

function States(): ReactNode {
  return (
    <section aria-labelledby="states">
      <h2 id="states">States</h2>
      <div className={styles['row']}>
        {statuses.map((status) => (
          <StatusPill key={status} status={status} />
        ))}
        <Pill tone="warn" icon={<CircleAlert size={12} aria-hidden />}>
          Quarantined
        </Pill>
      </div>
      <Problem error={new Error('The server cannot be reached. Check the connection and try again.')} onRetry={() => undefined} />
      <Note>The run has been kept since it was held.</Note>
      <Skeleton width="60%" />
      <EmptyState title="No workflow has run yet" actions={<Button look="primary">Run the example</Button>}>
        <p>Each run of a deployed workflow appears here.</p>
      </EmptyState>
    </section>
  );
}

function Overlays(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="overlays">
      <h2 id="overlays">Overlays</h2>
      <div className={styles['row']}>
        <Menu
          label="Example of a menu"
          button={<Button>Open menu</Button>}
          entries={options.map(({ value, label }) => ({ id: value, label, onChoose: () => undefined }))}
        />
        <Tooltip text="More about it">
          <Button>Point here</Button>
        </Tooltip>
        <Button onPress={() => setIsOpen(true)}>Open dialog</Button>
        <Confirm
          title="Delete the workflow “Orders”?"
          consequences={['Its 3 versions are deleted', 'Its runs stay in the log']}
          action="Delete workflow"
          isDangerous
          isOpen={isOpen}
          onConfirm={() => setIsOpen(false)}
          onClose={() => setIsOpen(false)}
        />
      </div>
    </section>
  );
}

const example = { customer: 'Ada', amount: 500, tags: ['new', 'vip'], address: { city: 'London', 'zip-code': null }, paid: true };

function Data(): ReactNode {
  const [tab, setTab] = useState('value');
  return (
    <section aria-labelledby="data">
      <h2 id="data">Data</h2>
      <Facts
        facts={[
          ['Duration', <Duration key="duration" ms={1240} />],
          ['Cost', <Money key="cost" usd={0.0042} />],
          ['Started', <Time key="started" at="2031-03-04T12:00:00.000Z" isFocusable />],
        ]}
      />
      <Tabs
        label="Example of tabs"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'value', label: 'Value', content: <JsonTree value={example} /> },
          { id: 'text', label: 'Text', count: 2, content: <Code text={JSON.stringify(example)} /> },
        ]}
      />
      <BarChart
        label="Runs by day"
        bars={[4, 0, 9, 2].map((value, index) => ({ name: `2031-03-0${index + 1}`, value, text: `${value} runs` }))}
      />
      <DataTable
        label="Example of a table"
        rows={[{ name: 'Order confirmation', runs: 12 }]}
        idOf={({ name }) => name}
        columns={[
          { name: 'Workflow', cell: ({ name }) => name },
          { name: 'Runs', look: 'number', cell: ({ runs }) => runs },
          {
            name: 'Actions',
            look: 'actions',
            cell: ({ name }) => <CopyButton label={`Copy ${name}`} text={name} />,
          },
        ]}
      />
      <DataTable label="Example of a table that is loaded" rows={undefined} idOf={String} columns={[{ name: 'Workflow', cell: String }]} />
      <CopyButton label="Copy the example" text={JSON.stringify(example)} />
    </section>
  );
}
