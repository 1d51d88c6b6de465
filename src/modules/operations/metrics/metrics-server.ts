import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import express, { type Express, type Request, type Response } from 'express';
import { fixedAnswer } from '#edge/answer/error-answer.js';
import { limitHeaderTime } from '#edge/arrival/header-timeout.js';
import { openMetricsPort } from '#edge/gate/metrics-port.js';
import { giveContext } from '#edge/request/request-context.js';
import { Config } from '#host/config/config.js';
import { MetricsText } from './metrics-text.js';
import { MetricsToken } from './metrics-token.js';

const requestMs = 10_000;

/** Serves `/metrics` and nothing else on `SLUICE_METRICS_PORT`, if it is set. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  #server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly text: MetricsText,
    private readonly token: MetricsToken,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.metricsPort === undefined) return;
    const server = createServer(this.#application());
    limitHeaderTime(server, { requestMs });
    await openMetricsPort(server, this.config);
    this.#server = server;
  }

  async onApplicationShutdown(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  async #answer({ headers }: Request, response: Response): Promise<void> {
    if (this.token.admits(headers)) return (await this.text.read()).send(response);
    response.status(401).setHeader('WWW-Authenticate', 'Bearer').json(metricsRefusal);
  }

  #application(): Express {
    const app = express()
      .disable('x-powered-by')
      .disable('etag')
      .use((request, response, next) => {
        giveContext(request, response);
        next();
      });
    app.get('/metrics', (request, response, next) => void this.#answer(request, response).catch(next));
    return app.use((_request, response) => void response.status(404).json(fixedAnswer(404).body));
  }
}

/** The body of the answer to a request without the token. */
export const metricsRefusal = {
  error: 'Metrics need the token of SLUICE_METRICS_TOKEN: Authorization: Bearer <token>',
  code: 'UNAUTHORIZED',
} as const;
