import type { JsonObject } from './openapi.ts';

/** Describes a type in words such as "text, 1 to 200 characters or null", with a link to each named schema. */
export function nameType(schema: JsonObject): string {
  const { $ref, enum: words, anyOf, type, items, properties, format, const: only } = schema;
  if (typeof $ref === 'string') {
    const referencedSchemaName = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${referencedSchemaName}](#${referencedSchemaName.toLowerCase()})`;
  }
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(', ');
  if (only !== undefined) return `\`${only}\``;
  if (Array.isArray(anyOf)) return anyOf.map(nameType).join(' or ');
  if (type === 'array') return `list of ${nameType((items ?? {}) as JsonObject)}${describeLimits(schema)}`;
  if (properties) {
    const propertyEntries = Object.entries(properties as Record<string, JsonObject>);
    return `{ ${propertyEntries.map(([name, its]) => `${name}: ${nameType(its)}`).join('; ')} }`;
  }
  const name = type === 'string' ? (format ?? 'text') : (type ?? 'anything');
  return `${name}${describeLimits(schema)}`;
}

function describeLimits({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  default: preset,
}: JsonObject) {
  const minimumLimit = minLength ?? minimum ?? minItems;
  const maximumLimit = maxLength ?? maximum ?? maxItems;
  const limitUnit = maxLength === undefined && minLength === undefined ? '' : ' characters';
  const limitTexts = [
    ...(minimumLimit === undefined ? [] : [`from ${minimumLimit}`]),
    ...(maximumLimit === undefined ? [] : [`to ${maximumLimit}`]),
  ].join(' ');
  return `${limitTexts && `, ${limitTexts}${limitUnit}`}${preset === undefined ? '' : `, default ${preset}`}`;
}
