import type { Rolldown } from 'vite';

type Modules = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;

/** The route tree with the admin area. Visitors get another one: `public-tree.ts`. */
const wholeTree = /\/src\/routeTree\.gen\.ts$/;
const schemas = /\/node_modules\/zod\//;
/** Lists all icons, so it does not tell which of them its importers use. */
const iconList = /\/lucide-react\.mjs$/;
const iconImport = /import \{([^}]*)\} from ["']lucide-react["']/g;
const iconExport = /export \{([^}]*)\} from ["']\.(\/icons\/[^"']*)["']/g;
const iconFile = /\/lucide-react\/.*(\/icons\/.*)/;

/**
 * Two files for what at least three screens of the admin area share and no visitor loads: one without schemas, which every
 * screen needs, and one for the forms. Without them a screen loads 87 files, most of them smaller than their headers.
 */
export function adminGroups(entry: string): Group[] {
  let visitors: ReturnType<typeof visitorsModules> | undefined;
  const isAdminOnly = (id: string, modules: Modules) => {
    visitors ??= visitorsModules(entry, modules);
    const [, icon] = iconFile.exec(id) ?? [];
    return icon ? !visitors.icons.has(icon) : !visitors.ids.has(id);
  };
  return [
    // a group takes what its modules import along, so visitors' modules are taken first, each with those that are used alike
    {
      name: (id, modules) => (isAdminOnly(id, modules) ? null : 'shared'),
      minShareCount: 2,
      entriesAware: true,
    },
    {
      name: (id, modules) => (isAdminOnly(id, modules) && !needsSchemas(id, modules) ? 'admin' : null),
      minShareCount: 3,
    },
    { name: (id, modules) => (isAdminOnly(id, modules) ? 'admin-schemas' : null), minShareCount: 3 },
  ];
}

/** All modules that visitors load, and their icons. */
function visitorsModules(entry: string, modules: Modules) {
  const ids = new Set([entry]);
  const used = new Set<string>();
  let list = '';
  for (const id of ids) {
    const { code, importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    for (const next of [...importedIds, ...dynamicallyImportedIds]) {
      if (iconList.test(next)) list = next;
      else if (!wholeTree.test(next)) ids.add(next);
    }
    for (const [, names = ''] of code?.matchAll(iconImport) ?? []) {
      for (const name of names.split(',')) used.add(name.replace(/ as .*/, '').trim());
    }
  }
  const icons = new Set<string>();
  for (const [, names = '', file = ''] of modules.getModuleInfo(list)?.code?.matchAll(iconExport) ?? []) {
    if (names.split(/default as|,/).some((name) => used.has(name.trim()))) icons.add(file);
  }
  return { ids, icons };
}

function needsSchemas(id: string, modules: Modules): boolean {
  const found = new Set([id]);
  for (const one of found) {
    if (schemas.test(one)) return true;
    for (const next of modules.getModuleInfo(one)?.importedIds ?? []) found.add(next);
  }
  return false;
}
