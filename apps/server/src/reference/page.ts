import { escapeXml } from '../http/xml.ts';
import type { JsonObject, OpenApi, OpenApiOperation, OpenApiParameter } from './openapi.ts';
import { type DocumentedCall, writeCurlSample, writeJavascriptSample } from './samples.ts';
import { nameType } from './schema-text.ts';

export function groupCallsByTag(paths: OpenApi['paths']): Map<string, DocumentedCall[]> {
  const documentedCalls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return Map.groupBy(documentedCalls, ({ operation }) => operation.tags[0] ?? '');
}

/** Makes the id of a schema on the page. A prefix tells it from the tag of the same name. */
const makeSchemaId = (name: string) => `schema-${name.toLowerCase()}`;
const getCallId = ({ operation }: DocumentedCall) => operation.operationId;

/** Writes the page, which is readable without scripts. `reference.js` adds the search and the copy buttons. */
export function writeReferencePage(
  { info, tags, paths, components }: OpenApi,
  origin: string,
  themeColor: string,
) {
  const callGroups = [...groupCallsByTag(paths)];
  const tagDescriptions = new Map(tags.map(({ name, description }) => [name, description]));
  const callCount = callGroups.reduce((sum, [, calls]) => sum + calls.length, 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Every call of the ${escapeXml(info.title)}, with its parameters, answers, failures and samples.">
<meta name="theme-color" content="${themeColor}">
<title>${escapeXml(info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/docs/api/heading.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/api/reference.css">
<script src="/docs/api/reference.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="/"><img src="/favicon.svg" alt="" width="32" height="32">Back to the site</a>
<a href="/api/v1/openapi.json">openapi.json</a>
</header>
<div class="columns">
<nav aria-label="Calls">
<search class="scripted-only">
<label for="search">Search the calls</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<p role="status" id="found">${callCount} calls</p>
</search>
<details class="contents" open>
<summary>Contents</summary>
<ul>
${callGroups
  .map(
    ([tag, calls]) => `<li data-group><a href="#${tag}">${tag}</a>
<ul>
${calls.map((call) => `<li data-call="${getCallId(call)}"><a href="#${getCallId(call)}">${writeMethodAndPath(call)}</a></li>`).join('\n')}
</ul></li>`,
  )
  .join('\n')}
<li><a href="#schemas">Schemas</a></li>
<li><a href="#failures">Failures</a></li>
</ul>
</details>
</nav>
<main id="content" tabindex="-1">
<h1>${escapeXml(info.title)}</h1>
<p class="lead">${convertInlineMarkup(info.description)}</p>
<p>Programs call it with an API key. An owner makes one in the admin area, under <a href="/admin/api-keys">API Keys</a>, and chooses its scopes. What visitors may read and send needs none.</p>
<p id="none" hidden>No call has these words. <button type="button" id="clear">Show all calls</button></p>
${callGroups
  .map(
    ([tag, calls]) => `<section data-group aria-labelledby="${tag}">
<h2 id="${tag}">${tag}</h2>
<p>${convertInlineMarkup(tagDescriptions.get(tag) ?? '')}.</p>
${calls.map((call) => writeCallText(call, components, origin)).join('\n')}
</section>`,
  )
  .join('\n')}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
<p>The parts that several calls share. A field with * is always there, or must be sent.</p>
${Object.entries(components.schemas)
  .map(
    ([name, schema]) => `<details>
<summary><h3 id="${makeSchemaId(name)}">${name}</h3></summary>
${writeTable(`Fields of ${name}`, fieldTableHead, listFieldRows(schema))}
</details>`,
  )
  .join('\n')}
</section>
<section aria-labelledby="failures">
<h2 id="failures">Failures</h2>
<p>Each is <code>{"error": {code, message, details, requestId}}</code>.</p>
${writeTable('Failures', ['status', 'when, and its codes'], listFailureRows(components))}
</section>
</main>
</div>
</body>
</html>
`;
}

function describeNeeds(security: OpenApiOperation['security']): string {
  const [first] = security;
  if (!first || security.some((needs) => Object.keys(needs).length === 0)) return 'Anyone.';
  return 'refreshCookie' in first ? 'Needs the refresh cookie.' : 'Needs a bearer.';
}

const readContentSchema = (holder: JsonObject): JsonObject =>
  Object.values((holder as { content: Record<string, { schema: JsonObject }> }).content)[0]?.schema ?? {};

const listParameterRows = (parameters: OpenApiParameter[]) =>
  parameters.map(({ name, in: place, required, schema, description = '' }) => [
    `\`${name}\`${required ? ' *' : ''}`,
    place,
    nameType(schema),
    description,
  ]);

const fieldTableHead = ['field', 'type'];

function listFieldRows(schema: JsonObject): string[][] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, its]) => [
    `\`${name}\`${required.includes(name) ? ' *' : ''}`,
    nameType(its),
  ]);
}

