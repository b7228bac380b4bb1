import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { errorCode, StartError } from '../errors.ts';
import type { Metrics } from './metrics.ts';

const HOST = '127.0.0.1';
const MAX_CONNECTIONS = 20;
/** A page in a browser on this machine could reach the port by another name. */
const ownHost = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i;

/** On a port of this machine, without a token. Proxies do not reach it. */
export function serveMetrics(app: FastifyInstance, port: number, metrics: Metrics): void {
  const server = createServer(async ({ method, url, headers }, response) => {
    if (method !== 'GET' || url !== '/metrics' || !ownHost.test(headers.host ?? '')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      app.log.error({ err: error }, 'the metrics cannot be read');
      response.writeHead(500).end();
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  app.addHook('onReady', async () => {
    try {
      server.listen(port, HOST);
      await once(server, 'listening');
    } catch (error) {
      const reason =
        errorCode(error) === 'EADDRINUSE' ? 'is already in use' : 'may not be opened by this user';
      throw new StartError(`Port ${port} on ${HOST} ${reason}; set METRICS_PORT to another.`);
    }
  });
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}
