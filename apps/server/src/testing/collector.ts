import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string>;
  status: { code?: number };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
interface Body {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ExportedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

export interface Collector {
  url: string;
  /** Whole requests, as they came. */
  requests: { path: string; headers: IncomingHttpHeaders; body: string }[];
  spans(): ExportedSpan[];
  resource(): Record<string, string>;
  /** The status of the next answers. Undefined gives none. */
  status: number | undefined;
  close(): Promise<void>;
}

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));

/** Takes traces over OTLP, as a collector does. */
export async function startCollector(): Promise<Collector> {
  const collector: Collector = {
    ...{ url: '', requests: [], status: 200 },
    spans: () =>
      bodies()
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans.map((span) => ({ ...span, attributes: plain(span.attributes) }))),
    resource: () => plain(bodies()[0]?.resourceSpans[0]?.resource.attributes ?? []),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const bodies = () => collector.requests.map(({ body }) => JSON.parse(body) as Body);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      collector.requests.push({ path, headers, body: Buffer.concat(chunks).toString() });
      if (collector.status) response.writeHead(collector.status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  return collector;
}
