import { document } from './document.js';
import { errorSummary } from './form/error-summary.js';
import { keyInput } from './form/key-input.js';
import { markup, type Html, type HtmlPart } from '#edge/answer/markup.js';

/** Why the page asks for a key. */
export type KeyPageReason =
  | 'no-link'
  | 'link-expired'
  | 'link-wrong'
  | 'too-many-links'
  | 'key-refused'
  | 'too-many-keys'
  | 'nothing-here'
  | 'session-ended'
  | 'other-site';

const messages: Readonly<Record<Exclude<KeyPageReason, 'no-link'>, string>> = {
  'link-expired': 'This link has expired. Ask its sender for a new link.',
  'link-wrong': 'This link is not valid. It may be incomplete: open it again from the original message.',
  'too-many-links': 'Too many links that are not valid. Try again in a minute.',
  'key-refused': 'This API key is not valid.',
  'too-many-keys': 'Too many API keys that are not valid. Try again in a minute.',
  'nothing-here': 'There is nothing at this address that you may see.',
  'session-ended': 'Your session has ended. Sign in again, or type in an API key.',
  'other-site': 'This answer came from a page of another site, so it was not taken. Open this page by its address, and answer again.',
};

/** What the page needs beside its reason. */
interface KeyPage {
  /** The address of this page, without its host. */
  readonly path: string;
  /** An answer that was sent without a valid key or session: the next form sends it again, so that it need not be typed twice. */
  readonly carried?: ReadonlyMap<string, string> | undefined;
}

/** The page for visitors without a valid link, key or session. It says nothing about the run, not even whether it exists. */
export function renderKeyPage(reason: KeyPageReason, { path, carried = new Map() }: KeyPage): string {
  const isAnswer = carried.has('contextId');
  const isRefused = reason === 'key-refused';
  const hidden = [...carried].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);
  const content = markup`${message(reason)}
    <h1>A workflow asks</h1>
    <section>
      <p>To see what it asks, open the link that was sent to you, or ${signIn(path, reason)}, or type in an API key that may see this run.</p>
      ${reason === 'session-ended' && again(hidden, isAnswer)}
      <form method="post" action="?">${hidden}${keyInput('key', isRefused ? messages[reason] : undefined)}
        <button type="submit">${isAnswer ? 'Send the answer' : 'Show'}</button>
      </form>
    </section>`;
  return document('A workflow asks', content);
}

/** In another tab where this page holds an answer that would be lost. */
function signIn(path: string, reason: KeyPageReason): Html {
  return markup`<a href="/login?next=${encodeURIComponent(path)}"${reason === 'session-ended' && markup` target="_blank" rel="noreferrer"`}>sign in</a>`;
}

function again(hidden: readonly Html[], isAnswer: boolean): Html {
  return markup`<form method="post" action="?">${hidden}<p>After you have signed in in another tab:</p>
    <button type="submit" class="second">${isAnswer ? 'Send the answer as before' : 'Show'}</button></form>`;
}

function message(reason: KeyPageReason): HtmlPart {
  if (reason === 'no-link') return null;
  return reason === 'key-refused' ? errorSummary([{ id: 'key', message: messages[reason] }]) : warning(messages[reason]);
}

function warning(text: string): Html {
  return markup`<div class="notice wrong" role="alert"><p>${text}</p></div>`;
}
