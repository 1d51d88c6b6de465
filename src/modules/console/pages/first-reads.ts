/** What the page at an address needs first, beside what all pages need. */
export interface FirstReads {
  /** Addresses of the server, to the letter those that the console asks for: a browser that has read something else reads twice. */
  readonly data: readonly string[];
  /** The source file of the page, whose scripts are named. Undefined where the browser is left to find them. */
  readonly page?: string;
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ofWorkspace = new RegExp(`^/workspace/(${id})(?:/(logs)(?:/([^/]+))?)?/?$`);
/** They ask nothing about the person. */
const open = /^\/(?:login|setup|invite|recover|console-parts|account\/confirmed)\/?$/;
const ofServer = new RegExp(`^${id}$`);

/** For a person who is signed in. @param url path and query */
export function firstReads(url: string): FirstReads {
  const [path = ''] = url.split('?');
  if (open.test(path)) return { data: [] };
  const { data, page } = pageReads(path, path === url);
  return { data: ['/api/v1/session', ...data], ...(page === undefined ? {} : { page }) };
}

function pageReads(path: string, isWithoutFilters: boolean): FirstReads {
  const [, workspaceId, list, run] = ofWorkspace.exec(path) ?? [];
  if (workspaceId === undefined) return { data: [] };
  if (list === undefined) return { data: [], page: 'src/pages/home/home-page.tsx' };
  if (run === undefined) {
    const read = `/api/v1/logs?workspaceId=${workspaceId}&details=full&limit=100`;
    return { data: isWithoutFilters ? [read] : [], page: 'src/pages/runs/runs-page.tsx' };
  }
  // Ids that callers have chosen are looked for in the list first.
  const read = `/api/v1/logs/${run}?workspaceId=${workspaceId}`;
  return { data: ofServer.test(run) ? [read] : [], page: 'src/pages/run/run-page.tsx' };
}
