import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '#host/config/config.js';
import type { Answers, Html } from '#edge/answer/answers.js';
import type { JsonObject } from '#kernel/json.js';
import { Access } from '#modules/identity/index.js';
import { readApiDescription } from '../reference/api-description.js';
import { referenceHeaders, referencePage } from '../reference/reference-page.js';

/** The API reference, for programs and for people. */
@Access('public')
@Controller()
export class ApiReferenceController {
  readonly #description: string;
  readonly #page: string;

  constructor({ baseUrl }: Config) {
    const description = readApiDescription(baseUrl);
    this.#description = JSON.stringify(description);
    this.#page = referencePage(description, baseUrl);
  }

  /**
   * The OpenAPI document of this version.
   * @returns The OpenAPI document.
   */
  @Get('openapi.json')
  document(@Res() response: Response): Answers<{ 200: JsonObject }> {
    response.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('Cache-Control', 'no-cache').end(this.#description);
  }

  /**
   * The same to read.
   * @returns The API reference as a web page.
   */
  @Get('docs')
  page(@Res() response: Response): Answers<{ 200: Html }> {
    response.setHeaders(referenceHeaders).end(this.#page);
  }
}
