import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import type { Answers, Html } from '#edge/answer/answers.js';
import { unsupportedMedia } from '#edge/body/body-bytes.js';
import { requestMeta } from '#edge/request/caller.decorator.js';
import { TakesForm, unstorableField, type Form } from '#edge/body/form-body.js';
import type { FilledForm, FormFile, SentFile } from '#edge/upload/intake.js';
import { isMultipart } from '#edge/upload/read-form.js';
import { TakesUpload } from '#edge/body/routes/upload-route.js';
import { Uploads } from '#edge/upload/uploads.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import { isJsonObject } from '#kernel/json.js';
import { checkAnswer } from '#engine/values/check-answer.js';
import { type ResumeField } from '#engine/pause.js';
import { Access } from '#modules/identity/index.js';
import { ResumeExecution } from '../commands/resume-execution.command.js';
import type { Answering } from '../commands/answer-gate.js';
import type { PageViewer } from '../page/page-points.js';
import type { Attempt, PageAccess, PagePoint } from '../page/pause-page.js';
import type { KeyPageReason } from '../page/render-key-page.js';
import { renderPausePage } from '../page/render-pause-page.js';
import { carriedFields, lostFiles, readAnswer, typedValues } from '../page/form/sent-form.js';
import { GetPausePage, type PausePageView } from '../queries/get-pause-page.query.js';
import { FilesOfAnswers, type AnswerFiles } from './answer-files.js';
import { attemptOf, canAnswer, problemsIn, refusalOf, statusOfFiles, tooMuch, type Refusal } from './page-refusal.js';
import { PageVisitors, type Proof } from './page-visitors.js';
import { send, sendKeyPage, sendOn } from './send-page.js';

type Place = Readonly<Record<'workflowId' | 'executionId', string>>;

/** The sender of a form, and the question that it answers. */
interface Entrance {
  readonly place: Place;
  readonly visit: Visit | KeyPageReason;
  readonly point: PagePoint | undefined;
}

/** A visitor with access, and the data of the page. */
interface Visit {
  readonly viewer: PageViewer;
  readonly access: PageAccess;
  readonly view: PausePageView;
}

/**
 * The page on which people answer. A request contains its token or key in the address or the form, or comes with the cookie of a session. No other
 * site can send a request for a visitor: the gate of sessions refuses what a page of another site has sent.
 */
