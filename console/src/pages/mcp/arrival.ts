const problems: Readonly<Record<string, string>> = {
  SIGN_IN_DENIED: 'The sign-in was cancelled at the server.',
  SIGN_IN_EXPIRED: 'The sign-in took longer than ten minutes, or began in another browser. Choose Sign in again.',
  CONFLICT: 'The settings of the server were changed during the sign-in. Choose Sign in again.',
  MCP_DENIED: 'The authorization server did not accept the sign-in. Choose Sign in again, or check the client and its secret.',
};

/** What the visit of an authorization server has led to, which it says in the address. */
export function arrival(search: string = globalThis.location.search): string | undefined {
  const answer = new URLSearchParams(search);
  const problem = answer.get('problem');
  if (problem !== null) return problems[problem] ?? `The sign-in has failed (${problem}). Test the server to see why.`;
  return answer.get('authorized') === null ? undefined : 'You are signed in. Workflows use the server in your name.';
}
