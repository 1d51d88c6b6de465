import { defineBlock } from '../../define-block.js';
import { text } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

/** The module of triggers reads the fields when the workflow is deployed and when the feed is asked. */
export const rssBlock = defineBlock({
  type: 'rss',
  name: 'RSS Feed',
  description: 'Starts a run for each new item of a feed.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    feedUrl: text(
      'Address of an RSS, Atom or JSON feed, such as `https://example.com/feed.xml`. A secret, `{{NAME}}`, keeps a key out of the document.',
    ),
  },
  outputs: {
    title: output('string', 'Title of the item.'),
    link: output('string', 'Address of the item.'),
    pubDate: output('string', 'When it was published, as in the feed.'),
    item: output(
      'object',
      'The item: `title`, `link`, `pubDate`, `guid`, `summary`, `content`, `contentSnippet`, `author`, `categories`, `enclosure`, `isoDate`.',
    ),
    feed: output('object', 'The feed: `title`, `link`, `feedDescription`.'),
    timestamp: output('string', 'When the item was found.'),
  },
  run: (_fields, context) => ({ output: firedOutput(context.input) }),
});
