import { lazyRouteComponent as lazyOfRouter } from '@tanstack/react-router';
import { loadScript, NotLoaded } from '../parts/load-script.js';

/** A page whose script is loaded when it is shown. A script that the server does not have any more loads the whole page again, once. */
export const lazyRouteComponent: typeof lazyOfRouter = (load, name) =>
  lazyOfRouter(
    () =>
      loadScript(load).catch((error: unknown) => {
        throw error instanceof NotLoaded && error.isReached ? error.cause : error;
      }),
    name,
  );
