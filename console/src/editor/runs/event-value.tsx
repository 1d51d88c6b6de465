import { useMemo, type ReactNode } from 'react';
import type { ShownEvent } from '@sluice/client';
import { JsonTree } from '../../parts/show/json-tree.js';
import { partsOf, type EventPlace } from './parts-of.js';

interface EventValueProps extends Omit<EventPlace, 'position'> {
  readonly event: ShownEvent;
  readonly member: 'input' | 'output';
  readonly referenceTo?: ((path: string) => string | undefined) | undefined;
}

/** A value in an event of a run. Large parts are loaded when asked for. */
export function EventValue({ event, member, workspaceId, executionId, referenceTo }: EventValueProps): ReactNode {
  const { position, payload } = event;
  const load = useMemo(() => partsOf({ workspaceId, executionId, position }, member), [workspaceId, executionId, position, member]);
  return <JsonTree key={position} value={payload[member]} load={load} referenceTo={referenceTo} />;
}
