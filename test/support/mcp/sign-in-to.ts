import type { Visitor } from '../signed-in.js';
import type { TestApp } from '../test-app.js';

/** A person signs in to an MCP server: from the address of the authorization server to the last redirect. @returns where it has led to */
export async function signInTo(server: Pick<TestApp, 'as'>, id: string, by: Visitor, cookie?: string): Promise<string> {
  const begun = await by.post(`/api/v1/mcp-servers/${id}/authorization`).expect(200);
  const [set = ''] = begun.headers['set-cookie'] as unknown as string[];
  const callback = await codeAt((begun.body as { data: { address: string } }).data.address);
  const answer = await server
    .as()
    .get(callback)
    .set('Cookie', `${by.cookie}; ${cookie ?? set.split(';')[0] ?? ''}`)
    .expect(303);
  return String(answer.headers['location']);
}

/** Follows the authorization server until it leads back. @returns path and query of the callback */
export async function codeAt(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  const way: string[] = [];
  for (let url = address, hops = 0; hops < 10; hops += 1) {
    way.push(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const next = new URL(response.headers.get('location') ?? 'http://nowhere.invalid', url);
    if (next.pathname === '/auth/mcp/callback') return next.pathname + next.search;
    url = next.href;
  }
  throw new Error(`The visit does not end: ${way.join(' → ')}`);
}
