/**
 * Copies the part of a value that JSON can hold. The entity manager would change `undefined` within the object itself
 * into null and store that, and the schemas that read the column accept a missing field but no null.
 */
export const toJsonValue = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
