/** Sends what a shell and `curl` would send if a command of a page was pasted. */
export function pasted(command: string): Promise<Response> {
  const [, url = ''] = /curl -s (\S+)/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name = '', value = '']) => [name, value] as [string, string]);
  const [, body = ''] = /-d '([^']*)'/.exec(command) ?? [];
  return fetch(url, { method: 'POST', headers, body });
}
