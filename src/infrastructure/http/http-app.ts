import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '#infrastructure/config/config.js';
import { Logger } from '#infrastructure/logging/logger.js';
import { SecurityLog } from '#infrastructure/logging/security-log.js';
import { accessLog } from './access-log.js';
import { ErrorFilter } from './error.filter.js';
import { forwardedAddresses } from './forwarded-addresses.js';
import { OverloadGate } from './overload-gate.js';
import { requestContext } from './request-context.js';
import { ValidationPipe } from './validation.pipe.js';

/**
 * What every request goes through before and after its route. To be called once, before the application listens; it expects an
 * application that was created with `bodyParser: false`.
 */
export function configureHttp(app: NestExpressApplication): void {
  const logger = app.get(Logger);
  const { trustedProxies } = app.get(Config);
  app.get(OverloadGate).guard(app.getHttpServer());
  app.disable('x-powered-by');
  // A digest of every body that nobody asks for: answers are not to be cached.
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies.length > 0 ? trustedProxies : false);
  if (trustedProxies.length > 0) app.use(forwardedAddresses());
  app.use(requestContext(), accessLog(logger));
  app.useGlobalFilters(new ErrorFilter(app.getHttpAdapter().getInstance(), logger, app.get(SecurityLog)));
  app.useGlobalPipes(new ValidationPipe());
}
