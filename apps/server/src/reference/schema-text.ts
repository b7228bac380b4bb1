import type { Json } from './openapi.ts';

/** Such as "text, 1 to 200 characters or null", with a link to each named schema. */
export function typeName(schema: Json): string {
  const { $ref, enum: words, anyOf, type, items, properties, format, const: only } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(', ');
  if (only !== undefined) return `\`${only}\``;
  if (Array.isArray(anyOf)) return anyOf.map(typeName).join(' or ');
  if (type === 'array') return `list of ${typeName((items ?? {}) as Json)}${limitsText(schema)}`;
  if (properties) {
    const inner = Object.entries(properties as Record<string, Json>);
    return `{ ${inner.map(([name, its]) => `${name}: ${typeName(its)}`).join('; ')} }`;
  }
  const name = type === 'string' ? (format ?? 'text') : (type ?? 'anything');
  return `${name}${limitsText(schema)}`;
}

function limitsText({ minLength, maxLength, minimum, maximum, minItems, maxItems, default: preset }: Json) {
  const [least, most] = [minLength ?? minimum ?? minItems, maxLength ?? maximum ?? maxItems];
  const unit = maxLength === undefined && minLength === undefined ? '' : ' characters';
  const range = [
    ...(least === undefined ? [] : [`from ${least}`]),
    ...(most === undefined ? [] : [`to ${most}`]),
  ].join(' ');
  return `${range && `, ${range}${unit}`}${preset === undefined ? '' : `, default ${preset}`}`;
}
