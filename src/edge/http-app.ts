import type { Server as HttpServer } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { accessLog } from '#edge/request/access-log.js';
import { ErrorFilter } from '#edge/answer/error.filter.js';
import { forwardedAddresses } from '#edge/request/forwarded-addresses.js';
import { limitHeaderTime } from '#edge/arrival/header-timeout.js';
import { Drain } from '#edge/gate/drain.js';
import { OverloadGate } from '#edge/gate/overload-gate.js';
import { giveContext } from '#edge/request/request-context.js';
import { writeLargeAnswersInPieces } from '#edge/prepared/large-answers.js';
import { requireStrict } from '#edge/request/strict-request.js';
import { uploadLimits } from '#edge/upload/upload-limits.js';
import { answerUnreadable } from '#edge/gate/unreadable-requests.js';
import { ValidationPipe } from '#edge/body/fields/validation.pipe.js';

/**
 * Installs what every request passes before and after its route. Is called once, before the application listens; it expects an
 * application that was created with `bodyParser: false`.
 */
export function configureHttp(app: NestExpressApplication): void {
  const logger = app.get(Logger);
  const { trustedProxies, bodyRate } = app.get(Config);
  const server: HttpServer = app.getHttpServer();
  app.get(OverloadGate).guard(server);
  app.get(Drain).guard(server);
  answerUnreadable(server, logger);
  limitHeaderTime(server, { requestMs: (uploadLimits.body / bodyRate) * 1000 });
  // Answered with this server's error body.
  Object.assign(server, { requireHostHeader: false });
  app.disable('x-powered-by');
  // No ETag: answers are not cached, so a digest of each body is wasted work.
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies.length > 0 ? trustedProxies : false);
  if (trustedProxies.length > 0) app.use(forwardedAddresses());
  app.use(firstSteps(logger));
  writeLargeAnswersInPieces(app.getHttpAdapter().getInstance() as Express);
  app.useGlobalFilters(new ErrorFilter(app.getHttpAdapter().getInstance(), logger, app.get(SecurityLog)));
  app.useGlobalPipes(new ValidationPipe());
}

/** What every request passes first, as one handler: each layer of the router costs time for each request. */
function firstSteps(logger: Logger): RequestHandler {
  const log = accessLog(logger);
  return (request, response, next) => {
    if (request.place?.turnsAway() === true) return;
    giveContext(request, response);
    log(request, response);
    requireStrict(request);
    next();
  };
}
