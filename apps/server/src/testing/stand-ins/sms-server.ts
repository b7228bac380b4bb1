import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type HttpServer, startHttp } from './http-server.ts';

/** How a gateway treats its next requests. */
type Manner = 'take' | 'stall' | 'html' | 'close' | 'break off' | 'refuse key' | { status: number };

export interface SmsServer extends HttpServer {
  manner: Manner;
}

type Answer = (
  request: { method: string; path: string; headers: IncomingMessage['headers']; body: string },
  reply: (status: number, body?: unknown) => void,
) => unknown;

/** A gateway on a free port of this machine, with the failures that all gateways share. */
export async function startSmsServer(answer: Answer): Promise<SmsServer> {
  const server = await startHttp(async (request, response) => {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    if (misbehave(gateway.manner, response)) return;
    await answer({ method, path, headers, body }, (status, content) => {
      if (typeof content === 'string')
        response.writeHead(status, { 'content-type': 'text/plain' }).end(content);
      else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    });
  });
  const gateway: SmsServer = { ...server, manner: 'take' };
  return gateway;
}

function misbehave(manner: Manner, response: ServerResponse): boolean {
  if (manner === 'take') return false;
  if (manner === 'close') response.destroy();
  else if (manner === 'break off') {
    // The head and a part of the body have arrived
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{', () => response.destroy());
  } else if (manner === 'html')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to this network</h1>');
  else if (manner === 'refuse key')
    response.writeHead(401, { 'content-type': 'text/plain' }).end('The supplied authentication is invalid');
  else if (manner !== 'stall') response.writeHead(manner.status).end();
  return true;
}
