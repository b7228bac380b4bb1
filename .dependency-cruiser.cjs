const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const contract = require('./packages/contract/package.json');

/** Files of the contract that public pages import. They must not bring the schemas (zod) into the first load. */
const withoutSchemas = Object.entries(contract.exports)
  // An entry with types only is an object; it brings no code.
  .filter(
    ([name, file]) => !['.', './post-html', './registrations'].includes(name) && typeof file === 'string',
  )
  .map(([, file]) => `^packages/contract/${file.slice(2).replaceAll('.', '\\.')}$`);

const TESTS = '\\.test\\.tsx?$|/testing/';

/** One line of the table in docs/architecture.md. @type {(name: string, from: object, to: object) => object} */
const never = (name, from, to) => ({ name, severity: 'error', from, to });

/** The folders of the server from the bottom up. A folder imports those below it and none above. */
const serverLayers = [
  ['basics', '[^/]+\\.ts$'],
  ['demo', 'demo/'],
  ['tracing', 'tracing/'],
  ['background', 'background/'],
  ['database', 'database/'],
  ['http', 'http/'],
  ['processes', 'processes/'],
  ['admin', 'admin/'],
  ['email', 'email/'],
  ['exports', 'exports/'],
  ['modules', 'modules/'],
  ['composition', 'composition/'],
  ['feeds', 'feeds/'],
  ['reference', 'reference/'],
  ['pages', 'pages/'],
  ['cli', 'cli/'],
];
/** Tests, and what only they use. */
const besideLayers = ['testing', 'trust'];
const unplaced = readdirSync(join(__dirname, 'apps/server/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => !besideLayers.includes(name) && !serverLayers.some(([layer]) => layer === name));
if (unplaced.length > 0) {
  throw new Error(`Give apps/server/src/${unplaced} its place in serverLayers and in docs/architecture.md`);
}

/** These start and assemble everything. */
const ENTRY = '^apps/server/src/(?:app|start|main)\\.ts$';

const serverLayerRules = serverLayers.map(([name, path], at) =>
  never(
    `${name}-imports-nothing-above`,
    { path: `^apps/server/src/${path}`, pathNot: [TESTS, ENTRY] },
    {
      path: [ENTRY, ...serverLayers.slice(at + 1).map(([, above]) => `^apps/server/src/${above}`)],
    },
  ),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...serverLayerRules,
    never(
      'no-cycle',
      { pathNot: 'routeTree\\.gen\\.ts$' },
      { circular: true, viaNot: 'routeTree\\.gen\\.ts$' },
    ),
    never(
      'no-unknown',
      {},
      { couldNotResolve: true, pathNot: '^(virtual:|vite/|node:)|routeTree\\.gen\\.ts$|\\?' },
    ),

    never(
      'contract-is-alone',
      { path: '^packages/contract/src', pathNot: TESTS },
      { pathNot: ['^packages/contract/src', 'node_modules/(zod|@ts-rest/core)/'] },
    ),
    never('contract-without-schemas', { path: withoutSchemas }, { pathNot: withoutSchemas }),
    never(
      'client-knows-the-contract-only',
      { path: '^packages/client/src', pathNot: TESTS },
      { pathNot: ['^packages/(client|contract)/src', 'node_modules/@ts-rest/core/'] },
    ),

    never(
      'mcp-knows-client-and-contract-only',
      { path: '^packages/mcp/src' },
      { path: '^(apps|packages)/', pathNot: '^packages/((mcp|client|contract)/src|mcp/package.json)' },
    ),
    never(
      'embedded-postgres-is-alone',
      { path: '^packages/embedded-postgres/src' },
      { path: '^(apps|packages)/', pathNot: '^packages/embedded-postgres/src' },
    ),

    never(
      'demo-images-know-the-pattern-only',
      { path: '^packages/demo-images/src', pathNot: TESTS },
      { path: '^(apps|packages)/', pathNot: ['^packages/demo-images/src', '^apps/web/src/ui/pattern/'] },
    ),
    never(
      'nothing-imports-demo-images',
      { pathNot: '^packages/demo-images/' },
      { path: '^packages/demo-images/' },
    ),

    never(
      'server-never-imports-web',
      { path: '^apps/server/src', pathNot: '^apps/server/src/pages/' },
      { path: '^apps/web' },
    ),
    never(
      'pages-import-the-built-web-only',
      { path: '^apps/server/src/pages/', pathNot: TESTS },
      { path: '^apps/web', pathNot: '^apps/web/dist/' },
    ),
    never('testing-is-for-tests', { path: '^apps/server/src', pathNot: TESTS }, { path: '/testing/' }),
    never(
      'modules-meet-in-services-and-entities',
      { path: '^apps/server/src/modules/([^/]+)/', pathNot: TESTS },
      {
        path: '^apps/server/src/modules/',
        pathNot: ['^apps/server/src/modules/($1|content)/', '\\.(service|entity)\\.ts$'],
      },
    ),
    never(
      'services-know-no-transport',
      { path: '\\.service\\.ts$' },
      {
        path: [
          'node_modules/(fastify|@fastify|@trpc|@ts-rest)/',
          '^apps/server/src/(http|admin|pages|app|main|start|config)[./]',
          '\\.(routes|admin)\\.ts$',
        ],
      },
    ),

    never(
      'web-knows-only-types-of-the-server',
      { path: '^apps/web', pathNot: TESTS },
      { path: '^apps/server', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'ui-knows-nobody',
      { path: '^apps/web/src/ui/' },
      { path: '^apps/web/src/(api|admin-ui|features|routes)/' },
    ),
    never(
      'api-knows-no-screen',
      { path: '^apps/web/src/api/' },
      { path: '^apps/web/src/(admin-ui|features|routes)/' },
    ),
    never(
      'admin-ui-knows-ui-and-api-only',
      { path: '^apps/web/src/admin-ui/' },
      { path: '^apps/web/src/', pathNot: '^apps/web/src/(ui|api|admin-ui)/' },
    ),
    never(
      'features-know-no-route',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/(routes/|admin-(?:resources|screens)\\.ts)' },
    ),
    never(
      'features-do-not-meet',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    never(
      'public-code-never-imports-admin',
      {
        path: '^apps/web/src/',
        pathNot: '^apps/web/src/(admin-|features/admin-|routes/admin|api/admin)|routeTree\\.gen\\.ts$',
      },
      { path: '^apps/web/src/(admin-|features/admin-|api/admin)' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|releases|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
