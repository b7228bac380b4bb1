import type { Plugin } from 'vite';

/**
 * Visitors get a route tree without the admin area, whose addresses load a page of their own. The router imports that
 * tree; the browser's entry imports the whole one when its address is one of the admin area.
 */
export const publicTree: Plugin = {
  name: 'public-tree',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    order: 'pre',
    filter: { id: /routeTree\.gen\.ts$/ },
    async handler(source, importer, options) {
      if (!importer?.endsWith('/router.tsx')) return;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && `${found.id}?public`;
    },
  },
  transform: {
    filter: { id: /routeTree\.gen\.ts\?public$/ },
    handler(code) {
      const dropped: { start: number; end: number }[] = [];
      for (const statement of this.parse(code).body) {
        if (statement.type === 'ImportDeclaration') {
          if (/\/routes\/admin/.test(String(statement.source.value))) dropped.push(statement);
        }
        if (statement.type !== 'VariableDeclaration') continue;
        for (const { id, init } of statement.declarations) {
          if (id.type !== 'Identifier') continue;
          if (id.name.startsWith('Admin')) dropped.push(statement);
          else if (init?.type === 'ObjectExpression') {
            for (const property of init.properties) {
              const { start, end } = property;
              if (/^Admin/.test(code.slice(start, end)))
                dropped.push({ start, end: code.indexOf(',', end - 1) + 1 || end });
            }
          }
        }
      }
      let rest = code;
      for (const { start, end } of dropped.reverse()) rest = rest.slice(0, start) + rest.slice(end);
      return { code: rest, map: null };
    },
  },
};
