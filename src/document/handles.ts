import { isContainer, parentOf } from './block-roles.js';
import type { Block } from './document.js';

const defaultSourceHandle = 'source';
export const errorHandle = 'error';
const defaultTargetHandle = 'target';

/** Older editors used the side of the block as the handle of an edge. */
const legacySide = /^(?:source|target)-(?:left|right|top|bottom)$/;

/** The handle from a container to its first inner block. */
export function startHandle(container: Block): string {
  return `${container.type}-start-source`;
}

/** The handle from a container to the block after it. */
export function endHandle(container: Block): string {
  return `${container.type}-end-source`;
}

export function healTargetHandle(handle: string): string {
  return handle === '' || legacySide.test(handle) ? defaultTargetHandle : handle;
}

/** The default output of a container becomes its start or its end, depending on where the edge leads. */
export function healSourceHandle(handle: string, source: Block | undefined, target: Block | undefined): string {
  if (handle !== '' && handle !== defaultSourceHandle && !legacySide.test(handle)) return handle;
  if (source === undefined || !isContainer(source)) return defaultSourceHandle;
  return isInside(source, target) ? startHandle(source) : endHandle(source);
}

export function isInside(container: Block, block: Block | undefined): boolean {
  return block !== undefined && parentOf(block) === container.id;
}
