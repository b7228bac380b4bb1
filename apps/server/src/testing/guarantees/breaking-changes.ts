import type { OpenApi, OpenApiOperation, OpenApiParameter } from '../../reference/openapi.ts';
import { type Direction, listSchemaChanges } from './schema-changes.ts';

interface Body {
  required?: boolean;
  content?: Record<string, { schema?: object }>;
  headers?: Record<string, unknown>;
}

/** Lists the changes that break programs written for the old document. Rules: docs/api/versioning.md. */
export function listBreakingChanges(old: OpenApi, now: OpenApi): string[] {
  return Object.entries(old.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const next = now.paths[path]?.[method];
      const changes = next ? listOperationChanges({ old, now }, operation, next) : ['the call is gone'];
      return changes.map((change) => `${method.toUpperCase()} ${path}: ${change}`);
    }),
  );
}

function listOperationChanges(
  { old, now }: { old: OpenApi; now: OpenApi },
  before: OpenApiOperation,
  after: OpenApiOperation,
): string[] {
  const changes: string[] = [];
  const noteChange = (change: string) => changes.push(change);

  if (after.operationId !== before.operationId)
    noteChange(`its operationId is no longer ${before.operationId}`);
  for (const way of listWaysIn(before)) {
    if (!listWaysIn(after).includes(way)) noteChange(way ? `it takes no ${way}` : 'it is closed to visitors');
  }
  const scope = before['x-api-key-scope'];
  const other = after['x-api-key-scope'];
  if (other !== undefined && other !== scope && scope !== 'none')
    noteChange(`an API key needs the scope ${other}`);
  compareParameters(before.parameters, after.parameters);
  compareBodies(before.requestBody, after.requestBody);
  compareAnswers(before.responses, after.responses);
  return changes;

  function compareParameters(before: OpenApiParameter[], after: OpenApiParameter[]): void {
    const findParameter = (parameters: OpenApiParameter[], { name, in: place }: OpenApiParameter) =>
      parameters.find((one) => one.name === name && one.in === place);
    for (const parameter of before) {
      const its = `the ${parameter.in} parameter ${parameter.name}`;
      const next = findParameter(after, parameter);
      if (next) compareSchemas('sent', its, parameter.schema, next.schema);
      else noteChange(`${its} is gone`);
    }
    for (const parameter of after) {
      if (parameter.required && !findParameter(before, parameter)?.required)
        noteChange(`the ${parameter.in} parameter ${parameter.name} must now be given`);
    }
  }

  function compareBodies(before: Body | undefined, after: Body | undefined): void {
    if (before && !after) noteChange('it takes no body');
    if (after?.required && !before?.required) noteChange('it must now have a body');
    if (before && after) compareContents('sent', 'the body', before, after);
  }

  /** Statuses from 400 on may come and go, because a program must expect every status of the envelope. */
  function compareAnswers(before: Record<string, Body>, after: Record<string, Body>): void {
    for (const status of Object.keys({ ...before, ...after }).filter((status) => Number(status) < 400)) {
      const was = before[status];
      const is = after[status];
      if (!was) noteChange(`it may now answer ${status}`);
      else if (!is) noteChange(`it no longer answers ${status}`);
      else {
        for (const name of Object.keys(was.headers ?? {}))
          if (!(name in (is.headers ?? {}))) noteChange(`the answer ${status} has no header ${name}`);
        compareContents('read', `the answer ${status}`, was, is);
      }
    }
  }

  function compareContents(direction: Direction, name: string, before: Body, after: Body): void {
    for (const [type, { schema }] of Object.entries(before.content ?? {})) {
      const next = after.content?.[type];
      if (next) compareSchemas(direction, `${name}: `, schema, next.schema);
      else noteChange(`${name} is not ${type}`);
    }
  }

  function compareSchemas(direction: Direction, its: string, was = {}, is = {}): void {
    const sides = [
      { schema: was, document: old },
      { schema: is, document: now },
    ] as const;
    for (const change of listSchemaChanges(...sides, direction)) noteChange(its + change);
  }
}

const listWaysIn = ({ security }: OpenApiOperation): string[] =>
  security.length === 0 ? [''] : security.map((way) => Object.keys(way).join());
