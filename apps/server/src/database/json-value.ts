/**
 * A copy of what JSON holds of a value. The entity manager turns `undefined` within an object into null, in the object
 * itself, and stores that; schemas that read the column again know a missing field, but no null.
 */
export const toJsonValue = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
