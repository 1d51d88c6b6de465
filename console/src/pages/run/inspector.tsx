import type { Log } from '@sluice/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Duration, exactTime, Money } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { leftOutBytes } from '../../parts/show/left-out-value.js';
import { Facts } from '../../parts/show/small-parts.js';
import { Tabs } from '../../parts/show/tabs.js';
import type { SpanThen } from '../../run/moments.js';
import { workedMs } from '../../run/span-rows.js';
import { Effects } from './effects.js';
import styles from './run.module.css';

interface InspectorProps {
  readonly run: Log;
  readonly workspaceId: string;
  readonly span: SpanThen | undefined;
  /** How long answers were in the queue, by the ids of the spans that waited for them. */
  readonly answersQueuedMs: ReadonlyMap<string, number>;
  readonly tab: string | undefined;
  readonly onTab: (tab: string) => void;
}

/** All about the selected span. */
export function Inspector({ run, workspaceId, span, answersQueuedMs, tab, onTab }: InspectorProps): ReactNode {
  const tabs = [
    ...(span?.errorMessage === undefined ? [] : [{ id: 'error', label: 'Error', content: <ErrorTab span={span} /> }]),
    {
      id: 'input',
      label: 'Input',
      content: <Value key={span?.id} of={run} workspaceId={workspaceId} value={inputOf(run, span)} absent="This block had no input." />,
    },
    {
      id: 'output',
      label: 'Output',
      content: <Value key={span?.id} of={run} workspaceId={workspaceId} value={outputOf(run, span)} absent="This block has no output." />,
    },
    ...(stdoutOf(span) === undefined ? [] : [{ id: 'printed', label: 'Console', content: <Printed text={stdoutOf(span) ?? ''} /> }]),
    { id: 'timing', label: 'Timing', content: span === undefined ? null : <Timing span={span} queuedMs={answersQueuedMs.get(span.id)} /> },
    {
      id: 'effects',
      label: 'Effects',
      content: <Effects workspaceId={workspaceId} executionId={run.executionId} blockId={span?.blockId} />,
    },
    { id: 'run', label: 'Run', content: <WholeRun run={run} /> },
  ];
  const isThere = tabs.some(({ id }) => id === tab);
  return (
    <section className={styles['inspector']} aria-label="Inspector">
      <div className={styles['subject']}>
        <h2>{span?.name ?? 'Run'}</h2>
        <span>{span?.type}</span>
      </div>
      <Tabs label="About the block" selected={isThere && tab !== undefined ? tab : (tabs[0]?.id ?? '')} onSelect={onTab} tabs={tabs} />
    </section>
  );
}

function inputOf({ executionData }: Log, span: SpanThen | undefined): unknown {
  return span === undefined || span.type === 'workflow' ? (span?.input ?? executionData.workflowInput) : span.input;
}

function outputOf({ executionData }: Log, span: SpanThen | undefined): unknown {
  const isWhole = span === undefined || (span.type === 'workflow' && span.state === undefined);
  return isWhole ? (span?.output ?? executionData.finalOutput) : span.output;
}

/** What the code of the block printed; undefined for nothing. */
function stdoutOf(span: SpanThen | undefined): string | undefined {
  const output = span?.output;
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return undefined;
  const { stdout } = output as Readonly<Record<string, unknown>>;
  return typeof stdout === 'string' && stdout !== '' ? stdout : undefined;
}

function Printed({ text }: { readonly text: string }): ReactNode {
  return (
    <pre className={styles['printed']} dir="auto" tabIndex={0}>
      {text}
    </pre>
  );
}

interface ValueProps {
  readonly of: Log;
  readonly workspaceId: string;
  readonly value: unknown;
  readonly absent: string;
}

function Value({ of: { executionId }, workspaceId, value, absent }: ValueProps): ReactNode {
  const bytes = leftOutBytes(value);
  if (bytes !== undefined) {
    return (
      <p className={styles['none']}>
        {bytesText(bytes)} are too much to be shown here.{' '}
        <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }} search={{ view: 'events' }}>
          The events of the run
        </Link>{' '}
        have them part by part.
      </p>
    );
  }
  return value === undefined ? <p className={styles['none']}>{absent}</p> : <JsonTree value={value} />;
}

function ErrorTab({ span }: { readonly span: SpanThen }): ReactNode {
  return (
    <div className={styles['stack']}>
      <p className={styles['message']} dir="auto">
        {span.errorMessage}
      </p>
      {span.errorHandled === true && <p>The error edge of the block took over, so the run went on.</p>}
    </div>
  );
}

function Timing({ span, queuedMs }: { readonly span: SpanThen; readonly queuedMs: number | undefined }): ReactNode {
  const { startTime, endTime, waitedMs, tries, firstTokenMs, tokens, cost, model, warning, state: then } = span;
  return (
    <Facts
      facts={[
        ['Started', exactTime(startTime)],
        ...(then === undefined
          ? ([
              ['Ended', exactTime(endTime)],
              ['Duration', <Duration key="duration" ms={workedMs(span)} />],
            ] as const)
          : ([['At this moment', then]] as const)),
        ...(waitedMs === undefined || then === 'not started' ? [] : [['Waited', <Duration key="waited" ms={waitedMs} />] as const]),
        ...(queuedMs === undefined ? [] : [['Of it in the queue', <Duration key="queued" ms={queuedMs} />] as const]),
        ...(tries === undefined ? [] : [['Tries', tries] as const]),
        ...(model === undefined ? [] : [['Model', model] as const]),
        ...(firstTokenMs === undefined ? [] : [['First token', <Duration key="first" ms={firstTokenMs} />] as const]),
        ...(tokens === undefined ? [] : [['Tokens', `${tokens.input} read, ${tokens.output} written`] as const]),
        ...(cost === undefined || cost === null ? [] : [['Cost', <Money key="cost" usd={cost.total} />] as const]),
        ...(warning === undefined ? [] : [['Warning', warning] as const]),
      ]}
    />
  );
}

function WholeRun({ run }: { readonly run: Log }): ReactNode {
  const { executionId, executionData, modelsUsed, endedAt, integrity } = run;
  return (
    <div className={styles['stack']}>
      <Facts
        facts={[
          ['Id', <code key="id">{executionId}</code>],
          ...(endedAt === null ? [] : [['Ended', exactTime(endedAt)] as const]),
          ...(modelsUsed.length === 0 ? [] : [['Models', modelsUsed.join(', ')] as const]),
          ...(integrity === null ? [] : [['Stored events', integrity.status] as const]),
        ]}
      />
      <h3>Input of the run</h3>
      <JsonTree value={executionData.workflowInput} />
      <h3>Output of the run</h3>
      <JsonTree value={executionData.finalOutput} />
    </div>
  );
}
