import { BlockFields } from '../domain/block-fields.js';
import { everyMinute } from '../schedules/every-minute.js';
import { written, type TriggerKind } from './trigger-kind.js';

export const rss = 'rss';

/** The configuration of a trigger that fires for the items of a feed. */
export type RssConfig = {
  /** As it is written: a reference to a secret stays one. */
  readonly feedUrl: string;
};

/** A new item of a feed starts a run. Its configuration is an `RssConfig`. */
export const rssKind: TriggerKind = {
  kind: rss,
  shownAs: 'polling',
  trigger: 'webhook',
  reads: (block) => block.type === rss || (block['triggerMode'] === true && written(block, 'triggerId') === 'rss_poller'),
  read: (block) => {
    const fields = new BlockFields(block);
    const feedUrl = fields.text('feedUrl') ?? '';
    if (feedUrl === '') fields.missing('feedUrl');
    else if (!feedUrl.includes('{{') && !isWebAddress(feedUrl))
      fields.refuse('feedUrl', 'needs a feedUrl that begins with http:// or https://');
    return fields.problems.length > 0
      ? { problems: fields.problems }
      : { provider: rss, hasAddress: false, config: { feedUrl } satisfies RssConfig };
  },
  schedule: () => everyMinute,
  polls: true,
};

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
