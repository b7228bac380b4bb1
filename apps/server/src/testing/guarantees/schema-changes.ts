import type { JsonObject } from '../../reference/openapi.ts';

/** `sent`: callers send these values, so the new schema must take the old ones. `read`: the other way round. */
export type Direction = 'sent' | 'read';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  [keyword: string]: unknown;
}
export interface Placed {
  schema: JsonObject | undefined;
  document: { components: { schemas: Record<string, JsonObject> } };
}

const upperLimits = ['maxLength', 'maximum', 'maxItems'] as const;
const lowerLimits = ['minLength', 'minimum', 'minItems'] as const;

/** Lists the changes from `old` to `now` that break callers. */
export function listSchemaChanges(old: Placed, now: Placed, direction: Direction): string[] {
  /** Pairs under comparison. Without it a schema that refers to itself would recurse for ever. */
  const open = new Map<Schema, Set<Schema>>();
  const resolve = ({ document }: Placed, schema: Schema): Schema => {
    const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
    return name === undefined ? schema : (document.components.schemas[name] ?? {});
  };

  function listShapes(side: Placed, given: Schema): Schema[] {
    const schema = resolve(side, given);
    if (schema.anyOf) return schema.anyOf.flatMap((one) => listShapes(side, one));
    const { type } = schema;
    return Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : [schema];
  }

  function compareAt(before: Schema, after: Schema, path: string): string[] {
    const olds = listShapes(old, before);
    const nows = listShapes(now, after);
    const [narrow, wide] = direction === 'sent' ? [olds, nows] : [nows, olds];
    return narrow.flatMap((shape) => {
      const compareWith = (other: Schema) =>
        direction === 'sent' ? listShapeChanges(shape, other, path) : listShapeChanges(other, shape, path);
      const faults = wide.filter((other) => isSameType(shape, other)).map(compareWith);
      const least = faults.sort((a, b) => a.length - b.length)[0];
      if (least) return least;
      const type = shape.type ?? 'anything';
      return [direction === 'sent' ? `${path} may no longer be ${type}` : `${path} may now be ${type}`];
    });
  }

  function isSameType(narrow: Schema, wide: Schema): boolean {
    if (narrow.type === wide.type || wide.type === undefined) return true;
    return narrow.type === 'integer' && wide.type === 'number';
  }

  function listShapeChanges(before: Schema, after: Schema, path: string): string[] {
    const others = open.get(before) ?? new Set();
    if (others.has(after)) return [];
    open.set(before, others.add(after));
    const changes = [...listFieldChanges(before, after, path), ...listValueChanges(before, after, path)];
    if (before.items && after.items) changes.push(...compareAt(before.items, after.items, `${path}[]`));
    others.delete(after);
    return changes;
  }

  function listFieldChanges(before: Schema, after: Schema, path: string): string[] {
    const known = Object.entries(before.properties ?? {});
    const there = after.properties ?? {};
    const at = (name: string) => (path ? `${path}.${name}` : name);
    const [must, mustBe] = direction === 'sent' ? [after, before.required] : [before, after.required];
    const untold = (must.required ?? []).filter((name) => !mustBe?.includes(name));
    return [
      ...known.flatMap(([name, its]) => {
        const other = there[name];
        return other ? compareAt(its, other, at(name)) : [`${at(name)} is gone`];
      }),
      ...untold
        .filter((name) => direction === 'sent' || name in there)
        .map((name) => `${at(name)} ${direction === 'sent' ? 'must now be given' : 'may now be missing'}`),
    ];
  }

  function listValueChanges(before: Schema, after: Schema, path: string): string[] {
    const changes: string[] = [];
    if (before.format !== after.format && (direction === 'read' || after.format !== undefined))
      changes.push(`${path} has another format`);
    const values = listValues(before);
    const others = listValues(after);
    if (direction === 'read') {
      // A reader must expect new enum values, but not that an enum becomes free text.
      if (values && !others) changes.push(`${path} may now be any ${after.type}`);
      return changes;
    }
    const refused = others ? (values ?? ['others']).filter((value) => !others.includes(value)) : [];
    if (refused.length > 0) changes.push(`${path} no longer takes ${refused.join(', ')}`);
    if (after.pattern !== undefined && after.pattern !== before.pattern)
      changes.push(`${path} has another pattern`);
    for (const limit of upperLimits)
      if (readNumber(after, limit, Infinity) < readNumber(before, limit, Infinity))
        changes.push(`${path} has a lower ${limit}`);
    for (const limit of lowerLimits)
      if (readNumber(after, limit, -Infinity) > readNumber(before, limit, -Infinity))
        changes.push(`${path} has a higher ${limit}`);
    return changes;
  }

  return compareAt(old.schema ?? {}, now.schema ?? {}, '');
}

const listValues = (schema: Schema): unknown[] | undefined =>
  schema.enum ?? ('const' in schema ? [schema.const] : undefined);

const readNumber = (schema: Schema, keyword: string, otherwise: number) =>
  typeof schema[keyword] === 'number' ? schema[keyword] : otherwise;
