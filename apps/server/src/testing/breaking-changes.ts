import type { Json, OpenApi, Operation, Parameter } from '../http/openapi.ts';
import { type Direction, type Placed, schemaChanges } from './schema-changes.ts';

interface Body {
  required?: boolean;
  content?: Record<string, { schema?: Json }>;
  headers?: Record<string, unknown>;
}
type Sides = { old: OpenApi; now: OpenApi };

/** Lists the changes that break programs written for the old document. Rules: docs/api/versioning.md. */
export function breakingChanges(old: OpenApi, now: OpenApi): string[] {
  return Object.entries(old.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const next = now.paths[path]?.[method];
      const changes = next ? operationChanges({ old, now }, operation, next) : ['the call is gone'];
      return changes.map((change) => `${method.toUpperCase()} ${path}: ${change}`);
    }),
  );
}

function operationChanges(sides: Sides, old: Operation, now: Operation): string[] {
  return [
    ...(old.operationId === now.operationId ? [] : [`its operationId is no longer ${old.operationId}`]),
    ...accessChanges(old, now),
    ...parameterChanges(sides, old.parameters, now.parameters),
    ...bodyChanges(sides, old.requestBody, now.requestBody),
    ...answerChanges(sides, old.responses, now.responses),
  ];
}

function accessChanges(old: Operation, now: Operation): string[] {
  const lost = waysIn(old).filter((way) => !waysIn(now).includes(way));
  const [scope, other] = [old['x-api-key-scope'], now['x-api-key-scope']];
  const isOtherScope = other !== undefined && other !== scope && scope !== 'none';
  return [
    ...lost.map((way) => (way === VISITOR ? 'it is closed to visitors' : `it takes no ${way}`)),
    ...(isOtherScope ? [`an API key needs the scope ${other}`] : []),
  ];
}

const VISITOR = '';
const waysIn = ({ security }: Operation): string[] =>
  security.length === 0 ? [VISITOR] : security.map((way) => Object.keys(way).join());

function parameterChanges(sides: Sides, old: Parameter[], now: Parameter[]): string[] {
  const isSame = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in;
  return [
    ...old.flatMap((parameter) => {
      const its = `the ${parameter.in} parameter ${parameter.name}`;
      const next = now.find(isSame(parameter));
      if (!next) return [`${its} is gone`];
      const isNeeded = next.required && !parameter.required;
      return [
        ...(isNeeded ? [`${its} must now be given`] : []),
        ...changesOf(sides, parameter.schema, next.schema, 'sent').map((change) => `${its}${change}`),
      ];
    }),
    ...now
      .filter((parameter) => parameter.required && !old.some(isSame(parameter)))
      .map(({ in: place, name }) => `the ${place} parameter ${name} must now be given`),
  ];
}

function bodyChanges(sides: Sides, old: Body | undefined, now: Body | undefined): string[] {
  if (!now) return old ? ['it takes no body'] : [];
  if (!old) return now.required ? ['it must now have a body'] : [];
  return [
    ...(now.required && !old.required ? ['it must now have a body'] : []),
    ...contentChanges(sides, { old, now, direction: 'sent', name: 'the body' }),
  ];
}

/** Statuses from 400 on may come and go, because a program must expect every status of the envelope. */
function answerChanges(sides: Sides, old: Record<string, Json>, now: Record<string, Json>): string[] {
  const isSuccess = ([status]: [string, unknown]) => Number(status) < 400;
  return [
    ...Object.entries(old)
      .filter(isSuccess)
      .flatMap(([status, answer]: [string, Body]) => {
        const next: Body | undefined = now[status];
        if (!next) return [`it no longer answers ${status}`];
        const lost = Object.keys(answer.headers ?? {}).filter((name) => !(name in (next.headers ?? {})));
        return [
          ...lost.map((name) => `the answer ${status} has no header ${name}`),
          ...contentChanges(sides, {
            old: answer,
            now: next,
            direction: 'read',
            name: `the answer ${status}`,
          }),
        ];
      }),
    ...Object.entries(now)
      .filter((entry) => isSuccess(entry) && !(entry[0] in old))
      .map(([status]) => `it may now answer ${status}`),
  ];
}

function contentChanges(
  sides: Sides,
  { old, now, direction, name }: { old: Body; now: Body; direction: Direction; name: string },
): string[] {
  return Object.entries(old.content ?? {}).flatMap(([type, { schema }]) => {
    const next = now.content?.[type];
    if (!next) return [`${name} is not ${type}`];
    return changesOf(sides, schema, next.schema, direction).map((change) => `${name}: ${change}`);
  });
}

function changesOf(
  { old, now }: Sides,
  before: Json | undefined,
  after: Json | undefined,
  direction: Direction,
) {
  const [was, is]: Placed[] = [
    { schema: before, document: old },
    { schema: after, document: now },
  ];
  return was && is ? schemaChanges(was, is, direction) : [];
}
