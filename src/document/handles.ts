import { isContainer, parentOf } from './block-roles.js';
import type { Block } from './document.js';

const defaultSourceHandle = 'source';
export const errorHandle = 'error';
const defaultTargetHandle = 'target';

/** Older editors named the side of the block that an edge was drawn from. */
const legacySide = /^(?:source|target)-(?:left|right|top|bottom)$/;

/** The handle through which a container leads to its first inner block. */
export function startHandle(container: Block): string {
  return `${container.type}-start-source`;
}

/** The handle through which a container leads to what comes after it. */
export function endHandle(container: Block): string {
  return `${container.type}-end-source`;
}

export function healTargetHandle(handle: string): string {
  return handle === '' || legacySide.test(handle) ? defaultTargetHandle : handle;
}

/** The default output of a container is, by where the edge leads, its start or its end. */
export function healSourceHandle(handle: string, source: Block | undefined, target: Block | undefined): string {
  if (handle !== '' && handle !== defaultSourceHandle && !legacySide.test(handle)) return handle;
  if (source === undefined || !isContainer(source)) return defaultSourceHandle;
  return isInside(source, target) ? startHandle(source) : endHandle(source);
}

export function isInside(container: Block, block: Block | undefined): boolean {
  return block !== undefined && parentOf(block) === container.id;
}
