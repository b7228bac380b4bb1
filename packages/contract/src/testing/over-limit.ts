import * as z from 'zod';

export type Fields = Record<string, unknown>;
type Rules = z.core.JSONSchema.BaseSchema;

/** A body that breaks one rule. `path` is the one that the error must name. */
export interface Fault {
  rule: string;
  path: string;
  body: Fields;
}

/**
 * Each body breaks exactly one limit of `schema`.
 * `needed` lists the fields that may not be blank. In an update they may be absent.
 */
export function listFaultsAgainst(
  schema: z.ZodType,
  good: Fields,
  needed: readonly string[] = listRequired(schema),
): Fault[] {
  const { properties, required } = readRules(schema);
  return Object.entries(properties).flatMap(([field, property]) => {
    const makeFault: MakeFault = (rule, value, entry) => ({
      rule: `${field} ${rule}`,
      path: entry === undefined ? field : `${field}.${entry}`,
      body: { ...good, [field]: value },
    });
    const isNeeded = needed.includes(field);
    const absent = required.includes(field) ? [makeFault('absent', undefined)] : [];
    const empty = isNeeded ? [makeFault('null', null)] : [];
    return [...absent, ...empty, ...findBreaches(property, good[field], isNeeded, makeFault)];
  });
}

export function listBodiesAtLimit(schema: z.ZodType, good: Fields): { rule: string; body: Fields }[] {
  return Object.entries(readRules(schema).properties).flatMap(([field, { pattern, maxLength, ...rest }]) => {
    const breakRule = (rule: string, value: unknown) => ({
      rule: `${field} ${rule}`,
      body: { ...good, [field]: value },
    });
    if (maxLength !== undefined && !pattern)
      return [breakRule('longest', makeLongText(good[field], maxLength))];
    if (rest.type !== 'array') {
      return [rest.minimum, rest.maximum].flatMap((value) =>
        value === undefined || value === Number.MAX_SAFE_INTEGER ? [] : [breakRule(`= ${value}`, value)],
      );
    }
    const { maxItems = 1, items } = rest;
    const [entry] = good[field] as unknown[];
    if ((items as Rules).type === 'object') return [breakRule('fullest', Array(maxItems).fill(entry))];
    const { maxLength: itemLength = 1 } = items as Rules;
    return [
      breakRule(
        'fullest',
        Array.from({ length: maxItems }, () => 'x'.repeat(itemLength)),
      ),
    ];
  });
}

export const listRequired = (schema: z.ZodType): string[] => readRules(schema).required;

function readRules(schema: z.ZodType): { properties: Record<string, Rules>; required: string[] } {
  const whole = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  // A schema with an id is among the definitions
  const { properties = {}, required = [] } = whole.$defs?.[whole.$ref?.split('/').at(-1) ?? ''] ?? whole;
  const filled = Object.entries(properties).map(([name, rules]) => [name, removeNull(rules as Rules)]);
  return { properties: Object.fromEntries(filled), required };
}

const removeNull = (rules: Rules): Rules =>
  (rules.anyOf?.find((choice) => (choice as Rules).type !== 'null') as Rules | undefined) ?? rules;

const makeLongText = (start: unknown, length: number) => String(start ?? '').padEnd(length, 'a');

type MakeFault = (rule: string, value: unknown, entry?: number | string) => Fault;

function findBreaches(rules: Rules, good: unknown, isNeeded: boolean, fault: MakeFault): Fault[] {
  const faults: Fault[] = [];
  const addFault = (...given: Parameters<MakeFault>) => faults.push(fault(...given));
  const { type, enum: words, const: only } = rules;

  if (type === 'string') {
    addFault('as a number', 7);
    addFault('as a list', ['a']);
    if (words) addFault('no such word', 'no such word');
    if (rules.pattern) addFault('another format', '@');
    if (rules.format === 'date') addFault('no such day', '2026-02-30');
    if (rules.maxLength !== undefined) addFault('too long', makeLongText(good, rules.maxLength + 1));
    if (isNeeded) addFault('blank', ' \n ');
    if (!words && !rules.pattern) {
      addFault('with NUL', `${good ?? ''}\0`);
      addFault('with half a character', `${good ?? ''}\ud800`);
    }
  }
  if (type === 'number' || type === 'integer') {
    addFault('as text', String(good ?? 1));
    if (rules.minimum !== undefined) addFault('too small', rules.minimum - 1);
    if (rules.maximum !== undefined) addFault('too large', rules.maximum + 1);
    if (rules.multipleOf !== undefined) addFault('too fine', rules.multipleOf / 10);
    if (type === 'integer') addFault('not whole', 1.5);
  }
  if (type === 'boolean') {
    addFault('as text', 'true');
    if (only !== undefined) addFault(`not ${only}`, !only);
  }
  if (type === 'array' && (rules.items as Rules).type === 'object') {
    const { properties = {}, required = [] } = rules.items as Rules;
    const [entry] = good as Fields[];
    addFault('as text', 'a');
    addFault('an entry that is no object', [7], 0);
    if (rules.maxItems !== undefined) addFault('too many', Array(rules.maxItems + 1).fill(entry));
    for (const [name, property] of Object.entries(properties)) {
      const makeEntryFault: MakeFault = (rule, value, at) =>
        fault(
          `${name} ${rule}`,
          [{ ...entry, [name]: value }],
          at === undefined ? `0.${name}` : `0.${name}.${at}`,
        );
      faults.push(
        ...findBreaches(
          removeNull(property as Rules),
          entry?.[name],
          required.includes(name),
          makeEntryFault,
        ),
      );
    }
  } else if (type === 'array') {
    const { maxLength = 0 } = rules.items as Rules;
    addFault('as text', 'a');
    addFault('too long an entry', ['a'.repeat(maxLength + 1)], 0);
    addFault('an entry that is no text', ['a', 7], 1);
    if (rules.maxItems !== undefined) addFault('too many', Array(rules.maxItems + 1).fill('a'));
    if (rules.minItems !== undefined) addFault('too few', []);
    if (rules.minItems !== undefined) addFault('only blank entries', ['  ']);
  }
  return faults;
}
