import { Controller, Get, Param } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import { Config } from '#host/config/config.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { toolScope } from '../server/door/access-tokens.js';
import type { ProtectedResourceResponse } from './protected-resource.response.js';
import { addressOf } from './workflow-server.response.js';

/**
 * What OAuth clients read before they ask for a token.
 * @tag Workflow servers
 */
@Access('public')
@SkipThrottle({ api: true })
@Controller('.well-known/oauth-protected-resource/api/mcp/serve')
export class ProtectedResourceController {
  constructor(private readonly config: Config) {}

  /**
   * Names the issuer of the access tokens that an MCP server takes. The answer says nothing about whether the server exists.
   * @error 404 NOT_FOUND when this installation has no issuer
   * @returns The metadata of the protected resource.
   */
  @Get(':serverId')
  describe(@Param('serverId') serverId: string): ProtectedResourceResponse {
    const { mcpIssuer, baseUrl } = this.config;
    if (mcpIssuer === undefined || !isId(serverId)) throw notFound('MCP server with access tokens');
    return {
      resource: addressOf(serverId, baseUrl),
      authorization_servers: [mcpIssuer],
      scopes_supported: [toolScope],
      bearer_methods_supported: ['header'],
    };
  }
}
