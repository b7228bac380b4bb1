const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const contract = require('./packages/contract/package.json');

/** Files of the contract that public pages import. They must not bring the schemas (zod) into the first load. */
const withoutSchemas = Object.entries(contract.exports)
  // An entry with types only is an object; it brings no code.
  .filter(
    ([name, file]) =>
      !['.', './international-phone', './post-html', './registration-form'].includes(name) &&
      typeof file === 'string',
  )
  .map(([, file]) => `^packages/contract/${file.slice(2).replaceAll('.', '\\.')}$`);

const TESTS = '\\.test\\.(?:tsx?|mjs)$|/testing/';

/** One line of the table in docs/architecture.md. @type {(name: string, from: object, to: object) => object} */
const never = (name, from, to) => ({ name, severity: 'error', from, to });

/** The folders of the server from the bottom up. A folder imports those below it and none above. */
const serverLayers = [
  ['basics', '(?:crypto/)?[^/]+\\.ts$'],
  ['demo', 'demo/'],
  ['tracing', 'tracing/'],
  ['background', 'background/'],
  ['database', 'database/'],
  ['http', 'http/'],
  ['admin', 'admin/'],
  ['email', 'email/'],
  ['sms', 'sms/'],
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
  .filter(
    (name) =>
      !besideLayers.includes(name) &&
      !serverLayers.some(([, path]) => new RegExp(`^${path}`).test(`${name}/a.ts`)),
  );
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
      // config.ts reads them; they import nothing
      pathNot: '^apps/server/src/(?:sms|tracing)/settings\\.ts$',
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
      { pathNot: ['^packages/contract/src', 'node_modules/(zod|@ts-rest/core|libphonenumber-js)/'] },
    ),
    never(
      'pages-without-the-phones-of-all-countries',
      { path: '^apps/web/src' },
      { path: 'node_modules/libphonenumber-js/', reachable: true },
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
      'bench-knows-what-tests-know',
      { path: '^apps/bench/' },
      {
        path: '^(apps|infra)/',
        // folders of PostgreSQL, rows with health answers, the secret of the payment sandbox, and free ports
        pathNot: [
          '^apps/bench/',
          '^apps/server/src/(testing/|http/port\\.ts|crypto/data-(dir|keys)\\.ts|database/sealed-columns\\.ts|modules/(registrations/registration-medical\\.service|donations/payments)\\.ts)',
        ],
      },
    ),
    never(
      'nothing-imports-bench',
      { pathNot: ['^apps/bench/', '^infra/.*\\.test\\.mjs$'] },
      { path: '^apps/bench/' },
    ),
    never(
      'infra-knows-the-product-in-tests-only',
      { path: '^infra/', pathNot: TESTS },
      { path: '^(apps|packages)/' },
    ),
    never('nothing-imports-infra', { path: '^(apps|packages)/' }, { path: '^infra/' }),

    never(
      'server-never-imports-the-apps',
      { path: '^apps/server/src' },
      { path: '^apps/(web|admin)/', pathNot: '^apps/(web|admin)/dist/' },
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
      'web-and-admin-never-meet',
      { path: '^apps/(web|admin)/' },
      { path: '^apps/(web|admin)/', pathNot: '^apps/$1/' },
    ),
    never('web-knows-nothing-of-the-server', { path: '^apps/web' }, { path: '^apps/server' }),
    never(
      'admin-knows-only-types-of-the-server',
      { path: '^apps/admin', pathNot: TESTS },
      { path: '^apps/server', dependencyTypesNot: ['type-only'] },
    ),
    // of the contract only limits of forms, texts and videos
    never(
      'ui-knows-no-resource',
      { path: '^packages/ui/' },
      {
        path: '^(apps|packages)/',
        pathNot: '^packages/(ui|contract/src/(messages\\.constants|text|video)\\.ts)',
      },
    ),
    never(
      'api-knows-no-screen',
      { path: '^apps/(web|admin)/src/api/' },
      { path: '^apps/(web|admin)/src/', pathNot: '^apps/(web|admin)/src/(api/|content/content-resources)' },
    ),
    never(
      'what-features-share-knows-none',
      { path: '^apps/(web|admin)/src/(content|forms|images|lists|parts|versions)/' },
      { path: '^apps/(web|admin)/src/(features|routes)/' },
    ),
    never(
      'features-know-no-route',
      { path: '^apps/(web|admin)/src/features/' },
      { path: '^apps/(web|admin)/src/routes/' },
    ),
    never(
      'features-do-not-meet',
      { path: '^apps/(web|admin)/src/features/([^/]+)/', pathNot: TESTS },
      { path: '^apps/(web|admin)/src/features/', pathNot: '^apps/$1/src/features/$2/' },
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
