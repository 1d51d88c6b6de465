import { Controller, Get, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { entityTag, isKnown } from '#edge/prepared/entity-tag.js';
import { Access } from '#modules/identity/index.js';
import { blockDefinitions } from '#blocks/index.js';
import { blockDefinitionResponse, type BlockDefinitionResponse } from './block.response.js';

interface BlocksResponse {
  /** The block types. */
  readonly data: readonly BlockDefinitionResponse[];
  /** There is one page. */
  readonly nextCursor: null;
}

/** What workflows can be made of. It is the same as long as the server is, so readers are told to ask whether it changed. */
@Controller('api/v1/blocks')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class BlocksController {
  readonly #body: BlocksResponse = { data: blockDefinitions.map(blockDefinitionResponse), nextCursor: null };
  readonly #tag = entityTag(JSON.stringify(this.#body));

  /**
   * Lists the block types that workflows can contain, with their fields.
   * @returns The block types.
   */
  @Get()
  list(@Req() { headers }: Request, @Res({ passthrough: true }) response: Response): BlocksResponse {
    response.setHeader('ETag', this.#tag);
    response.setHeader('Cache-Control', 'private, no-cache');
    if (isKnown(headers, this.#tag)) response.status(304);
    return this.#body;
  }
}
