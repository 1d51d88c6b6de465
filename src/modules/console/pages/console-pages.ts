import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { Config } from '#host/config/config.js';
import { SessionCookie } from '#modules/identity/index.js';
import { newNonce } from '#edge/prepared/nonce.js';
import { readBuild, type ConsoleBuild } from './console-build.js';
import { firstReads } from './first-reads.js';
import { noBuildPage } from './no-build-page.js';
import { shellHeaders } from './shell-headers.js';

/** The addresses of pages. What lies below them is decided in the browser. */
const pages = /^\/(?:$|(?:login|setup|invite|recover|workspaces|console-parts)\/?$|(?:workspace|organization|account|operator)\/)/;
const files = '/assets/';

/** Answers the addresses of the console, and leaves all others to the routes. */
@Injectable()
export class ConsolePages {
  // Read at the first request for a page: most processes serve none.
  #build: ConsoleBuild | undefined;

  readonly #isHttps: boolean;
  readonly #isOn: boolean;

  constructor(
    config: Config,
    private readonly cookie: SessionCookie,
  ) {
    this.#isHttps = config.baseUrl.startsWith('https:');
    this.#isOn = config.console === 'on';
  }

  readonly handler: RequestHandler = (request, response, next) => {
    const { method, path } = request;
    if (!this.#isOn) return next();
    if (isOfConsole(request)) this.#nameBuild(response);
    if (method !== 'GET' && method !== 'HEAD') return next();
    if (path.startsWith(files)) return this.#sendFile(path, response, next);
    if (pages.test(path) && isOfBrowser(request)) return this.#sendPage(request, response);
    next();
  };

  /** So that an open page notices that the server has another console than its own. */
  #nameBuild(response: Response): void {
    const { id } = this.#opened();
    if (id !== undefined) response.setHeader('X-Sluice-Build', id);
  }

  #sendFile(path: string, response: Response, next: () => void): void {
    const file = this.#opened().files.get(path.slice(files.length));
    if (file === undefined) next();
    else void file.send(response);
  }

  #sendPage(request: Request, response: Response): void {
    const { shell } = this.#opened();
    const reads = this.cookie.read(request) === undefined ? { data: [] } : firstReads(request.originalUrl);
    const nonce = newNonce();
    response.setHeaders(shellHeaders(nonce, this.#isHttps));
    response.end(shell === undefined ? noBuildPage(nonce) : shell(nonce, reads));
  }

  /** A build that was not there is looked for again: it may have been made since. */
  #opened(): ConsoleBuild {
    const build = this.#build ?? readBuild();
    if (build.shell !== undefined) this.#build = build;
    return build;
  }
}

/** Requests of scripts of this server's pages. */
function isOfConsole({ headers }: Request): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-dest'] === 'empty';
}

/** Clients that accept JSON or anything get the answer for an unknown route. */
function isOfBrowser(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
