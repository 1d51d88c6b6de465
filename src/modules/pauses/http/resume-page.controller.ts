import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import type { Answers, Html } from '#edge/answer/answers.js';
import { unsupportedMedia } from '#edge/body/body-bytes.js';
import { requestMeta } from '#edge/request/caller.decorator.js';
import { errorAnswer } from '#edge/answer/error-answer.js';
import { TakesForm, type Form } from '#edge/body/form-body.js';
import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { checkAnswer } from '#blocks/people/human-in-the-loop/check-answer.js';
import { type ResumeField } from '#engine/pause.js';
import { Access } from '#modules/identity/index.js';
import { ResumeExecution } from '../commands/resume-execution.command.js';
import { pageHeaders } from '../page/page-headers.js';
import type { PageViewer } from '../page/page-points.js';
import type { PageAccess, PagePoint, PageProblem } from '../page/pause-page.js';
import { renderKeyPage, type KeyPageReason } from '../page/render-key-page.js';
import { renderPausePage } from '../page/render-pause-page.js';
import { carriedFields, readAnswer, typedValues } from '../page/form/sent-form.js';
import { GetPausePage, type PausePageView } from '../queries/get-pause-page.query.js';
import { PageVisitors, type Proof } from './page-visitors.js';

type Place = Readonly<Record<'workflowId' | 'executionId', string>>;

/** Why an answer was refused. */
interface Refusal {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
  readonly problems: readonly PageProblem[];
}

/** A visitor with access, and the data of the page. */
interface Visit {
  readonly viewer: PageViewer;
  readonly access: PageAccess;
  readonly view: PausePageView;
}

const statusOf: Readonly<Record<KeyPageReason, number>> = {
  'no-link': 200,
  'link-expired': 401,
  'link-wrong': 401,
  'too-many-links': 429,
  'key-refused': 401,
  'too-many-keys': 429,
  'nothing-here': 404,
};

/**
 * The page on which people answer. There is no login: each request contains its token or key in the address or the form and not in
 * a cookie, so no other site can send a request for a visitor.
 */