const listFailureRows = ({ responses }: OpenApi['components']) =>
  Object.entries(responses).map(([name, { description }]) => [
    name.replace('Failure', ''),
    String(description),
  ]);

const writeMethodAndPath = ({ method, path }: DocumentedCall) =>
  `<span class="method ${method.toLowerCase()}">${method}</span> <code>${writeBreakablePath(path.replace('/api/v1', ''))}</code>`;

const writeBreakablePath = (path: string) => path.replaceAll('/', '<wbr>/');

function writeCallText(call: DocumentedCall, components: OpenApi['components'], origin: string): string {
  const { operation, method, path } = call;
  const { summary, description, security, parameters, requestBody, responses } = operation;
  const id = getCallId(call);
  return `<details class="call" data-call="${id}" data-words="${escapeXml(`${id} ${method} ${path} ${summary}`.toLowerCase())}">
<summary><h3 id="${id}">${writeMethodAndPath(call)}</h3><span class="about">${convertInlineMarkup(summary)}</span></summary>
<p>${convertInlineMarkup(`${describeNeeds(security)} ${description}`)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>\n${writeTable(`Parameters of ${id}`, ['parameter', 'in', 'type', 'meaning'], listParameterRows(parameters))}` : ''}
${requestBody ? describeBody(requestBody, components, id) : ''}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(writeAnswerText).join('')}</dl>
${writeExample(responses)}
<h4>Samples</h4>
${writeCodeFigure('curl', writeCurlSample(call, origin))}
${writeCodeFigure('JavaScript', writeJavascriptSample(call, origin))}
</details>`;
}

function describeBody(
  body: NonNullable<DocumentedCall['operation']['requestBody']>,
  { schemas }: OpenApi['components'],
  id: string,
): string {
  const [type, { schema }] = Object.entries(body.content)[0] ?? ['', { schema: {} }];
  const bodySchemaName = String(schema.$ref ?? '').replace(/.*\//, '');
  const bodySchema = schemas[bodySchemaName];
  return `<h4>Body</h4>
<p><code>${type}</code>: ${convertInlineMarkup(nameType(schema))}</p>
${bodySchema ? writeTable(`Fields of ${id}`, fieldTableHead, listFieldRows(bodySchema)) : ''}`;
}

function writeAnswerText([status, response]: [string, JsonObject]): string {
  const { $ref, description, content } = response as {
    $ref?: string;
    description?: string;
    content?: JsonObject;
  };
  const contentText = content
    ? convertInlineMarkup(nameType(readContentSchema(response)))
    : escapeXml(description ?? '');
  return `<div><dt>${status}</dt><dd>${$ref ? '<a href="#failures">Failure</a>' : contentText || 'Done'}</dd></div>`;
}

function writeExample(responses: Record<string, JsonObject>): string {
  const [example] = Object.values(responses).flatMap(({ content }) =>
    content ? Object.values(content as Record<string, { example?: unknown }>).map((one) => one.example) : [],
  );
  return example === undefined
    ? ''
    : writeCodeFigure('Example of an answer', JSON.stringify(example, null, 2));
}

/** The figure can get the focus, so that people with a keyboard can scroll long lines. */
const writeCodeFigure = (title: string, text: string) => `<figure>
<figcaption>${title}</figcaption>
<pre tabindex="0" role="group" aria-label="${title}"><code>${escapeXml(text)}</code></pre>
</figure>`;

/** Writes a table whose cells are Markdown. */
const writeTable = (
  name: string,
  head: string[],
  rows: string[][],
) => `<div class="scroll" tabindex="0" role="group" aria-label="${name}">
<table>
<thead><tr>${head.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>
${rows
  .map((cells) => cells.map(convertInlineMarkup))
  .map(
    ([first, ...rest]) =>
      `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  .join('\n')}
</tbody>
</table>
</div>`;

const convertInlineMarkup = (text: string) =>
  escapeXml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[(\w+)\]\(#(\w+)\)/g, '<a href="#schema-$2">$1</a>');
