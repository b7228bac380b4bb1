import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { JsonObject } from '../../reference/openapi.ts';
import { openApi } from '../../reference/openapi.ts';

const DOCUMENT = 'document';

interface Answer {
  status: number;
  headers: object;
  body: unknown;
}
interface DocumentedCall {
  headers?: Record<string, { required?: boolean }>;
  content?: JsonObject;
}

const { paths } = openApi();
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(openApi(), DOCUMENT);

export function findFaultAt(place: readonly (string | number)[], value: unknown): string | null {
  const pointer = place.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const check = ajv.getSchema(`${DOCUMENT}#${encodeURI(pointer)}`);
  if (!check) throw new Error(`The document has no schema at ${pointer}`);
  return check(value) ? null : ajv.errorsText(check.errors);
}

/** Paths without parameters come first: `/donations/online` is not `/donations/{id}`. */
const documentAddresses = Object.keys(paths)
  .map((path) => ({ path, form: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/** Throws when an answer of the REST API differs from its document. */
function checkDocumented(method: string, url: string, { status, headers, body }: Answer): void {
  const [address = ''] = url.split('?');
  const path = documentAddresses.find(
    ({ path, form }) => form.test(address) && method.toLowerCase() in (paths[path] ?? {}),
  )?.path;
  if (path === undefined) return;
  const call = `${status} of ${method} ${path}`;
  const place = ['paths', path, method.toLowerCase(), 'responses', status];
  const given = paths[path]?.[method.toLowerCase()]?.responses[status];
  if (!given) throw new Error(`The document does not name the answer ${call}`);
  const isNamed = '$ref' in given;
  const { responses } = openApi().components;
  const name = String(given.$ref).split('/').at(-1) ?? '';
  const documented = (isNamed ? responses[name] : given) as DocumentedCall | undefined;
  for (const [header, { required }] of Object.entries(documented?.headers ?? {})) {
    if (required && !(header.toLowerCase() in headers))
      throw new Error(`The answer ${call} has no header ${header}`);
  }
  if (!documented?.content) return;
  const holder = isNamed ? ['components', 'responses', name] : place;
  const faults = findFaultAt([...holder, 'content', 'application/json', 'schema'], body);
  if (faults) throw new Error(`The answer ${call} is not as the document says: ${faults}`);
}

export function checkAnswers(app: FastifyInstance): void {
  app.inject = new Proxy(app.inject, {
    apply: async (inject, self, given) => {
      const answer: LightMyRequestResponse = await Reflect.apply(inject, self, given);
      const { method = '', url = '' } = answer.raw.req;
      const isJson = answer.headers['content-type']?.toString().includes('json');
      const body = isJson && answer.body !== '' ? answer.json() : undefined;
      checkDocumented(method, url, { status: answer.statusCode, headers: answer.headers, body });
      return answer;
    },
  });
}
