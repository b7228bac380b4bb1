// Finds folders of one level that import each other, also through others, so that none of them is the lower one.
const WAY_OUT = 'Move what both folders need to a lower one, or let the lower one take it as a parameter.';

const isTest = (file) => /\.test\.(?:tsx?|mjs)$/.test(file);
const isOurs = (file) => /^(?:apps|packages|infra)\//.test(file);

/**
 * The two folders side by side in which two files are, with the folder around them. Undefined for files of one
 * folder, and where one of them lies beside the other's folder.
 */
function listSiblings(from, to) {
  const a = from.split('/');
  const b = to.split('/');
  const at = a.findIndex((name, index) => name !== b[index]);
  const areFolders = at < a.length - 1 && at < b.length - 1;
  return areFolders ? { around: a.slice(0, at).join('/') || '.', from: a[at], to: b[at] } : undefined;
}

/** Takes what dependency-cruiser saw. Tests may import what they like. */
export function findFolderCircles(modules) {
  /** By the folder around: which folders each folder imports, with a file that does so. */
  const levels = new Map();
  for (const { source, dependencies } of modules) {
    if (!isOurs(source) || isTest(source)) continue;
    for (const { resolved } of dependencies) {
      const pair = isOurs(resolved) ? listSiblings(source, resolved) : undefined;
      if (!pair) continue;
      const level = levels.get(pair.around) ?? new Map();
      const imports = level.get(pair.from) ?? new Map();
      if (!imports.has(pair.to)) imports.set(pair.to, `${source} imports ${resolved}`);
      level.set(pair.from, imports);
      levels.set(pair.around, level);
    }
  }
  return [...levels].flatMap(([around, level]) => findCircles(around, level));
}

function findCircles(around, level) {
  const followed = new Set();
  const follow = (folder, path) => {
    if (path.includes(folder)) {
      const circle = [...path.slice(path.indexOf(folder)), folder];
      const examples = circle.slice(1).map((to, at) => `\n    ${level.get(circle[at]).get(to)}`);
      return [`folder-circle: in ${around}: ${circle.join(' → ')}${examples.join('')}\n  → ${WAY_OUT}`];
    }
    if (followed.has(folder)) return [];
    followed.add(folder);
    return [...(level.get(folder)?.keys() ?? [])].flatMap((to) => follow(to, [...path, folder]));
  };
  return [...level.keys()].flatMap((folder) => follow(folder, []));
}
