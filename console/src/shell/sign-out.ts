import { SluiceError } from '@sluice/client';
import { api } from '../api/client.js';
import { forgetContent } from '../api/kept-content.js';
import { openDraft, shared } from '../api/shared.js';

/** How long signing out waits for edits that are being sent. */
const patienceMs = 3000;

/** Why the person is still signed in; undefined when they have not tried to sign out, or may try again. */
export const signOutError = shared<unknown>(undefined);

/** Loads the sign-in page again, so that nothing of the session stays in memory. */
export async function signOut(): Promise<void> {
  signOutError.set(undefined);
  try {
    // What cannot be sent now stays, and is sent when its author signs in again.
    const saved = openDraft.get()?.save();
    await Promise.race([saved?.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    await api.session.signOut();
  } catch (error) {
    const isOver = error instanceof SluiceError && error.status === 401;
    if (!isOver) return signOutError.set(error);
  }
  forgetContent();
  location.assign('/login');
}
