import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { gunzipSync } from 'node:zlib';
import { Config } from '#host/config/config.js';
import type { Answers, Bytes, Html } from '#edge/answer/answers.js';
import { notFound } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { Access } from '#modules/identity/index.js';
import { readApiDescription, type ApiDescription } from '../reference/api-description.js';
import { plainHeaders, plainPage } from '../reference/plain-page.js';
import { readViewerScript, viewerHeaders, viewerPage, type ViewerScript } from '../reference/viewer-page.js';

/** The API reference, for programs and for people. */
@Access('public')
@Controller()
export class ApiReferenceController {
  readonly #description: string;
  readonly #plainPage: string;
  readonly #info: ApiDescription['info'];
  /** Read at the first request: most processes serve none. */
  #viewerScript: ViewerScript | undefined;

  constructor({ baseUrl }: Config) {
    const description = readApiDescription(baseUrl);
    this.#description = JSON.stringify(description);
    this.#plainPage = plainPage(description, baseUrl);
    this.#info = description.info;
  }

  /**
   * Returns the OpenAPI document of this version.
   * @returns The OpenAPI document.
   */
  @Get('openapi.json')
  document(@Res() response: Response): Answers<{ 200: JsonObject }> {
    response.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('Cache-Control', 'no-cache').end(this.#description);
  }

  /**
   * Returns the API reference as a web page with search and trial requests.
   * @returns The page of the viewer.
   */
  @Get('docs')
  page(@Res() response: Response): Answers<{ 200: Html }> {
    response.setHeaders(viewerHeaders).end(viewerPage(this.#info, this.#script()));
  }

  /**
   * Returns the API reference as a web page without scripts.
   * @returns The API reference as a web page.
   */
  @Get('docs/plain')
  plain(@Res() response: Response): Answers<{ 200: Html }> {
    response.setHeaders(plainHeaders).end(this.#plainPage);
  }

  /**
   * Returns the script of the viewer. Its address changes with its content, so browsers keep it.
   * @returns The script.
   */
  @Get('docs/:script')
  script(@Param('script') script: string, @Req() request: Request, @Res() response: Response): Answers<{ 200: Bytes }> {
    const { gzip, digest } = this.#script();
    if (script !== `viewer-${digest}.js`) throw notFound('Page');
    response
      .setHeader('Content-Type', 'text/javascript; charset=utf-8')
      .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
      .setHeader('Vary', 'Accept-Encoding');
    if (request.acceptsEncodings('gzip') === false) response.end(gunzipSync(gzip));
    else response.setHeader('Content-Encoding', 'gzip').end(gzip);
  }

  #script(): ViewerScript {
    return (this.#viewerScript ??= readViewerScript());
  }
}
