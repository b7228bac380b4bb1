/** What a template may contain in braces, such as `{name}`; it is replaced for each applicant. */
export const placeholders = ['name', 'program', 'reference'] as const;
type Placeholder = (typeof placeholders)[number];

/** Replaces the placeholders. */
export const fillTemplate = (template: string, values: Record<Placeholder, string>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name as Placeholder] ?? whole);

/** The first text in braces that is no placeholder. */
export const unknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => !placeholders.some((one) => one === name))?.[0];
