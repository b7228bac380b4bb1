import type { Json } from './openapi.ts';

/** Such as "text, 1 to 200 characters or null", with a link to each named schema. */
export function nameType(schema: Json): string {
  const { $ref, enum: words, anyOf, type, items, properties, format, const: only } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(', ');
  if (only !== undefined) return `\`${only}\``;
  if (Array.isArray(anyOf)) return anyOf.map(nameType).join(' or ');
  if (type === 'array') return `list of ${nameType((items ?? {}) as Json)}${describeLimits(schema)}`;
  if (properties) {
    const inner = Object.entries(properties as Record<string, Json>);
    return `{ ${inner.map(([name, its]) => `${name}: ${nameType(its)}`).join('; ')} }`;
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
}: Json) {
  const least = minLength ?? minimum ?? minItems;
  const most = maxLength ?? maximum ?? maxItems;
  const unit = maxLength === undefined && minLength === undefined ? '' : ' characters';
  const range = [
    ...(least === undefined ? [] : [`from ${least}`]),
    ...(most === undefined ? [] : [`to ${most}`]),
  ].join(' ');
  return `${range && `, ${range}${unit}`}${preset === undefined ? '' : `, default ${preset}`}`;
}
