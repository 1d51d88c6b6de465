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

/** The module of triggers reads the fields when the workflow is deployed and when something happens. */
export const workspaceEventBlock = defineBlock({
  type: 'sim_workspace_event',
  name: 'Workspace Event',
  description: 'Starts a run when a run of another workflow ends, when a workflow is deployed, or when runs break a rule.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    eventType: choice('What starts a run.', workspaceEventTypes, { default: 'execution_error' }),
    workflowIds: asWritten({ description: 'Ids of the workflows, as a list or with commas. Absent: all of the workspace but this one.' }),
    consecutiveFailures: writtenNumber('`consecutive_failures`: how many runs in a row must fail.', { default: 3 }),
    failureRatePercent: writtenNumber('`failure_rate`: percentage of runs in the window that must fail.', { default: 50 }),
    durationThresholdMs: writtenNumber('`latency_threshold`: duration of a run, in ms, that must be exceeded.', { default: 30_000 }),
    latencySpikePercent: writtenNumber('`latency_spike`: by how many percent a run must exceed the mean duration in the window.', {
      default: 100,
    }),
    costThresholdCredits: writtenNumber('`cost_threshold`: cost of a run, in credits of $0.005, that must be exceeded.', { default: 200 }),
    errorCountThreshold: writtenNumber('`error_count`: how many runs in the window must fail.', { default: 10 }),
    windowHours: writtenNumber('The window of `failure_rate`, `latency_spike` and `error_count`, in hours, up to 168.', { default: 24 }),
    inactivityHours: writtenNumber('`no_activity`: hours without a run, up to 720.', { default: 24 }),
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
