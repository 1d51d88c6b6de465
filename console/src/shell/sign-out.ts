import { api } from '../api/client.js';

/** Loads the sign-in page again, so that nothing of the session stays in memory. */
export async function signOut(): Promise<void> {
  await api.session.signOut();
  location.assign('/login');
}
