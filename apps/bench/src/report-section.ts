/** Replaces the section with the same heading in a report where it stands, or appends a new section. */
export function withSection(report: string, section: string): string {
  const [heading] = section.split('\n', 1);
  const parts = report.split(/^(?=## )/m).map((part) => part.trim());
  const place = parts.findIndex((part) => part.split('\n', 1)[0] === heading);
  return `${parts.with(place < 0 ? parts.push('') - 1 : place, section.trim()).join('\n\n')}\n`;
}

/** Replaces all before the first section of a report. */
export function withHead(report: string, head: string): string {
  const [, ...sections] = report.split(/^(?=## )/m);
  return `${[head, ...sections].map((part) => part.trim()).join('\n\n')}\n`;
}
