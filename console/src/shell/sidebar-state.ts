import { shared } from '../api/shared.js';

/** On narrow windows: whether the navigation is open. */
export const sidebar = shared(false);
/** Whether the palette of commands is open. */
export const palette = shared(false);
/** Whether the list of keys is open. */
export const keyList = shared(false);
