import type { Json, OpenApi, Operation, Parameter } from '../http/openapi.ts';

export function referenceText({ info, tags, paths, webhooks, components }: OpenApi): string {
  const groups = callsByTag(paths);
  const words = new Map(tags.map(({ name, description }) => [name, description]));
  return [
    `# ${info.title}`,
    info.description,
    'Made by `node apps/server/src/cli/api-reference.ts` from the contract; a test compares. For programs: [openapi.json](openapi.json), served at `/api/v1/openapi.json`.',
    ...[...groups].flatMap(([tag, members]) => [
      `## ${tag}`,
      `${words.get(tag)}.`,
      ...members.flatMap(({ path, method, operation }) => [
        `### ${method} ${path}`,
        ...operationText(operation),
      ]),
    ]),
    '## Webhooks',
    `${words.get('webhooks')}: [webhooks.md](webhooks.md).`,
    table(
      ['event', 'when', 'body'],
      Object.entries(webhooks).map(([type, { post }]) => [
        `\`${type}\``,
        `${post.summary}. ${post.description}`,
        nameOf(contentSchema(post.requestBody)),
      ]),
    ),
    '## Schemas',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      `### ${name}`,
      table(fieldHead, fieldRows(schema)),
    ]),
    '## Failures',
    table(failureHead, failureRows(components)),
    '',
  ].join('\n\n');
}

export type DocumentedCall = { path: string; method: string; operation: Operation };

export function callsByTag(paths: OpenApi['paths']): Map<string, DocumentedCall[]> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '');
}

function operationText({
  summary,
  description,
  security,
  parameters,
  requestBody,
  responses,
}: Operation): string[] {
  const statuses = Object.entries(responses);
  const answers = statuses.flatMap(([status, response]) =>
    'content' in response ? [`${status} ${nameOf(contentSchema(response))}`] : [],
  );
  const failures = statuses.flatMap(([status, response]) => ('$ref' in response ? [status] : []));
  return [
    `${summary}. ${needsOf(security)} ${description}`,
    ...(parameters.length > 0 ? [table(parameterHead, parameterRows(parameters))] : []),
    ...(requestBody
      ? [`Body (${Object.keys(requestBody.content)[0]}): ${nameOf(contentSchema(requestBody))}.`]
      : []),
    `Answers ${answers.join(', ')}. Failures: ${failures.join(', ')}.`,
  ];
}

export function needsOf(security: Operation['security']): string {
  const [first] = security;
  if (!first || security.some((needs) => Object.keys(needs).length === 0)) return 'Anyone.';
  return 'refreshCookie' in first ? 'Needs the refresh cookie.' : 'Needs a bearer.';
}

export const contentSchema = (holder: Json): Json =>
  Object.values((holder as { content: Record<string, { schema: Json }> }).content)[0]?.schema ?? {};

export const parameterHead = ['parameter', 'in', 'type', 'meaning'];

export const parameterRows = (parameters: Parameter[]) =>
  parameters.map(({ name, in: place, required, schema, description = '' }) => [
    `\`${name}\`${required ? ' *' : ''}`,
    place,
    nameOf(schema),
    description,
  ]);

export const fieldHead = ['field', 'type'];

export function fieldRows(schema: Json): string[][] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, its]) => [
    `\`${name}\`${required.includes(name) ? ' *' : ''}`,
    nameOf(its),
  ]);
}

export const failureHead = ['status', 'when, and its codes'];

export const failureRows = ({ responses }: OpenApi['components']) =>
  Object.entries(responses).map(([name, { description }]) => [
    name.replace('Failure', ''),
    String(description),
  ]);

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Such as "text, 1 to 200 characters or null", with a link to each named schema. */
export function nameOf(schema: Json): string {
  const { $ref, enum: words, anyOf, type, items, properties, format, const: only } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(', ');
  if (only !== undefined) return `\`${only}\``;
  if (Array.isArray(anyOf)) return anyOf.map(nameOf).join(' or ');
  if (type === 'array') return `list of ${nameOf((items ?? {}) as Json)}${limitsOf(schema)}`;
  if (properties) {
    const inner = Object.entries(properties as Record<string, Json>);
    return `{ ${inner.map(([name, its]) => `${name}: ${nameOf(its)}`).join('; ')} }`;
  }
  const name = type === 'string' ? (format ?? 'text') : (type ?? 'anything');
  return `${name}${limitsOf(schema)}`;
}

function limitsOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  default: preset,
}: Json): string {
  const [least, most] = [minLength ?? minimum ?? minItems, maxLength ?? maximum ?? maxItems];
  const unit = maxLength === undefined && minLength === undefined ? '' : ' characters';
  const range = [
    ...(least === undefined ? [] : [`from ${least}`]),
    ...(most === undefined ? [] : [`to ${most}`]),
  ].join(' ');
  return `${range && `, ${range}${unit}`}${preset === undefined ? '' : `, default ${preset}`}`;
}