@Access('public')
@Controller('resume/:workflowId/:executionId')
export class ResumePageController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly visitors: PageVisitors,
    private readonly uploads: Uploads,
    private readonly files: FilesOfAnswers,
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
  ): Promise<Answers<{ 200: Html; 401: Html; 403: Html; 404: Html; 429: Html }>> {
    const visit = await this.#visit(place, await this.#viewer(response.req, place, proof), proof.token);
    if (typeof visit === 'string') return sendKeyPage(response, visit);
    send(response, 200, renderPausePage({ ...visit.view, access: visit.access }));
  }

  /**
   * Answers a question of a run from its page. A question that asks for files is answered with a form of the type `multipart/form-data`,
   * whose fields `contextId`, and `token` or `key` unless the sender is signed in, precede the files.
   * @takes application/x-www-form-urlencoded
   * @takes multipart/form-data
   * @returns The answer page, with errors beside their fields.
   * @returns 303 The answer was taken; the receipt is at `Location`.
   */
  @Post()
  @HttpCode(200)
  @TakesForm()
  @TakesUpload()
  async answer(
    @Param() place: Place,
    @Body() form: Form,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<
    Answers<{ 200: Html; 303: void; 400: Html; 401: Html; 402: Html; 403: Html; 404: Html; 409: Html; 413: Html; 429: Html; 503: Html }>
  > {
    if (form instanceof Map) return this.#answer(response, { fields: form, files: [] }, await this.#enter(place, request, form));
    if (!isMultipart(request)) throw unsupportedMedia('The Content-Type must be application/x-www-form-urlencoded or multipart/form-data');
    let entered: Promise<Entrance> | undefined;
    const enter = (fields: Form): Promise<Entrance> => (entered ??= this.#enter(place, request, fields));
    let sentSoFar: ReadonlyMap<string, string> = new Map();
    const admit = async (file: SentFile, fields: Form): Promise<StorageAccount> => {
      sentSoFar = new Map([...sentSoFar, ...typedValues(fields, [file])]);
      const { visit, point } = await enter(fields);
      if (typeof visit === 'string' || point === undefined) throw invalidField(file.field, 'The sender of this file is not known');
      return this.files.admit({ ...visit.view, point, answering: answeringOf(visit.viewer) }, file);
    };
    try {
      await this.uploads.receiveForm({ response, admit }, async (sent) => {
        const problem = unstorableField(sent.fields);
        if (problem !== undefined) throw problem;
        await this.#answer(response, sent, await enter(sent.fields));
      });
    } catch (error) {
      if (entered === undefined || !(error instanceof DomainError)) throw error;
      const entrance = await entered;
      const refusal = error.kind === 'too-large' ? tooMuch(entrance.point) : refusalOf(error);
      await this.#refuse(response, entrance, { values: sentSoFar, ...refusal });
    }
  }

  /** A person whose link is missing or of no use may be signed in. */
  async #viewer(request: Request, { executionId }: Place, proof: Proof): Promise<PageViewer | KeyPageReason> {
    const byLink = this.visitors.byLink(request, executionId, proof);
    if (typeof byLink !== 'string' || byLink === 'too-many-links') return byLink;
    const bySession = await this.visitors.bySession(request);
    return typeof bySession === 'object' || byLink === 'no-link' ? (bySession ?? byLink) : byLink;
  }

  async #sender(request: Request, { executionId }: Place, form: Form): Promise<PageViewer | KeyPageReason> {
    const [token, key] = [form.get('token'), form.get('key')];
    if (token !== undefined) return this.visitors.byLink(request, executionId, { token });
    const bySession = key === undefined ? await this.visitors.bySession(request) : undefined;
    return bySession ?? this.visitors.byKey(request, key ?? '');
  }

  async #enter(place: Place, request: Request, form: Form): Promise<Entrance> {
    const token = form.get('token');
    const visit = await this.#visit(place, await this.#sender(request, place, form), token);
    if (typeof visit === 'string') return { place, visit, point: undefined };
    const contextId = 'caller' in visit.viewer ? (form.get('contextId') ?? form.get('draft')) : visit.viewer.contextId;
    return { place, visit, point: visit.view.points.find((each) => each.contextId === contextId) };
  }

  async #answer(response: Response, { fields, files }: FilledForm, { place, visit, point }: Entrance): Promise<void> {
    if (typeof visit === 'string') return sendKeyPage(response, visit, carriedFields(fields, files));
    const { viewer, access, view } = visit;
    const values = typedValues(fields, files);
    if ('caller' in viewer && !fields.has('contextId')) {
      const attempt = { values, problems: lostFiles(point?.fields ?? [], values) };
      const points = view.points.map((each) => (each === point && canAnswer(each) ? { ...each, attempt } : each));
      return send(response, 200, renderPausePage({ ...view, points, access }));
    }
    if (point === undefined) return sendKeyPage(response, 'nothing-here');
    const refusal = await this.#take(place, { viewer, view, point, values, files, request: response.req });
    if (refusal === undefined) return sendOn(response, this.visitors.receiptFor(viewer, view.executionId, point.contextId));
    await this.#refuse(response, { place, visit, point }, { values, ...refusal });
  }

  /** The reason may be a change that the visitor has not seen yet, so the page shows the present state. */
  async #refuse(response: Response, { place, visit, point }: Entrance, refusal: Refusal & Pick<Attempt, 'values'>): Promise<void> {
    if (typeof visit === 'string') return sendKeyPage(response, visit);
    const { viewer, view, access } = visit;
    const { points } = await this.queries.execute(new GetPausePage(place.workflowId, place.executionId, viewer));
    const tried = points.map((each) => (each.contextId === point?.contextId ? { ...each, attempt: attemptOf(each, refusal) } : each));
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
  async #take(place: Place, { viewer, view, point, values, files, request }: Attempted): Promise<Refusal | undefined> {
    try {
      const answering = answeringOf(viewer);
      const meta = requestMeta(request);
      const { workspaceId } = view;
      const sent =
        files.length === 0
          ? noFiles
          : await this.files.stage({ workspaceId, point, answering }, files, { ...meta, correlationId: view.executionId });
      const { input: typed, problems: broken } = readAnswer(point.fields, values);
      const input = sent.values.size === 0 || !isJsonObject(typed) ? typed : { ...typed, ...Object.fromEntries(sent.values) };
      const known = [...sent.problems, ...broken];
      const unfit = problemsIn(checkAnswer(formOf(point), input).problems).filter(({ field }) =>
        known.every((each) => each.field !== field),
      );
      const problems = [...known, ...unfit];
      // A point that is not open is reported first, before problems of the input.
      if (problems.length > 0 && canAnswer(point)) return { status: statusOfFiles(files) ?? 400, problems };
      const answer = { ...place, contextId: point.contextId, input, files: sent.staged, answering, answered: 'at-once', meta } as const;
      const { run } = await this.commands.execute(new ResumeExecution(answer));
      request.subject = { workspaceId: run.workspaceId, executionId: run.executionId };
      return undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return refusalOf(error);
    }
  }
}

const noFiles: AnswerFiles = { values: new Map(), staged: [], problems: [] };

interface Attempted {
  readonly viewer: PageViewer;
  readonly view: PausePageView;
  readonly point: PagePoint;
  readonly values: ReadonlyMap<string, string>;
  readonly files: readonly FormFile[];
  readonly request: Request;
}

function answeringOf(viewer: PageViewer): Answering {
  return 'caller' in viewer ? { by: 'key', caller: viewer.caller } : { by: 'link', email: viewer.email };
}

function formOf({ fields }: PagePoint): readonly ResumeField[] {
  return fields.filter((field): field is ResumeField => field.type !== 'free');
}

function accessOf(viewer: PageViewer, token: unknown): PageAccess {
  return viewer.by === 'link' ? { by: 'link', token: String(token), email: viewer.email } : { by: viewer.by };
}
