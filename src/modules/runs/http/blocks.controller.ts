import { createHash } from 'node:crypto';
import { Controller, Get, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
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
@Access('api-key')
@Throttle({ api: {} })
export class BlocksController {
  readonly #body: BlocksResponse = { data: blockDefinitions.map(blockDefinitionResponse), nextCursor: null };
  readonly #tag = `"${createHash('sha256').update(JSON.stringify(this.#body)).digest('base64url')}"`;

  /**
   * Lists the block types that workflows can contain, with their fields.
   * @returns The block types.
   */
  @Get()
  list(@Res({ passthrough: true }) response: Response): BlocksResponse {
    response.setHeader('ETag', this.#tag);
    response.setHeader('Cache-Control', 'private, no-cache');
    return this.#body;
  }
}
