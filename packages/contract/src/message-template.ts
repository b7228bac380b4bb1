export const placeholders = ['name', 'program', 'reference'] as const;
type Placeholder = (typeof placeholders)[number];

export const fillTemplate = (template: string, values: Record<Placeholder, string>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name as Placeholder] ?? whole);

export const unknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => !placeholders.some((one) => one === name))?.[0];
