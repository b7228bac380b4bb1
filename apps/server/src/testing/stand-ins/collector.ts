import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';
import { startHttp } from './http-server.ts';

/** The parts of OTLP that the product sends (opentelemetry-proto, `trace/v1/trace.proto` and its imports). */
const { root } = protobuf.parse(`syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15;
  }
  message Event { string name = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);
const requestType = root.lookupType('ExportTraceServiceRequest');

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  kind: number;
  attributes: Record<string, string>;
  status: { code?: number; message?: string };
}

type Attribute = { key: string; value: Record<string, string | number> };
interface Body {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ExportedSpan, 'attributes'> & { attributes?: Attribute[] })[] }[];
  }[];
}

export interface Collector {
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders; bytes: Buffer }[];
  spans(): ExportedSpan[];
  resource(): Record<string, string>;
  /** Status of the next answers. With undefined the collector does not answer. */
  status: number | undefined;
  close(): Promise<void>;
}

const toTexts = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

/** Ids are base64 in decoded Protobuf and hexadecimal in JSON. */
const toHex = (base64 = '') => Buffer.from(base64, 'base64').toString('hex');

function parseSpans({ headers, bytes }: Collector['requests'][number]): Body {
  if (headers['content-type'] === 'application/json') return JSON.parse(bytes.toString());
  const options = { bytes: String, longs: String } as const;
  const body = requestType.toObject(requestType.decode(bytes), options) as Body;
  for (const { scopeSpans } of body.resourceSpans) {
    for (const { spans } of scopeSpans) {
      for (const span of spans) {
        span.traceId = toHex(span.traceId);
        span.spanId = toHex(span.spanId);
        span.parentSpanId &&= toHex(span.parentSpanId);
      }
    }
  }
  return body;
}

export async function startCollector(): Promise<Collector> {
  const { origin, close } = await startHttp(async (request, response) => {
    const { url: path = '', headers } = request;
    collector.requests.push({ path, headers, bytes: await buffer(request) });
    if (collector.status) response.writeHead(collector.status).end();
  });
  const collector: Collector = {
    url: origin,
    requests: [],
    status: 200,
    spans: () =>
      collector.requests
        .flatMap((request) => parseSpans(request).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: toTexts(span.attributes) })),
    resource: () =>
      toTexts(
        collector.requests.flatMap((request) => parseSpans(request).resourceSpans)[0]?.resource.attributes,
      ),
    close,
  };
  return collector;
}
