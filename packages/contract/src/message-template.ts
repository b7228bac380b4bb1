/** What a template is filled with for each applicant, written `{name}`. */
export const placeholders = ['name', 'program', 'reference'] as const;
type Placeholder = (typeof placeholders)[number];

/** Replaces the placeholders. */
export const fillTemplate = (template: string, values: Record<Placeholder, string>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name as Placeholder] ?? whole);

/** The first thing in braces that nothing replaces. */
export const unknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => !placeholders.some((one) => one === name))?.[0];
