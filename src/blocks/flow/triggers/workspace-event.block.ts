import { defineBlock } from '../../define-block.js';
import { asWritten, choice, writtenNumber } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

/** What happens in a workspace and can start a run. */
export const workspaceEventTypes = [
  'execution_error',
  'execution_success',
  'workflow_deployed',
  'workflow_undeployed',
  'consecutive_failures',
  'failure_rate',
  'latency_threshold',
  'latency_spike',
  'cost_threshold',
  'error_count',
  'no_activity',
  'trigger_disabled',
] as const;

type EventType = (typeof workspaceEventTypes)[number];

const when = (...types: readonly EventType[]) => ({ 'x-when': { eventType: types } });

/** The module of triggers reads the fields when the workflow is deployed and when something happens. */
export const workspaceEventBlock = defineBlock({
  type: 'sim_workspace_event',
  name: 'Workspace Event',
  description: 'Starts a run when a run of another workflow ends, when a workflow is deployed, or when runs break a rule.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    eventType: choice('What must happen in the workspace to start a run.', workspaceEventTypes, { default: 'execution_error' }),
    workflowIds: asWritten({
      description: 'The workflows that are watched: their ids, with commas between them. Empty: all of the workspace but this one.',
    }),
    consecutiveFailures: writtenNumber('How many runs in a row must fail.', { default: 3, ...when('consecutive_failures') }),
    failureRatePercent: writtenNumber('How many of 100 runs in the window must fail.', { default: 50, ...when('failure_rate') }),
    durationThresholdMs: writtenNumber('A run that takes longer counts, in milliseconds.', {
      default: 30_000,
      ...when('latency_threshold'),
    }),
    latencySpikePercent: writtenNumber('By how many percent a run must take longer than the mean of the window: 100 is twice as long.', {
      default: 100,
      ...when('latency_spike'),
    }),
    costThresholdCredits: writtenNumber('A run that costs more counts, in credits of $0.005: 200 are one US dollar.', {
      default: 200,
      ...when('cost_threshold'),
    }),
    errorCountThreshold: writtenNumber('How many runs in the window must fail.', { default: 10, ...when('error_count') }),
    windowHours: writtenNumber('How many hours back runs count, up to 168.', {
      default: 24,
      ...when('failure_rate', 'latency_spike', 'error_count'),
    }),
    inactivityHours: writtenNumber('How many hours must pass without a run, up to 720.', { default: 24, ...when('no_activity') }),
  },
  outputs: {
    event: output('string', 'The value of `eventType`.'),
    timestamp: output('string', 'When it happened.'),
    workflowId: output('string', 'Id of the workflow.'),
    workflowName: output(['string', 'null'], 'Name of the workflow.'),
    runId: output(['string', 'null'], 'Id of the run that ended.'),
    trigger: output(['string', 'null'], 'How that run was started; `manual` for a run of the draft.'),
    durationMs: output(['number', 'null'], 'Its duration, in ms.'),
    cost: output(['number', 'null'], 'Its cost, in US dollars.'),
    error: output(['string', 'null'], 'Why it failed.'),
    finalOutput: output('object', 'Its output; of one above 64 KB, the beginning of its JSON.'),
    triggeringRun: output(['object', 'null'], 'Of a rule: the run whose end broke it.'),
    version: output(['integer', 'null'], 'Of a deployment: the version.'),
  },
  run: (_fields, context) => ({ output: firedOutput(context.input) }),
});
