import type { OpenApiOperation } from './openapi.ts';

export type DocumentedCall = { path: string; method: string; operation: OpenApiOperation };

function makeExampleCall({ path, operation }: DocumentedCall, origin: string) {
  const { parameters, requestBody } = operation;
  const findParameterExample = (name: string) =>
    parameters.find((parameter) => parameter.name === name)?.example;
  const exampleUrl = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(findParameterExample(name))),
  );
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const isUpload = type === 'multipart/form-data';
  return {
    url: origin + exampleUrl,
    needsBearer: !operation.security.some((needs) => Object.keys(needs).length === 0),
    isIdempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    isUpload,
    body: isUpload ? undefined : content?.example,
  };
}

const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function writeCurlSample(call: DocumentedCall, origin: string): string {
  const { url, needsBearer, isIdempotent, isUpload, body } = makeExampleCall(call, origin);
  const curlMethodOption = call.method === 'GET' ? '' : `-X ${call.method} `;
  return [
    `curl ${curlMethodOption}${quoteForShell(url)}`,
    ...(needsBearer ? ['-H "Authorization: Bearer $INSTITUTE_KEY"'] : []),
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(isUpload ? ["-F 'file=@picture.jpg'"] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoteForShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

export function writeJavascriptSample(call: DocumentedCall, origin: string): string {
  const { url, needsBearer, isIdempotent, isUpload, body } = makeExampleCall(call, origin);
  const headerSourceLines = [
    ...(needsBearer ? ["authorization: 'Bearer ' + key"] : []),
    ...(isIdempotent ? ["'idempotency-key': crypto.randomUUID()"] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ];
  const fetchOptions = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}'`]),
    ...(headerSourceLines.length > 0 ? [`headers: {\n    ${headerSourceLines.join(',\n    ')},\n  }`] : []),
    ...(isUpload ? ['body: form'] : []),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')})`]),
  ];
  const fetchOptionsText = fetchOptions.length > 0 ? `, {\n  ${fetchOptions.join(',\n  ')},\n}` : '';
  return [
    ...(isUpload ? ["const form = new FormData();\nform.append('file', picture);"] : []),
    `const answer = await fetch('${url}'${fetchOptionsText});`,
    isUpload ? 'const { secure_url } = await answer.json();' : 'const { data, error } = await answer.json();',
  ].join('\n');
}
