// Finds sibling folders that import each other, directly or through other folders, so that none of them is the lower
// one.
const WAY_OUT = 'Move what both folders need to a lower one, or let the lower one take it as a parameter.';

const isTest = (file) => /\.test\.(?:tsx?|mjs)$/.test(file);
const isOwnFile = (file) => /^(?:apps|packages|infra)\//.test(file);

/**
 * Finds the two sibling folders to which two files belong, with the folder around them. Undefined for files of the
 * same folder, and when one of the files is itself a sibling of the other's folder.
 */
function listSiblings(from, to) {
  const fromNames = from.split('/');
  const toNames = to.split('/');
  const firstDifference = fromNames.findIndex((name, index) => name !== toNames[index]);
  const areFolders = firstDifference < fromNames.length - 1 && firstDifference < toNames.length - 1;
  return areFolders
    ? {
        around: fromNames.slice(0, firstDifference).join('/') || '.',
        from: fromNames[firstDifference],
        to: toNames[firstDifference],
      }
    : undefined;
}

/** Finds circles in the modules that dependency-cruiser has read. Tests may import anything. */
export function findFolderCircles(modules) {
  /** By surrounding folder: which folders each folder imports, with one import as an example. */
  const importsByLevel = new Map();
  for (const { source, dependencies } of modules) {
    if (!isOwnFile(source) || isTest(source)) continue;
    for (const { resolved } of dependencies) {
      const siblingFolders = isOwnFile(resolved) ? listSiblings(source, resolved) : undefined;
      if (!siblingFolders) continue;
      const levelImports = importsByLevel.get(siblingFolders.around) ?? new Map();
      const imports = levelImports.get(siblingFolders.from) ?? new Map();
      if (!imports.has(siblingFolders.to)) imports.set(siblingFolders.to, `${source} imports ${resolved}`);
      levelImports.set(siblingFolders.from, imports);
      importsByLevel.set(siblingFolders.around, levelImports);
    }
  }
  return [...importsByLevel].flatMap(([around, level]) => findCircles(around, level));
}

function findCircles(around, level) {
  const followedFolders = new Set();
  const followImports = (folder, path) => {
    if (path.includes(folder)) {
      const folderCircle = [...path.slice(path.indexOf(folder)), folder];
      const exampleLines = folderCircle
        .slice(1)
        .map((to, at) => `\n    ${level.get(folderCircle[at]).get(to)}`);
      return [
        `folder-circle: in ${around}: ${folderCircle.join(' → ')}${exampleLines.join('')}\n  → ${WAY_OUT}`,
      ];
    }
    if (followedFolders.has(folder)) return [];
    followedFolders.add(folder);
    return [...(level.get(folder)?.keys() ?? [])].flatMap((to) => followImports(to, [...path, folder]));
  };
  return [...level.keys()].flatMap((folder) => followImports(folder, []));
}
