import type { Json, OpenApi, Operation, Parameter } from './openapi.ts';

/** The API reference as Markdown, from the same data as `openapi.json`. */
export function referenceText({ info, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  return [
    `# ${info.title}`,
    info.description,
    'Made by `npm run api:reference` from the contract; a test compares. For programs: [openapi.json](openapi.json), served at `/api/v1/openapi.json`.',
    ...[...groups].flatMap(([tag, members]) => [
      `## ${tag}`,
      ...members.flatMap(({ path, method, operation }) => [
        `### ${method} ${path}`,
        ...operationText(operation),
      ]),
    ]),
    '## Schemas',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [`### ${name}`, fieldTable(schema)]),
    '## Failures',
    table(
      ['status', 'code'],
      Object.entries(components.responses).map(([name, { description }]) => [
        name.replace('Failure', ''),
        String(description),
      ]),
    ),
    '',
  ].join('\n\n');
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
    `${summary}. ${isForAnyone(security) ? 'Anyone.' : 'Needs a bearer.'}${description ? ` ${description}` : ''}`,
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(requestBody
      ? [`Body (${Object.keys(requestBody.content)[0]}):`, fieldTable(contentSchema(requestBody))]
      : []),
    `Answers ${answers.join(', ')}. Failures: ${failures.join(', ')}.`,
  ];
}

const isForAnyone = (security: Operation['security']) =>
  security.length === 0 || security.some((needs) => Object.keys(needs).length === 0);

const contentSchema = (holder: Json): Json =>
  Object.values((holder as { content: Record<string, { schema: Json }> }).content)[0]?.schema ?? {};

const parameterTable = (parameters: Parameter[]) =>
  table(
    ['parameter', 'in', 'type'],
    parameters.map(({ name, in: place, required, schema }) => [
      `\`${name}\`${required ? ' *' : ''}`,
      place,
      nameOf(schema),
    ]),
  );

function fieldTable(schema: Json): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return table(
    ['field', 'type'],
    Object.entries(properties).map(([name, its]) => [
      `\`${name}\`${required.includes(name) ? ' *' : ''}`,
      nameOf(its),
    ]),
  );
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Describes a schema in words, such as "text, 1 to 200 characters or null". */
function nameOf(schema: Json): string {
  const { $ref, enum: words, anyOf, type, items, properties, format, const: only } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
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
