import type { Log } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { effectsQuery } from '../../api/run.js';
import { Duration, exactTime, Money, Time } from '../../parts/show/amount.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { Tabs } from '../../parts/show/tabs.js';
import type { SpanThen } from '../../run/moments.js';
import styles from './run.module.css';

interface InspectorProps {
  readonly run: Log;
  readonly workspaceId: string;
  readonly span: SpanThen | undefined;
  readonly tab: string | undefined;
  readonly onTab: (tab: string) => void;
}

/** All about the selected span. */
export function Inspector({ run, workspaceId, span, tab, onTab }: InspectorProps): ReactNode {
  const tabs = [
    ...(span?.errorMessage === undefined ? [] : [{ id: 'error', label: 'Error', content: <ErrorTab span={span} /> }]),
    { id: 'input', label: 'Input', content: <Value value={inputOf(run, span)} absent="This block had no input." /> },
    { id: 'output', label: 'Output', content: <Value value={outputOf(run, span)} absent="This block has no output." /> },
    ...(stdoutOf(span) === undefined ? [] : [{ id: 'printed', label: 'Console', content: <Printed text={stdoutOf(span) ?? ''} /> }]),
    { id: 'timing', label: 'Timing', content: span === undefined ? null : <Timing span={span} /> },
    { id: 'effects', label: 'Effects', content: <Effects run={run} workspaceId={workspaceId} span={span} /> },
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

function Value({ value, absent }: { readonly value: unknown; readonly absent: string }): ReactNode {
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

function Timing({ span }: { readonly span: SpanThen }): ReactNode {
  const { startTime, endTime, duration, waitedMs, tries, firstTokenMs, tokens, cost, model, warning, state: then } = span;
  return (
    <Facts
      facts={[
        ['Started', exactTime(startTime)],
        ...(then === undefined
          ? ([
              ['Ended', exactTime(endTime)],
              ['Duration', <Duration key="duration" ms={duration} />],
            ] as const)
          : ([['At this moment', then]] as const)),
        ...(waitedMs === undefined ? [] : [['Waited', <Duration key="waited" ms={waitedMs} />] as const]),
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

interface EffectsProps {
  readonly run: Log;
  readonly workspaceId: string;
  readonly span: SpanThen | undefined;
}

/** What left the server: of the block, or of the whole run. */
function Effects({ run, workspaceId, span }: EffectsProps): ReactNode {
  const effects = useQuery(effectsQuery(workspaceId, run.executionId));
  if (effects.error !== null) return <Problem error={effects.error} onRetry={() => void effects.refetch()} />;
  const blockId = span?.blockId;
  const shown = effects.data?.filter((effect) => blockId === undefined || effect.blockId === blockId);
  if (shown === undefined) return null;
  if (shown.length === 0) return <p className={styles['none']}>Nothing was sent out of this server.</p>;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Target</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ effectKey, outcome, target, kind, error, intendedAt }) => (
          <tr key={effectKey}>
            <td>{outcome}</td>
            <td>
              {kind} {target}
              {error !== undefined && <p className={styles['none']}>{error}</p>}
            </td>
            <td>
              <Time at={intendedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
