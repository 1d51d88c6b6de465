import type { Log } from '@sluice/client';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { keys } from '../../api/keys.js';
import { answersQuery } from '../../api/run.js';
import { useRunEvents, type RunEvents } from '../../api/run-events.js';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { answersInQueue, hasAnsweredWait } from '../../run/answers-in-queue.js';
import { momentMs, spansAt, type SpanThen } from '../../run/moments.js';
import { spanById, spanToShow } from '../../run/span-rows.js';
import { spanOfBlock, spansOfBlocks } from '../../run/block-states.js';
import { queuedMs } from '../../run/queued-ms.js';
import { CanvasView } from './canvas-view.js';
import { EventDetails } from './events/event-details.js';
import { EventList } from './events/event-list.js';
import { Inspector } from './inspector.js';
import { RunNotes } from './run-notes.js';
import type { RunSearch } from './run-search.js';
import { RunTitle } from './run-title.js';
import { TimeSlider } from './time-slider.js';
import { Waterfall } from './waterfall.js';
import { WhyPanel } from './why-panel.js';
import styles from './run.module.css';

const path = '/signed-in/workspace/$workspaceId/logs/$executionId';

interface RunViewProps {
  readonly run: Log;
  readonly workspaceId: string;
}

/** The trace or the events of a run on the left, all about what is selected on the right. */
export function RunView({ run, workspaceId }: RunViewProps): ReactNode {
  const search = useSearch({ from: path });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/logs/$executionId' });
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  /** What the person did last with the slider, which takes the focus with it. */
  const [stepping, setStepping] = useState<'begun' | 'left'>();
  const { traceSpans } = run.executionData;
  const isActive = run.endedAt === null;
  const read = useRunEvents(workspaceId, run.executionId, isActive || search.view !== undefined || search.at !== undefined);
  useFreshRun(run, workspaceId, read);
  const moment = read.events.length === 0 ? undefined : search.at;
  const spans: readonly SpanThen[] = useMemo(
    () => (moment === undefined ? traceSpans : spansAt(traceSpans, read.events, moment)),
    [traceSpans, read.events, moment],
  );
  const { data: answers } = useQuery({ ...answersQuery(workspaceId, run), enabled: hasAnsweredWait(traceSpans) });
  const answersQueuedMs = useMemo(() => answersInQueue(traceSpans, answers ?? []), [traceSpans, answers]);
  const ofBlocks = useMemo(() => spansOfBlocks(spans), [spans]);
  const names = useMemo(() => new Map([...ofBlocks].map(([id, [span]]) => [id, span?.name ?? id])), [ofBlocks]);
  const isCanvas = search.view === 'canvas';
  const block = isCanvas ? search.block : undefined;
  const selected = block === undefined ? spanIn(spans, search.span) : spanOfBlock(ofBlocks.get(block) ?? []);
  const show = (change: { readonly [K in keyof RunSearch]: RunSearch[K] | undefined }): void =>
    void navigate({ search: defined({ ...search, ...change }), replace: true });
  const fold = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const step = (at: number | undefined): void => {
    setStepping(at === undefined ? 'left' : 'begun');
    show({ at });
  };
  return (
    <>
      <RunTitle run={run} onBlame={(span) => show({ view: undefined, span, tab: 'error' })} />
      <RunNotes run={run} workspaceId={workspaceId} />
      <div className={styles['split']} data-canvas={isCanvas || undefined} ref={measureAbove}>
        <div className={styles['side']}>
          <div className={styles['views']}>
            <Choice
              label="View"
              value={search.view ?? 'trace'}
              options={[
                { value: 'trace', label: 'Trace' },
                { value: 'canvas', label: 'Canvas' },
                { value: 'events', label: 'Events' },
              ]}
              onChange={(view) => {
                setStepping(undefined);
                show({ view: view === 'trace' ? undefined : view });
              }}
            />
            {search.view !== 'events' && search.at === undefined && (
              <Button look="quiet" autoFocus={stepping === 'left'} onPress={() => step(1)}>
                <History size={14} strokeWidth={1.5} aria-hidden />
                Step through
              </Button>
            )}
          </div>
          {search.view === 'events' ? (
            <EventList
              read={read}
              names={names}
              kind={search.kind}
              selected={search.at}
              onKind={(kind) => show({ kind })}
              onSelect={(at) => show({ at })}
            />
          ) : (
            <>
              {isCanvas ? (
                <CanvasView
                  workspaceId={workspaceId}
                  executionId={run.executionId}
                  spans={spans}
                  selected={block ?? selected?.blockId}
                  onSelect={(next) => show({ block: next, span: undefined })}
                />
              ) : (
                <Waterfall
                  spans={spans}
                  closed={closed}
                  selected={selected?.id}
                  queuedMs={queuedMs(run)}
                  answersQueuedMs={answersQueuedMs}
                  momentMs={moment === undefined ? undefined : momentMs(read.events, moment)}
                  onFold={fold}
                  onSelect={(span) => show({ span })}
                />
              )}
              {search.at !== undefined && read.events.length > 0 && (
                <TimeSlider events={read.events} at={search.at} isFocused={stepping === 'begun'} onMove={step} />
              )}
            </>
          )}
        </div>
        {search.view === 'events' ? (
          <EventDetails
            event={read.events.find(({ position }) => position === search.at)}
            workspaceId={workspaceId}
            executionId={run.executionId}
          />
        ) : block !== undefined && selected === undefined ? (
          <WhyPanel
            workspaceId={workspaceId}
            executionId={run.executionId}
            blockId={block}
            read={read}
            onBlock={(next) => show({ block: next })}
            onEvent={(at) => show({ view: 'events', at })}
          />
        ) : (
          <Inspector
            run={run}
            workspaceId={workspaceId}
            span={selected}
            answersQueuedMs={answersQueuedMs}
            tab={search.tab}
            onTab={(tab) => show({ tab })}
          />
        )}
      </div>
    </>
  );
}

/** The span of the address, or the one that people look for first. */
function spanIn(spans: readonly SpanThen[], id: string | undefined): SpanThen | undefined {
  return (id === undefined ? undefined : spanById(spans, id)) ?? spanToShow(spans);
}

const gatherMs = 300;
const againMs = 1000;

/** Reads an active run again when it has new events; after its last event, until its entry in the log says so too. */
function useFreshRun(run: Log, workspaceId: string, { events, isWhole }: RunEvents): void {
  const queries = useQueryClient();
  const queryKey = keys.run(workspaceId, run.executionId);
  const isFetching = useIsFetching({ queryKey, exact: true }) > 0;
  const [known, setKnown] = useState(0);
  const isActive = run.endedAt === null;
  const isBehind = isActive && !isFetching && (events.length > known || isWhole);
  useEffect(() => {
    if (!isBehind) return;
    const refresh = (): void => {
      setKnown(events.length);
      void queries.invalidateQueries({ queryKey });
    };
    const timer = setTimeout(refresh, events.length > known ? gatherMs : againMs);
    return () => clearTimeout(timer);
    // More events must not put the refresh off.
  }, [isBehind]);
}

function defined(search: { readonly [K in keyof RunSearch]: RunSearch[K] | undefined }): RunSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** Tells the style how much is above, so that trace and inspector fill the rest of the window. */
function measureAbove(element: HTMLElement | null): void {
  if (element === null) return;
  element.style.setProperty('--above', `${Math.round(element.getBoundingClientRect().top + window.scrollY) - 48}px`);
}
