import { allFields, type Values } from './fields.ts';

/** What a visitor filled in before the scripts arrived: the page's values that are not those it was made with. */
export function typedBefore(form: HTMLFormElement, made: Values): Partial<Values> {
  const data = new FormData(form);
  const typed: Partial<Values> = {};
  for (const { name } of allFields) {
    const value = data.get(name);
    if (typeof value === 'string' && value !== '' && value !== made[name]) typed[name] = value;
  }
  return typed;
}
