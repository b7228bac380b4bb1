// Finds sibling folders that import each other, directly or through other folders, so that none of them is the lower
// one.
const CIRCLE_WAY_OUT =
  'Move what both folders need to a lower one, or let the lower one take it as a parameter.';

const isTestFile = (file) => /\.test\.(?:tsx?|mjs)$/.test(file);
const isOwnFile = (file) => /^(?:apps|packages|infra)\//.test(file);

/**
 * Finds the two sibling folders to which two files belong, with the folder around them. Undefined for files of the
 * same folder, and when one of the files is itself a sibling of the other's folder.
 */
function listSiblingFolders(from, to) {
  const fromPathParts = from.split('/');
  const toPathParts = to.split('/');
  const firstDifferentIndex = fromPathParts.findIndex((name, index) => name !== toPathParts[index]);
  const areFolders =
    firstDifferentIndex < fromPathParts.length - 1 && firstDifferentIndex < toPathParts.length - 1;
  return areFolders
    ? {
        around: fromPathParts.slice(0, firstDifferentIndex).join('/') || '.',
        from: fromPathParts[firstDifferentIndex],
        to: toPathParts[firstDifferentIndex],
      }
    : undefined;
}

/** Finds circles in the modules that dependency-cruiser has read. Tests may import anything. */
export function findFolderCircles(modules) {
  /** By surrounding folder: which folders each folder imports, with one import as an example. */
  const importsByLevel = new Map();
  for (const { source, dependencies } of modules) {
    if (!isOwnFile(source) || isTestFile(source)) continue;
    for (const { resolved } of dependencies) {
      const siblingFolders = isOwnFile(resolved) ? listSiblingFolders(source, resolved) : undefined;
      if (!siblingFolders) continue;
      const levelImports = importsByLevel.get(siblingFolders.around) ?? new Map();
      const importsOfFolder = levelImports.get(siblingFolders.from) ?? new Map();
      if (!importsOfFolder.has(siblingFolders.to))
        importsOfFolder.set(siblingFolders.to, `${source} imports ${resolved}`);
      levelImports.set(siblingFolders.from, importsOfFolder);
      importsByLevel.set(siblingFolders.around, levelImports);
    }
  }
  return [...importsByLevel].flatMap(([around, level]) => findCirclesOfLevel(around, level));
}

function findCirclesOfLevel(around, level) {
  const followedFolders = new Set();
  const followFolderImports = (folder, path) => {
    if (path.includes(folder)) {
      const folderCircle = [...path.slice(path.indexOf(folder)), folder];
      const exampleLines = folderCircle
        .slice(1)
        .map((to, at) => `\n    ${level.get(folderCircle[at]).get(to)}`);
      return [
        `folder-circle: in ${around}: ${folderCircle.join(' → ')}${exampleLines.join('')}\n  → ${CIRCLE_WAY_OUT}`,
      ];
    }
    if (followedFolders.has(folder)) return [];
    followedFolders.add(folder);
    return [...(level.get(folder)?.keys() ?? [])].flatMap((to) => followFolderImports(to, [...path, folder]));
  };
  return [...level.keys()].flatMap((folder) => followFolderImports(folder, []));
}
