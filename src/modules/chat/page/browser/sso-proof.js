import { element } from './elements.js';

/** What a visit to a provider has failed with, for people. */
const problems = {
  SIGN_IN_DENIED: 'The sign-in was cancelled.',
  SIGN_IN_EXPIRED: 'The sign-in took too long. Please try again.',
  NOT_ALLOWED: 'The address of this account may not use this chat.',
  EMAIL_NOT_VERIFIED: 'The provider has not verified the e-mail address of this account.',
  PROVIDER_UNAVAILABLE: 'The provider does not answer. Please try again later.',
  RATE_LIMIT_EXCEEDED: 'Too many attempts. Please wait a minute.',
};

/** A button for each provider at which the visitor may prove an address. */
export async function askForAccount(api) {
  const text = document.getElementById('gate-text');
  const place = document.getElementById('providers');
  // A frame of another site has other cookies than the page that the provider leads back to, and providers refuse to be framed.
  if (window.top !== window) {
    text.textContent = 'This chat needs you to sign in, which is not possible inside another page.';
    const link = element('a', {
      className: 'button',
      href: location.pathname,
      target: '_blank',
      rel: 'noopener',
      textContent: 'Open the chat',
    });
    place.replaceChildren(link);
    place.hidden = false;
    return;
  }
  text.textContent = 'This chat needs you to sign in.';
  showProblem();
  const response = await fetch('/api/v1/sign-in');
  const { data } = await response.json();
  place.replaceChildren(
    ...data.providers.map(({ id, name }) =>
      element('a', { className: 'button', href: `${api}/sso/${encodeURIComponent(id)}`, textContent: `Continue with ${name}` }),
    ),
  );
  place.hidden = false;
  place.querySelector('a')?.focus();
}

/** The reason is in the address once. A reload does not show it again. */
function showProblem() {
  const code = new URLSearchParams(location.search).get('problem');
  if (code === null) return;
  document.getElementById('providers-problem').textContent = problems[code] ?? 'The sign-in has failed. Please try again.';
  history.replaceState(null, '', location.pathname);
}
