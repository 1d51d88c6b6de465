import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { gunzipSync } from 'node:zlib';
import { Config } from '#host/config/config.js';
import type { Answers, Bytes, Html } from '#edge/answer/answers.js';
import { PreparedAnswer } from '#edge/prepared/prepared-answer.js';
import { TurnsGuard } from '#edge/prepared/turns.guard.js';
import { notFound } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { Access } from '#modules/identity/index.js';
import { readApiDescription, type ApiDescription } from '../reference/api-description.js';
import { plainHeaders, plainPage } from '../reference/plain-page.js';
import { readViewerScript, viewerHeaders, viewerPage } from '../reference/viewer-page.js';

const documentHeaders = new Map([
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Cache-Control', 'no-cache'],
]);
const scriptHeaders = new Map([
  ['Content-Type', 'text/javascript; charset=utf-8'],
  ['Cache-Control', 'public, max-age=31536000, immutable'],
]);

interface Viewer {
  readonly page: PreparedAnswer;
  readonly script: PreparedAnswer;
  /** The name of the script in its address. */
  readonly scriptName: string;
}

/** The API reference, for programs and for people. */
@Access('public')
@UseGuards(TurnsGuard)
@Controller()
export class ApiReferenceController {
  // Each is made at the first request for it: most processes serve none, and the start would take 50 ms longer.
  #description: PreparedAnswer | undefined;
  #plainPage: PreparedAnswer | undefined;
  #viewer: Viewer | undefined;

  constructor(private readonly config: Config) {}

  /**
   * Returns the OpenAPI document of this version.
   * @returns The OpenAPI document.
   */
  @Get('openapi.json')
  document(@Res() response: Response): Promise<Answers<{ 200: JsonObject }>> {
    return (this.#description ??= new PreparedAnswer(JSON.stringify(this.#read()), documentHeaders)).send(response);
  }

  /**
   * Returns the API reference as a web page with search and trial requests.
   * @returns The page of the viewer.
   */
  @Get('docs')
  page(@Res() response: Response): Promise<Answers<{ 200: Html }>> {
    return this.#opened().page.send(response);
  }

  /**
   * Returns the API reference as a web page without scripts.
   * @returns The API reference as a web page.
   */
  @Get('docs/plain')
  plain(@Res() response: Response): Promise<Answers<{ 200: Html }>> {
    return (this.#plainPage ??= new PreparedAnswer(plainPage(this.#read(), this.config.baseUrl), plainHeaders)).send(response);
  }

  /**
   * Returns the script of the viewer. Its address changes with its content, so browsers keep it.
   * @returns The script.
   */
  @Get('docs/:script')
  script(@Param('script') name: string, @Res() response: Response): Promise<Answers<{ 200: Bytes }>> {
    const { script, scriptName } = this.#opened();
    if (name !== scriptName) throw notFound('Page');
    return script.send(response);
  }

  #opened(): Viewer {
    return (this.#viewer ??= openViewer(this.#read().info));
  }

  #read(): ApiDescription {
    return readApiDescription(this.config.baseUrl);
  }
}

function openViewer(info: ApiDescription['info']): Viewer {
  const script = readViewerScript();
  const { gzip, digest } = script;
  return {
    page: new PreparedAnswer(viewerPage(info, script), viewerHeaders),
    script: new PreparedAnswer(gunzipSync(gzip), scriptHeaders, { gzip }),
    scriptName: `viewer-${digest}.js`,
  };
}
