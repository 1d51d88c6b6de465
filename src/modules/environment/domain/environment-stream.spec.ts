import { describe, expect, it } from '@jest/globals';
import { isId } from '#kernel/ids.js';
import { environmentStreamId } from './environment-stream.js';

const workspaceId = '019a9e6c-7d3f-7a51-8c2e-0123456789ab';

describe('the stream of an environment', () => {
  it('keeps its id forever, because its events are stored under it', () => {
    expect(environmentStreamId(workspaceId)).toBe('019a9e6c-7d3f-7a51-8c2e-644d330efbc4');
  });

  it.each([workspaceId, '019a9e6c-7d3f-7a51-8c2e-656e7669726f', '019a9e6c-7d3f-7a51-8c2e-000000000000'])('of %s is an id', (id) => {
    expect(isId(environmentStreamId(id))).toBe(true);
  });

  it('differs from that of the workspace and of other workspaces', () => {
    const other = '019a9e6c-7d3f-7a51-8c2e-0123456789ac';
    expect(new Set([workspaceId, other, environmentStreamId(workspaceId), environmentStreamId(other)]).size).toBe(4);
  });
});
