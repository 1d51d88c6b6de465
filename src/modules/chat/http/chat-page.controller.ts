import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Answers, Bytes, Html } from '#edge/answer/answers.js';
import type { PreparedAnswer } from '#edge/prepared/prepared-answer.js';
import { DomainError, notFound, statusOf } from '#kernel/errors.js';
import { Access } from '#modules/identity/index.js';
import { readAssets } from '../page/page-assets.js';
import { renderChatPage, renderNoChat } from '../page/render-chat-page.js';
import { OpenChats } from '../talk/open-chats.js';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src https: data:',
  "base-uri 'none'",
];

/** The pages of chats. */
@Access('public')
@Controller('chat')
export class ChatPageController {
  // Read at the first request for one.
  #assets: ReadonlyMap<string, PreparedAnswer> | undefined;

  constructor(private readonly chats: OpenChats) {}

  /**
   * Returns a script or the style of the page.
   * @returns The file.
   */
  @Get('assets/:file')
  asset(@Param('file') file: string, @Res() response: Response): Promise<Answers<{ 200: Bytes }>> {
    const found = (this.#assets ??= readAssets()).get(file);
    if (found === undefined) throw notFound('Page');
    return found.send(response);
  }

  /**
   * Returns the page of a chat.
   * @returns The page.
   */
  @Get(':identifier')
  async page(@Param('identifier') identifier: string, @Res() response: Response): Promise<Answers<{ 200: Html; 403: Html; 404: Html }>> {
    try {
      const { chat } = await this.chats.at(identifier);
      send(response, 200, renderChatPage(chat.identifier), chat.allowedOrigins);
    } catch (error) {
      if (!(error instanceof DomainError) || (error.kind !== 'not-found' && error.kind !== 'forbidden')) throw error;
      send(response, statusOf[error.kind], renderNoChat(error.message), []);
    }
  }
}

/** Only pages of these origins may show it in a frame. */
function send(response: Response, status: number, page: string, origins: readonly string[]): void {
  const frames = origins.length === 0 ? `'none'` : origins.join(' ');
  if (origins.length > 0) response.removeHeader('X-Frame-Options');
  response.setHeader('Content-Security-Policy', [...policy, `frame-ancestors ${frames}`].join('; '));
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('X-Robots-Tag', 'noindex');
  response.status(status).end(page);
}
