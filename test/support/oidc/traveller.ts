import { anAddress } from '../signed-in.js';
import type { LoginWorld } from './login-world.js';

/** Where a visit has ended. */
export interface Arrival {
  readonly url: URL;
  readonly text: string;
}

/** A browser without a window: it keeps cookies and follows redirects between the server and its provider. */
export class Traveller {
  readonly #address = anAddress();
  readonly #cookies = new Map<string, string>();
  /** The addresses of the last visit, the first included. */
  #way: string[] = [];

  constructor(private readonly world: LoginWorld) {}

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The address with which the provider has sent the person back last. */
  get callback(): string {
    return this.#way.findLast((address) => address.includes('/callback?')) ?? '';
  }

  setCookies(text: string): void {
    this.#cookies.clear();
    for (const pair of text.split('; ')) this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }

  /** Goes to an address of the server, or on from where it leads. */
  async visit(path: string, form?: URLSearchParams): Promise<Arrival> {
    this.#way = [];
    let url = new URL(path, this.world.base);
    let body = form;
    for (let hops = 0; hops < 12; hops += 1) {
      this.#way.push(url.href);
      // What the server shows in the end is not asked for: only where it is.
      if (url.origin === this.world.base && !/^\/(?:auth|api)\//.test(url.pathname)) return { url, text: '' };
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Cookie: this.cookie, Accept: 'text/html', 'X-Forwarded-For': this.#address },
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      });
      body = undefined;
      this.#keep(response.headers.getSetCookie());
      const location = response.headers.get('location');
      const text = await response.text();
      if (location === null) return { url, text };
      url = new URL(location, url);
    }
    throw new Error('The visit does not end');
  }

  /** From the sign-in page of the provider: continues with an account, or cancels. */
  async choose({ text }: Arrival, sub: string | undefined): Promise<Arrival> {
    const action = sub === undefined ? 'abort' : 'login';
    const [, path] = new RegExp(`action="(/interaction/[^/]+/${action})"`).exec(text) ?? [];
    if (path === undefined) throw new Error(`This is not the page of the provider: ${text}`);
    return this.visit(`${this.world.provider.url}${path}`, new URLSearchParams({ sub: sub ?? '' }));
  }

  /** Signs in at a provider as this account. */
  async signIn(provider: string, sub: string | undefined, query = ''): Promise<Arrival> {
    const arrival = await this.visit(`/auth/oidc/${provider}${query}`);
    return arrival.text === '' ? arrival : this.choose(arrival, sub);
  }

  #keep(set: readonly string[]): void {
    for (const cookie of set) {
      const [pair = '', ...rest] = cookie.split(';');
      const [name, value] = [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1)];
      if (value === '' || rest.some((part) => /expires=Thu, 01 Jan 1970/i.test(part))) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/** The code with which a visit has failed; null: it has not. */
export function problemOf({ url }: Arrival): string | null {
  return url.searchParams.get('problem');
}
