import { markup, type Html } from '#edge/answer/markup.js';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A time for people. In UTC, because a page without a script does not know the time zone of its reader. */
export function moment(iso: string): Html {
  return markup`<time datetime="${iso}">${format.format(new Date(iso))} UTC</time>`;
}
