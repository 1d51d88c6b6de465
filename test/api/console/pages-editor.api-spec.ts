import type { ConsoleWorld } from '../../support/console/console-world.js';
import { describePages } from '../../support/console/describe-pages.js';

const editor =
  (search: string, workflow: keyof ConsoleWorld['workflows'] = 'completes') =>
  ({ workspaceId, workflows }: ConsoleWorld): string =>
    `/workspace/${workspaceId}/w/${workflows[workflow]}?${search}`;

describePages('the states of the editor', [
  { name: 'editor-block', path: editor('block=total'), ready: 'Add the tax' },
  { name: 'editor-selection', path: editor('select=total,letter'), ready: '2 blocks are selected' },
  { name: 'editor-test', path: editor('tab=run&block=total'), ready: 'Run to here' },
  {
    name: 'editor-run',
    path: (world) => editor(`run=${world.runs.failed}&tab=run`, 'fails')(world),
    ready: 'Fix and run again',
  },
  {
    name: 'editor-moment',
    path: (world) => editor(`run=${world.runs.completed}&tab=data&block=total&at=4`)(world),
    ready: 'Event 4 of',
  },
  {
    name: 'editor-data',
    path: (world) => editor(`run=${world.runs.completed}&tab=data&block=total`)(world),
    ready: 'Pin this output',
  },
  { name: 'editor-problems', path: editor('tab=problems', 'asks'), ready: 'Problems' },
  { name: 'editor-variables', path: editor('tab=variables'), ready: 'Variables' },
  { name: 'editor-versions', path: editor('tab=versions'), ready: 'v1' },
  { name: 'editor-version', path: editor('v=1&tab=versions'), ready: 'Back to the draft' },
]);
