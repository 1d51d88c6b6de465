import { document } from './document.js';
import { errorSummary } from './error-summary.js';
import { markup } from './markup.js';
import { keyInput } from './key-input.js';

/** Why somebody is asked for a key. */
export type KeyPageReason = 'no-link' | 'link-expired' | 'link-wrong' | 'key-refused' | 'too-many-keys' | 'nothing-here';

const messages: Readonly<Record<KeyPageReason, string | null>> = {
  'no-link': null,
  'link-expired': 'This link has expired. Whoever sent it can send you another one.',
  'link-wrong': 'This link is not valid. It may have been cut off: open it again from the message it came with.',
  'key-refused': 'This API key is not valid.',
  'too-many-keys': 'Too many API keys that are not valid. Try again in a minute.',
  'nothing-here': 'There is nothing at this address that your key may see.',
};

/** What is shown to those who have no link that counts. It tells nothing about the run, not even whether it exists. */
export function renderKeyPage(reason: KeyPageReason, hasAnswered = false): string {
  const message = messages[reason];
  const isAboutKey = reason === 'key-refused';
  const content = markup`${message !== null && !isAboutKey && markup`<div class="notice wrong" role="alert"><p>${message}</p></div>`}
    ${isAboutKey && errorSummary([{ id: 'key', message: messages[reason] ?? '' }])}
    ${hasAnswered && markup`<div class="notice" role="status"><p>Thank you. Your answer has been taken.</p></div>`}
    <h1>A workflow asks</h1>
    <section>
      <p>To see what it asks, open the link that was sent to you, or type in an API key that may see this run.</p>
      <form method="post" action="?">
        ${keyInput('key', isAboutKey ? (message ?? undefined) : undefined)}<button type="submit">Show</button>
      </form>
    </section>`;
  return document('A workflow asks', content);
}
