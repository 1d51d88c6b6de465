import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { AddressWindows } from '#edge/throttle/address-windows.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { resumeLinkPurpose } from '#engine/pause.js';
import { ApiKeyGuard, UserEmails } from '#modules/identity/index.js';
import { type PageViewer, viewerOf } from '../page/page-points.js';
import type { KeyPageReason } from '../page/render-key-page.js';

/** The credentials in the request for the page. A value that is not one string counts as wrong. */
export interface Proof {
  /** The token of a link. */
  readonly token?: unknown;
  /** The receipt of an answer that was given on the page. */
  readonly receipt?: unknown;
}

const receiptPurpose = 'resume-receipt';
const receiptMs = 60 * 60_000;
const wrongLinksPerMinute = 60;

/** Identifies the visitor of the page. */
@Injectable()
export class PageVisitors {
  readonly #wrongLinks: AddressWindows;

  constructor(
    private readonly links: LinkSignature,
    private readonly keys: ApiKeyGuard,
    private readonly emails: UserEmails,
    private readonly clock: Clock,
    private readonly security: SecurityLog,
  ) {
    this.#wrongLinks = new AddressWindows({ allowed: wrongLinksPerMinute, windowMs: 60_000, nowMs: () => clock.now().getTime() });
  }

  /** By the token of a link, or the reason why it is not valid. Wrong links are counted for each client address. */
  byLink(request: Request, executionId: string, proof: Proof): PageViewer | KeyPageReason {
    const viewer = this.#read(executionId, proof);
    if (viewer !== 'link-wrong' || this.#wrongLinks.record(request.ip ?? '') === undefined) return viewer;
    request.refusal = 'guessing';
    this.security.note('auth.bruteforce', { address: request.ip, requestId: request.requestId });
    return 'too-many-links';
  }

  #read(executionId: string, { token, receipt }: Proof): PageViewer | KeyPageReason {
    if (token === undefined && receipt === undefined) return 'no-link';
    const [text, purpose] = token === undefined ? [receipt, receiptPurpose] : [token, resumeLinkPurpose];
    const claims = this.links.verify(typeof text === 'string' ? text : '', purpose);
    if (claims === 'expired') return 'link-expired';
    if (typeof claims === 'string' || claims.executionId !== executionId) return 'link-wrong';
    const { contextId, email } = claims;
    return { by: token === undefined ? 'receipt' : 'link', contextId, email };
  }

  /** By an API key that was typed in. The request is then one of the owner of the key. */
  async byKey(request: Request, key: string): Promise<PageViewer | KeyPageReason> {
    try {
      const caller = await this.keys.admit(request, key.trim());
      if (caller === undefined) return 'key-refused';
      return viewerOf(caller, await this.emails.of(caller.userId));
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unauthenticated') return 'key-refused';
      if (error instanceof DomainError && error.kind === 'limited') return 'too-many-keys';
      throw error;
    }
  }

  /** By the cookie of a session; undefined: the request has none. */
  async bySession(request: Request): Promise<PageViewer | KeyPageReason | undefined> {
    try {
      const caller = await this.keys.admitSession(request);
      return caller === undefined ? undefined : viewerOf(caller, await this.emails.of(caller.userId));
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unauthenticated') return 'session-ended';
      if (error instanceof DomainError && error.kind === 'forbidden') return 'other-site';
      throw error;
    }
  }

  /** A receipt that lets the visitor see the outcome of their answer for one hour. */
  receiptFor({ email }: PageViewer, executionId: string, contextId: string): string {
    const expiresAt = new Date(this.clock.now().getTime() + receiptMs).toISOString();
    return this.links.sign({ purpose: receiptPurpose, executionId, contextId, email, expiresAt });
  }
}
