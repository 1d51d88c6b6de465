/** The script of a part did not arrive. Browsers do not ask for it again before the page is loaded again. */
export class NotLoaded extends Error {
  constructor(
    readonly isReached: boolean,
    cause: unknown,
  ) {
    super(isReached ? 'To show this, the page has to be loaded again.' : 'The server cannot be reached.', { cause });
  }
}

/** Loads the script of a part, and says in words of people why it did not arrive. */
export function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch(async (error: unknown) => {
    throw new NotLoaded(await isReached(), error);
  });
}

/** Loads the page again if the server is there: without it, the browser would replace the page by its error. */
export async function loadAgain(): Promise<void> {
  if (await isReached()) location.reload();
}

function isReached(): Promise<boolean> {
  return fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
