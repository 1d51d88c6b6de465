import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, Request, RequestHandler, Response } from 'express';
import { Config } from '#host/config/config.js';
import { SessionCookie } from '#modules/identity/index.js';
import { newNonce } from '#edge/prepared/nonce.js';
import { allowedMethods } from '#edge/request/allowed-methods.js';
import { readBuild, type ConsoleBuild } from './console-build.js';
import { firstReads } from './first-reads.js';
import { noBuildPage } from './no-build-page.js';
import { shellHeaders } from './shell-headers.js';

/** The addresses of pages. What lies below them is decided in the browser. */
const pages = /^\/(?:$|(?:login|setup|invite|recover|workspaces|console-parts)\/?$|(?:workspace|organization|account|operator)\/)/;
const files = '/assets/';
/** Below them unknown addresses are answered as JSON, also for browsers. */
const withoutPages = /^\/(?:api|assets)(?:\/|$)/i;

/** Answers the addresses of the console, and browsers at addresses that nothing answers. All others are left to the routes. */
@Injectable()
export class ConsolePages {
  // Read at the first request for a page: most processes serve none.
  #build: ConsoleBuild | undefined;

  readonly #isHttps: boolean;
  readonly #isOn: boolean;

  constructor(
    config: Config,
    private readonly cookie: SessionCookie,
    private readonly host: HttpAdapterHost,
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
    if (!isOfBrowser(request)) return next();
    if (pages.test(path)) return this.#sendPage(request, response);
    if (withoutPages.test(path) || allowedMethods(this.host.httpAdapter.getInstance<Express>(), path).length > 0) return next();
    request.refusal ??= 'NOT_FOUND';
    response.statusCode = 404;
    this.#sendPage(request, response);
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
