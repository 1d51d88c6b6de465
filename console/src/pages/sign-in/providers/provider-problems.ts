const texts: Readonly<Record<string, (provider: string) => string>> = {
  SIGN_IN_EXPIRED: () => 'This sign-in was used, took longer than ten minutes, or began in another browser. Begin again.',
  SIGN_IN_DENIED: (provider) => `The sign-in was cancelled at ${provider}.`,
  PROVIDER_REFUSED: (provider) => `The answer of ${provider} was not accepted. The log of the server says why.`,
  CLOCKS_DIFFER: (provider) => `The clocks of ${provider} and of this server differ too much. An operator must set them.`,
  PROVIDER_UNAVAILABLE: (provider) => `${provider} does not answer. Try again, or sign in with a password.`,
  EMAIL_NOT_VERIFIED: (provider) => `${provider} has not verified your e-mail address. Verify it there, then sign in again.`,
  ADDRESS_NOT_PROVED: (provider) =>
    `A user here has the address of your account at ${provider}, and nothing has shown yet that it is you. Sign in with your password once and link the account under Account, or ask an operator for a recovery link.`,
  NO_ROLE: (provider) => `None of your groups at ${provider} has a role here. Ask an operator of this server for one.`,
  NOT_INVITED: (provider) =>
    `Your account at ${provider} belongs to no user here, and its address is not invited. Ask a colleague for an invitation.`,
  ACCOUNT_SUSPENDED: () => 'Your user is suspended. An operator of this server can end that.',
  OTHER_ACCOUNT: (provider) => `You have signed in at ${provider} with another account than the one of your user here.`,
  NOT_FOUND: () => 'This provider is not known here.',
  RATE_LIMIT_EXCEEDED: () => 'Too many attempts from your address. Try again in a minute.',
};

/** Why no one was signed in at a provider, in words for the person. */
export function providerProblem(code: string, provider: string): string {
  return texts[code]?.(provider) ?? `The sign-in at ${provider} failed (${code}).`;
}
