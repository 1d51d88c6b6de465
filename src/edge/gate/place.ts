import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { bodyFor, errorAnswer } from '#edge/answer/error-answer.js';
import type { GatePlace } from '#edge/request/gate-place.js';
import { clientOf } from '#edge/request/client-address.js';
import { DomainError } from '#kernel/errors.js';
import type { AdaptiveLimit } from './adaptive-limit.js';
import type { AddressPlaces } from '#edge/arrival/address-places.js';
import type { ArrivingBodies, ArrivingBody } from '#edge/arrival/arriving-bodies.js';

/** What the places of a gate share. */
export interface Premises {
  readonly limit: AdaptiveLimit;
  /** Places for requests without a caller that are being worked on. */
  readonly anonymous: AddressPlaces;
  readonly bodies: { readonly anonymous: ArrivingBodies; readonly known: ArrivingBodies };
  /** How long a body may take that is read as a whole, in ms. */
  readonly bodyTimeoutMs: number;
  /** Is called for each request that is refused after it was admitted. */
  readonly onRefused: () => void;
  /** Refuses a request of which nothing was read but its headers. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse) => void;
}

const cutOffs = {
  slow: new DomainError('timeout', 'TIMEOUT', 'The request body arrived too slowly'),
  displaced: unavailable('The request body arrived slowly, and the server received too many others at the same time. Please retry.'),
} as const;

/** The place of one request, from its arrival until its answer is complete. */
export class Place implements GatePlace, ArrivingBody {
  group = '';
  deadlineMs: number | undefined;
  #ticket: number | undefined;
  #leaveAddress: (() => void) | undefined;
  #endArrival: (() => void) | undefined;
  #isOver = false;

  constructor(
    private readonly premises: Premises,
    private readonly request: Request,
    private readonly response: ServerResponse,
    ticket: number,
  ) {
    this.#ticket = ticket;
    const leave = (): void => this.#leave();
    // The gate, the drain, metrics, the access log and a stream that is sent all listen for the end of a response: more than ten.
    response.setMaxListeners(20);
    // A caller that reads the answer slowly takes no place: the work is done when the answer is complete.
    response.on('prefinish', leave);
    response.on('close', leave);
  }

  turnsAway(): boolean {
    const { premises, request, response } = this;
    if (!hasBody(request) || namesCaller(request.headers) || premises.anonymous.hasRoom(addressOf(request))) return false;
    premises.refuse(request, response);
    return true;
  }

  awaitBody(isStreamed: boolean): void {
    if (this.#isOver) return;
    this.#leaveLimit();
    const { premises, request } = this;
    const { caller } = request;
    const bodies = caller === undefined ? premises.bodies.anonymous : premises.bodies.known;
    this.group = caller === undefined ? clientOf(addressOf(request)) : caller.userId;
    this.deadlineMs = isStreamed ? undefined : premises.bodyTimeoutMs;
    this.#endArrival = bodies.add(this);
    if (isStreamed) request.once('end', () => this.#enterIfFree());
  }

  receivedBytes(): number {
    return this.request.socket.bytesRead;
  }

  isUnread(): boolean {
    return this.request.complete || this.request.readableLength > 0;
  }

  beginWork(): void {
    if (this.#isOver) return;
    this.#endArrival?.();
    const { anonymous, limit } = this.premises;
    if (this.request.caller === undefined) {
      this.#leaveAddress = anonymous.enter(addressOf(this.request));
      if (this.#leaveAddress === undefined)
        throw this.#refusal('The server works on too many requests without an API key. Please retry shortly.');
    }
    this.#ticket ??= limit.enter();
    if (this.#ticket === undefined) throw this.#refusal('The server is not available at the moment. Please retry shortly.');
  }

  endWork(): void {
    this.#leaveAddress?.();
    this.#leaveAddress = undefined;
    this.#leaveLimit();
  }

  /** The work on a streamed body has long begun when the last byte arrives. */
  #enterIfFree(): void {
    this.#endArrival?.();
    if (!this.#isOver) this.#ticket ??= this.premises.limit.enter();
  }

  #refusal(message: string): DomainError {
    this.request.refusal = 'overload';
    this.premises.onRefused();
    return unavailable(message);
  }

  /** Ends the request. */
  end(reason: 'slow' | 'displaced'): void {
    const { request, response } = this;
    request.refusal = `${reason}-body`;
    if (response.headersSent) return void response.destroy();
    const { status, body, retryAfterSeconds } = errorAnswer(cutOffs[reason]);
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
    response.end(JSON.stringify(bodyFor(request.path, { status, body })));
  }

  #leaveLimit(): void {
    if (this.#ticket !== undefined) this.premises.limit.leave(this.#ticket);
    this.#ticket = undefined;
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endArrival?.();
    this.endWork();
  }
}

/** Whether the request may turn out to have a caller. */
function namesCaller({ 'x-api-key': key, authorization, cookie }: IncomingHttpHeaders): boolean {
  return key !== undefined || authorization !== undefined || cookie !== undefined;
}

function addressOf({ ip, socket }: Request): string {
  return ip ?? socket.remoteAddress ?? '';
}

function unavailable(message: string): DomainError {
  return new DomainError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: 1 });
}

/** A request without one is refused when its work begins; pages of the console are no work, and never refused. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
