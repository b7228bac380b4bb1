import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttp } from './http-server.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  received: Received[];
  manner: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

const acceptEvent = (response: ServerResponse) => void response.writeHead(204).end();

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const { origin, close } = await startHttp(async (request, response) => {
    const { url: path = '', headers } = request;
    const received = { path, headers, body: await text(request) };
    receiver.received.push(received);
    receiver.manner(response, received);
  });
  const receiver: WebhookReceiver = { url: `${origin}/hook`, received: [], manner: acceptEvent, close };
  return receiver;
}