@Access('public')
@Controller('resume/:workflowId/:executionId')
export class ResumePageController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly visitors: PageVisitors,
  ) {}

  /**
   * Returns the page with the questions of a run, and a form for each.
   * @returns The answer page.
   */
  @Get()
  async show(
    @Param() place: Place,
    @Query() proof: Proof,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Html; 401: Html; 404: Html; 429: Html }>> {
    const visit = await this.#visit(place, this.visitors.byLink(response.req, place.executionId, proof), proof.token);
    if (typeof visit === 'string') return sendKeyPage(response, visit);
    send(response, 200, renderPausePage({ ...visit.view, access: visit.access }));
  }

  /**
   * Answers a question of a run from its page.
   * @takes application/x-www-form-urlencoded
   * @returns The answer page, with errors beside their fields.
   * @returns 303 The answer was taken; the receipt is at `Location`.
   */
  @Post()
  @HttpCode(200)
  @TakesForm()
  async answer(
    @Param() place: Place,
    @Body() form: Form,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Html; 303: void; 400: Html; 401: Html; 402: Html; 403: Html; 404: Html; 409: Html; 429: Html; 503: Html }>> {
    if (!(form instanceof Map)) throw unsupportedMedia('The Content-Type must be application/x-www-form-urlencoded');
    const token = form.get('token');
    const byLink = token === undefined ? undefined : this.visitors.byLink(request, place.executionId, { token });
    const visit = await this.#visit(place, byLink ?? (await this.visitors.byKey(request, form.get('key') ?? '')), token);
    if (typeof visit === 'string') return sendKeyPage(response, visit, carriedFields(form));
    const { viewer, access, view } = visit;
    const contextId = viewer.by === 'key' ? form.get('contextId') : viewer.contextId;
    if (contextId === undefined) return send(response, 200, renderPausePage({ ...view, access }));
    const point = view.points.find((each) => each.contextId === contextId);
    if (point === undefined) return sendKeyPage(response, 'nothing-here');
    const values = typedValues(form);
    const refusal = await this.#take(place, { viewer, point, values, request });
    if (refusal === undefined) return sendOn(response, this.visitors.receiptFor(viewer, view.executionId, contextId));
    // The reason may be a change that the visitor has not seen yet, so the page shows the present state.
    const { points } = await this.queries.execute(new GetPausePage(place.workflowId, place.executionId, viewer));
    const attempt = { values, problems: refusal.problems };
    const tried = points.map((each) => (each.contextId === contextId ? { ...each, attempt } : each));
    if (refusal.retryAfterSeconds !== undefined) response.setHeader('Retry-After', refusal.retryAfterSeconds);
    send(response, refusal.status, renderPausePage({ ...view, points: tried, access }));
  }

  async #visit({ workflowId, executionId }: Place, viewer: PageViewer | KeyPageReason, token: unknown): Promise<Visit | KeyPageReason> {
    if (typeof viewer === 'string') return viewer;
    try {
      const view = await this.queries.execute(new GetPausePage(workflowId, executionId, viewer));
      return { viewer, view, access: accessOf(viewer, token) };
    } catch (error) {
      if (error instanceof DomainError && (error.kind === 'not-found' || error.kind === 'forbidden')) return 'nothing-here';
      throw error;
    }
  }

  /** @returns undefined once the answer is durable */
  async #take(place: Place, { viewer, point, values, request }: Attempted): Promise<Refusal | undefined> {
    const { input, problems: broken } = readAnswer(point.fields, values);
    const unfit = problemsIn(checkAnswer(formOf(point), input).problems).filter(({ field }) =>
      broken.every((each) => each.field !== field),
    );
    const problems = [...broken, ...unfit];
    // A point that is not open is reported first, before problems of the input.
    if (problems.length > 0 && point.status === 'open' && point.hindrance === null) return { status: 400, problems };
    try {
      await this.#resume(place, { viewer, point, request }, input);
      return undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status, retryAfterSeconds } = errorAnswer(error);
      return { status, retryAfterSeconds, problems: problemsOf(error) };
    }
  }

  async #resume(place: Place, { viewer, point: { contextId }, request }: Omit<Attempted, 'values'>, input: Json): Promise<void> {
    const answering =
      viewer.by === 'key' ? ({ by: 'key', caller: viewer.caller } as const) : ({ by: 'link', email: viewer.email } as const);
    const meta = requestMeta(request);
    const { run } = await this.commands.execute(new ResumeExecution({ ...place, contextId, input, answering, answered: 'at-once', meta }));
    request.subject = { workspaceId: run.workspaceId, executionId: run.executionId };
  }
}

interface Attempted {
  readonly viewer: PageViewer;
  readonly point: PagePoint;
  readonly values: ReadonlyMap<string, string>;
  readonly request: Request;
}

function formOf({ fields }: PagePoint): readonly ResumeField[] {
  return fields.filter((field): field is ResumeField => field.type !== 'free');
}

function accessOf(viewer: PageViewer, token: unknown): PageAccess {
  return viewer.by === 'link' ? { by: 'link', token: String(token), email: viewer.email } : { by: viewer.by };
}

function problemsOf({ message, details = [] }: DomainError): readonly PageProblem[] {
  return details.length === 0 ? [{ field: null, message }] : problemsIn(details);
}

function problemsIn(details: readonly ErrorDetail[]): readonly PageProblem[] {
  return details.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }));
}

function sendKeyPage(response: Response, reason: KeyPageReason, carried?: ReadonlyMap<string, string>): void {
  // Wrong keys and links are counted for each minute.
  if (statusOf[reason] === 429) response.setHeader('Retry-After', 60);
  send(response, statusOf[reason], renderKeyPage(reason, carried));
}

function send(response: Response, status: number, text: string): void {
  response.setHeaders(pageHeaders).status(status).end(text);
}

/** Redirects to the page, so that a reload does not send the answer again. */
function sendOn(response: Response, receipt: string): void {
  response.setHeaders(pageHeaders).setHeader('Location', `?receipt=${receipt}`).status(303).end();
}
