import { document } from './document.js';
import { errorSummary } from './form/error-summary.js';
import { keyInput } from './form/key-input.js';
import { markup, type Html, type HtmlPart } from '#edge/answer/markup.js';

/** Why somebody is asked for a key. */
export type KeyPageReason = 'no-link' | 'link-expired' | 'link-wrong' | 'key-refused' | 'too-many-keys' | 'nothing-here';

const messages: Readonly<Record<Exclude<KeyPageReason, 'no-link'>, string>> = {
  'link-expired': 'This link has expired. Whoever sent it can send you another one.',
  'link-wrong': 'This link is not valid. It may have been cut off: open it again from the message it came with.',
  'key-refused': 'This API key is not valid.',
  'too-many-keys': 'Too many API keys that are not valid. Try again in a minute.',
  'nothing-here': 'There is nothing at this address that your key may see.',
};

/**
 * What is shown to those who have no link or key that counts. It tells nothing about the run, not even whether there is one.
 * `carried` is an answer that came with a key that does not count: it is sent again with the next one, so that nobody types it twice.
 */
export function renderKeyPage(reason: KeyPageReason, carried: ReadonlyMap<string, string> = new Map()): string {
  const isAnswer = carried.size > 0;
  const isRefused = reason === 'key-refused';
  const hidden = [...carried].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);
  const content = markup`${message(reason)}
    <h1>A workflow asks</h1>
    <section>
      <p>To see what it asks, open the link that was sent to you, or type in an API key that may see this run.</p>
      <form method="post" action="?">${hidden}${keyInput('key', isRefused ? messages[reason] : undefined)}
        <button type="submit">${isAnswer ? 'Send the answer' : 'Show'}</button>
      </form>
    </section>`;
  return document('A workflow asks', content);
}

function message(reason: KeyPageReason): HtmlPart {
  if (reason === 'no-link') return null;
  return reason === 'key-refused' ? errorSummary([{ id: 'key', message: messages[reason] }]) : warning(messages[reason]);
}

function warning(text: string): Html {
  return markup`<div class="notice wrong" role="alert"><p>${text}</p></div>`;
}
