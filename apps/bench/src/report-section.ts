/** Replaces the section with the same heading in a report, or appends a new section. */
export function withSection(report: string, section: string): string {
  const [heading] = section.split('\n', 1);
  const others = report
    .split(/^(?=## )/m)
    .filter((part) => !part.startsWith(`${heading}\n`))
    .map((part) => part.trim());
  return `${[...others, section.trim()].join('\n\n')}\n`;
}

/** Replaces all before the first section of a report. */
export function withHead(report: string, head: string): string {
  const [, ...sections] = report.split(/^(?=## )/m);
  return `${[head, ...sections].map((part) => part.trim()).join('\n\n')}\n`;
}
