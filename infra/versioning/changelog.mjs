const HEADING = /^## (\d+\.\d+\.\d+), (\d{4}-\d{2}-\d{2})$/;

/** The versions of the changelog, the newest first. `Next` collects what no version holds yet. */
export function versionsOf(changelog) {
  const headings = changelog.split('\n').filter((line) => line.startsWith('## ') && line !== '## Next');
  return headings.map((line) => {
    const [, version, date] = HEADING.exec(line) ?? [];
    return { line, version, date };
  });
}

/** The text under the heading of a version, or undefined. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version}, `));
  return section?.slice(section.indexOf('\n')).trim();
}
